/** What the API is now: as a release describes it, and what the repository holds of it. */
import { createHash } from 'node:crypto';
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

/** The OpenAPI description is built when it is asked for: of its 800 kB the repository holds the digest of what is sent. */
export const PRINTED = [
  {
    file: join(GATEWAY, 'openapi/openapi.sha256'),
    text: `${digest(JSON.stringify(PRESENT.api))}  openapi.json\n`,
  },
  { file: join(GATEWAY, 'graphql/schema.graphql'), text: PRESENT.graphql },
];

export const RELEASED = [
  { name: 'openapi.json', text: `${JSON.stringify(PRESENT.api, null, 2)}\n` },
  { name: 'schema.graphql', text: PRESENT.graphql },
];

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
