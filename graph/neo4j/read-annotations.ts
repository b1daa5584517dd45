/** Reads of annotations, and of what closed stubs. */
import type { StubClosure } from '../annotation.ts';
import type { GraphReader, StoredAnnotation } from '../store.ts';
import { type Connection, perKey } from './connection.ts';

type AnnotationReader = Pick<
  GraphReader,
  'annotations' | 'annotationsOf' | 'countAnnotations' | 'annotationsOn' | 'closures'
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
    annotationsOn: (targets) => connection.recordsPerKey<StoredAnnotation>(ON_TARGET, targets),
    closures: (stubIds) => connection.recordPerKey<StubClosure>(CLOSURES, stubIds),
  };
}

const BY_ID = perKey('MATCH (n:Annotation {id: key}) RETURN i, n.record AS record');

/** `seq` is in each condition, since an index on (target, seq) serves only a question about both. */
const PAGE = `
  MATCH (n:Annotation) WHERE n.target = $target AND n.seq > $after
  RETURN n.record AS record ORDER BY n.seq LIMIT $limit`;

const COUNT = `
  MATCH (n:Annotation) WHERE n.target = $target AND n.seq > $after AND n.seq <= $upTo
  RETURN count(n) AS found`;

const ON_TARGET = perKey(`
  MATCH (n:Annotation) WHERE n.target = key AND n.seq >= 0 RETURN i, n.record AS record ORDER BY i, n.seq`);

const CLOSURES = perKey('MATCH (c:StubClosure {stubId: key}) RETURN i, c.record AS record');
