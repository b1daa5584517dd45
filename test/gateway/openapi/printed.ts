/** What the API is now, as the files that people compare. */
import { join } from 'node:path';
import { printSchema } from 'graphql';
import { schema } from '../../../gateway/graphql/schema.ts';
import { describeApi } from '../../../gateway/openapi/describe-api.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { CONTRACTS } from './description.ts';

const GATEWAY = join(import.meta.dirname, '../../../gateway');

export const PRINTED = [
  {
    file: join(GATEWAY, 'openapi/openapi.json'),
    text: `${JSON.stringify(describeApi(CONTRACTS, manifest.version), null, 2)}\n`,
  },
  { file: join(GATEWAY, 'graphql/schema.graphql'), text: `${printSchema(schema)}\n` },
];
