/** Reads of annotations, and of what closed stubs. */
import type { StubClosure } from '../annotation.ts';
import type { GraphReader, StoredAnnotation } from '../store.ts';
import type { Connection } from './connection.ts';

type AnnotationReader = Pick<
  GraphReader,
  'annotations' | 'annotationsOf' | 'countAnnotations' | 'annotationsOn' | 'closures'
>;

export function annotationReader(connection: Connection): AnnotationReader {
  return {
    annotations: async (ids) => connection.recordPerKey<StoredAnnotation>(BY_ID, ids),
    annotationsOf: async ({ target, after, limit }) =>
      connection.records<StoredAnnotation>(PAGE, { target, after, limit }),
    countAnnotations: async ({ target, after, upTo }) =>
      Number(connection.value(COUNT, { target, after, upTo })),
    annotationsOn: async (targets) => connection.recordsPerKey<StoredAnnotation>(ON_TARGET, targets),
    closures: async (stubIds) => connection.recordPerKey<StubClosure>(CLOSURES, stubIds),
  };
}

const BY_ID =
  'SELECT k.key AS i, n.record FROM json_each(@keys) k CROSS JOIN annotations n ON n.id = k.value';

const PAGE =
  'SELECT record FROM annotations WHERE target = @target AND seq > @after ORDER BY seq LIMIT @limit';

const COUNT = 'SELECT count(*) FROM annotations WHERE target = @target AND seq > @after AND seq <= @upTo';

const ON_TARGET = `
  SELECT k.key AS i, n.record FROM json_each(@keys) k
  CROSS JOIN annotations n ON n.target = k.value
  ORDER BY n.seq`;

const CLOSURES =
  'SELECT k.key AS i, c.record FROM json_each(@keys) k CROSS JOIN stub_closures c ON c.stub_id = k.value';
