/** Reads of annotations, and of what closed stubs. */
import type { StoredVoice, StubClosure } from '../annotation.ts';
import type { ListReader } from '../store/lists.ts';
import type { RangeReads } from '../store/ranges.ts';
import type { RecordReads } from '../store/records.ts';
import type { StoredAnnotation } from '../store/rows.ts';
import { type Neo4jConnection, perKey } from './connection.ts';

export function annotationRecords(connection: Neo4jConnection): RecordReads<'annotations' | 'closures'> {
  return {
    annotations: (ids) => connection.recordPerKey<StoredAnnotation>(BY_ID, ids),
    closures: (stubIds) => connection.recordPerKey<StubClosure>(CLOSURES, stubIds),
  };
}

export function voiceRanges(connection: Neo4jConnection): RangeReads<'voices'> {
  return {
    voices: ({ by, limit }) =>
      connection.recordsPerKey<StoredVoice>(
        VOICES,
        by.map(({ target, after }) => ({ target, after })),
        { limit },
      ),
  };
}

export function annotationCounts(connection: Neo4jConnection): Pick<ListReader, 'countAnnotations'> {
  return {
    countAnnotations: async ({ target, after, upTo }) => {
      const row = await connection.row<{ found: number }>(COUNT, { target, after, upTo });
      return row?.found ?? 0;
    },
  };
}

const BY_ID = perKey('MATCH (n:Annotation {id: key}) RETURN i, n.record AS record');

/** `seq` is in each condition, since an index on (target, seq) serves only a question about both. */
const COUNT = `
  MATCH (n:Annotation) WHERE n.target = $target AND n.seq > $after AND n.seq <= $upTo
  RETURN count(n) AS found`;

const VOICES = perKey(`
  CALL (key) {
    MATCH (n:Annotation) WHERE n.target = key.target AND n.seq > key.after AND n.voice IS NOT NULL
    RETURN n ORDER BY n.target, n.seq LIMIT $limit
  }
  RETURN i, n.voice AS record ORDER BY i, n.seq`);

const CLOSURES = perKey('MATCH (c:StubClosure {stubId: key}) RETURN i, c.record AS record');
