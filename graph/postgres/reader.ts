/** Everything that can be read, over one connection. */
import type { TransactionReader } from '../store/store.ts';
import type { PostgresConnection } from './connection.ts';
import { nearFingerprints } from './fingerprints.ts';
import { logReader } from './read-log.ts';
import { rangeReader } from './read-ranges.ts';
import { recordReader } from './read-records.ts';
import { sectionsSharing } from './sharing.ts';

export function readerOf(connection: PostgresConnection): TransactionReader {
  return {
    ...logReader(connection),
    ...recordReader(connection),
    ...rangeReader(connection),
    nearFingerprints: (query) => nearFingerprints(connection, query),
    sectionsSharing: (query) => sectionsSharing(connection, query),
  };
}
