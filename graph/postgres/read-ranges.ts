/** Reads of parts of ordered lists. */
import type { RangeReader, RangeReads } from '../store/ranges.ts';
import type { PostgresConnection } from './connection.ts';
import { knowledgeRanges } from './range-knowledge.ts';
import { serviceRanges } from './range-service.ts';

export function rangeReader(connection: PostgresConnection): RangeReader {
  const reads: RangeReads = { ...knowledgeRanges(connection), ...serviceRanges(connection) };
  // A kind's read takes a query of this kind and gives its rows; TypeScript does not follow that through an index.
  return { ranges: (kind, query) => (reads[kind] as (of: typeof query) => never)(query) };
}
