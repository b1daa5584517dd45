/** Reads of annotations, and of what closed stubs. */
import type { StoredVoice, StubClosure } from '../annotation.ts';
import type { GraphReader, StoredAnnotation } from '../store.ts';
import { type Connection, perKey } from './connection.ts';

type AnnotationReader = Pick<
  GraphReader,
  'annotations' | 'annotationsOf' | 'countAnnotations' | 'voicesOn' | 'closures'
>;

export function annotationReader(connection: Connection): AnnotationReader {
  return {
    annotations: (ids) => connection.recordPerKey<StoredAnnotation>(BY_ID, ids),
    annotationsOf: ({ target, after, limit }) =>
      connection.records<StoredAnnotation>(PAGE, { target, after, limit }),
    countAnnotations: async ({ target, after, upTo }) => {
      const row = await connection.row<{ found: number }>(COUNT, { target, after, upTo });
      return row?.found ?? 0;
    },
    voicesOn: (places, limit) =>
      connection.recordsPerKey<StoredVoice>(
        VOICES,
        places.map(({ target, after }) => ({ target, after })),
        { limit },
      ),
    closures: (stubIds) => connection.recordPerKey<StubClosure>(CLOSURES, stubIds),
  };
}

const BY_ID = perKey('MATCH (n:Annotation {id: key}) RETURN i, n.record AS record');

/** `seq` is in each condition, since an index on (target, seq) serves only a question about both. */
const PAGE = `
  MATCH (n:Annotation) WHERE n.target = $target AND n.seq > $after
  RETURN n.record AS record ORDER BY n.target, n.seq LIMIT $limit`;

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
