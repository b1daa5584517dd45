/** What the API is now, as the files that people compare. */
import { join } from 'node:path';
import { printSchema } from 'graphql';
import { schema } from '../../../gateway/graphql/schema.ts';
import { describeApi } from '../../../gateway/openapi/describe-api.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { Described } from '../../releases/last-release.ts';
import { CONTRACTS } from './description.ts';

const GATEWAY = join(import.meta.dirname, '../../../gateway');

/** As a release would be described. */
export const PRESENT: Described = {
  version: manifest.version,
  // What JSON leaves out of it, the last release's has not either.
  api: JSON.parse(JSON.stringify(describeApi(CONTRACTS, manifest.version))),
  graphql: `${printSchema(schema)}\n`,
};

export const PRINTED = [
  { file: join(GATEWAY, 'openapi/openapi.json'), text: `${JSON.stringify(PRESENT.api, null, 2)}\n` },
  { file: join(GATEWAY, 'graphql/schema.graphql'), text: PRESENT.graphql },
];
