/** Everything that can be read, over one connection. */
import type { Connection } from './connection.ts';
import { nearFingerprints } from './fingerprints.ts';
import { logReader } from './read-log.ts';
import { rangeReader } from './read-ranges.ts';
import { recordReader } from './read-records.ts';
import type { PostgresReader } from './roles.ts';

export function readerOf(connection: Connection): PostgresReader {
  return {
    ...logReader(connection),
    ...recordReader(connection),
    ...rangeReader(connection),
    nearFingerprints: (query) => nearFingerprints(connection, query),
  };
}
