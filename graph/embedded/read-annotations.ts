/** Reads of annotations, and of what closed stubs. */
import type { StoredVoice, StubClosure } from '../annotation.ts';
import type { GraphReader, StoredAnnotation } from '../store.ts';
import type { Connection } from './connection.ts';

type AnnotationReader = Pick<
  GraphReader,
  'annotations' | 'annotationsOf' | 'countAnnotations' | 'voicesOn' | 'closures'
>;

export function annotationReader(connection: Connection): AnnotationReader {
  return {
    annotations: async (ids) => connection.recordPerKey<StoredAnnotation>(BY_ID, ids),
    annotationsOf: async ({ target, after, limit }) =>
      connection.records<StoredAnnotation>(PAGE, { target, after, limit }),
    countAnnotations: async ({ target, after, upTo }) =>
      Number(connection.value(COUNT, { target, after, upTo })),
    voicesOn: async (places, limit) => {
      const keys = places.map(({ target, after }) => [target, after]);
      const found = connection.rowsPerKey<StoredVoice & { readonly i: number }>(VOICES, keys, { limit });
      return found.map((rows) => rows.map(({ i: _, ...voice }) => voice));
    },
    closures: async (stubIds) => connection.recordPerKey<StubClosure>(CLOSURES, stubIds),
  };
}

const BY_ID =
  'SELECT k.key AS i, n.record FROM json_each(@keys) k CROSS JOIN annotations n ON n.id = k.value';

const PAGE =
  'SELECT record FROM annotations WHERE target = @target AND seq > @after ORDER BY seq LIMIT @limit';

const COUNT = 'SELECT count(*) FROM annotations WHERE target = @target AND seq > @after AND seq <= @upTo';

/** The expressions are those of the index `annotations_by_voice`, which alone is read. */
const VOICES = `
  SELECT k.key AS i, n.seq, n.record ->> '$.effective_at' AS effective_at,
    n.record ->> '$.record.actor_root' AS actor_root, n.record ->> '$.record.kind' AS kind,
    n.record ->> '$.record.check' AS "check", n.record ->> '$.record.standing' AS standing
  FROM json_each(@keys) k
  CROSS JOIN annotations n ON n.target = k.value ->> 0 AND n.seq > k.value ->> 1
    AND n.record ->> '$.record.kind' <> 'note'
    AND n.seq IN (
      SELECT seq FROM annotations
      WHERE target = k.value ->> 0 AND seq > k.value ->> 1 AND record ->> '$.record.kind' <> 'note'
      ORDER BY seq LIMIT @limit
    )
  ORDER BY n.seq`;

const CLOSURES =
  'SELECT k.key AS i, c.record FROM json_each(@keys) k CROSS JOIN stub_closures c ON c.stub_id = k.value';
