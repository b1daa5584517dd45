/** Reads of annotations, and of what closed stubs. */
import type { StoredVoice, StubClosure } from '../annotation.ts';
import type { ListReader } from '../store/lists.ts';
import type { RangeReads } from '../store/ranges.ts';
import type { RecordReads } from '../store/records.ts';
import type { StoredAnnotation } from '../store/rows.ts';
import type { Connection } from './connection.ts';
import { recordOf } from './records.ts';

export function annotationRecords(connection: Connection): RecordReads<'annotations' | 'closures'> {
  return {
    annotations: async (ids) => connection.recordPerKey<StoredAnnotation>(BY_ID, ids),
    closures: async (stubIds) => connection.recordPerKey<StubClosure>(CLOSURES, stubIds),
  };
}

export function voiceRanges(connection: Connection): RangeReads<'voices'> {
  return {
    voices: async ({ by, limit }) => {
      const keys = by.map(({ target, after }) => [target, after]);
      const found = connection.rowsPerKey<StoredVoice & { readonly i: number }>(VOICES, keys, { limit });
      return found.map((rows) => rows.map(({ i: _, ...voice }) => voice));
    },
  };
}

export function annotationCounts(connection: Connection): Pick<ListReader, 'countAnnotations'> {
  return {
    countAnnotations: async ({ target, after, upTo }) =>
      Number(connection.value(COUNT, { target, after, upTo })),
  };
}

const RECORD = `${recordOf('annotation', 'n')} AS record`;

const BY_ID = `SELECT k.key AS i, ${RECORD} FROM json_each(@keys) k CROSS JOIN annotations n ON n.id = k.value`;

const COUNT = 'SELECT count(*) FROM annotations WHERE target = @target AND seq > @after AND seq <= @upTo';

/** The columns are those of the index `annotations_by_voice`, which alone is read. */
const VOICES = `
  SELECT k.key AS i, n.seq, n.effective_at, n.actor_root, n.kind, n."check", n.standing
  FROM json_each(@keys) k
  CROSS JOIN annotations n ON n.target = k.value ->> 0 AND n.seq > k.value ->> 1
    AND n.kind <> 'note'
    AND n.seq IN (
      SELECT seq FROM annotations
      WHERE target = k.value ->> 0 AND seq > k.value ->> 1 AND kind <> 'note'
      ORDER BY seq LIMIT @limit
    )
  ORDER BY n.seq`;

const CLOSURES =
  'SELECT k.key AS i, c.record FROM json_each(@keys) k CROSS JOIN stub_closures c ON c.stub_id = k.value';
