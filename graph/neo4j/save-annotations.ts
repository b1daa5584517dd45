/** Writes of annotations and of what closed stubs. What they are about may not exist, so they relate to nothing. */
import { voiceOf } from '../annotation.ts';
import type { StoredAnnotation } from '../store/rows.ts';
import type { Changes } from '../store/store.ts';
import type { Upserts } from './upserts.ts';

/** What a node holds of its annotation's side beside the record, which may be long; null for a note. */
function voiceText(annotation: StoredAnnotation): string | null {
  const voice = voiceOf(annotation.record, annotation);
  return voice === null ? null : JSON.stringify(voice);
}

export async function saveAnnotations(upsert: Upserts, { annotations, closures }: Changes): Promise<void> {
  await upsert.rows(
    SAVE_ANNOTATIONS,
    annotations.map((annotation) => {
      const { id, corpus, target, kind } = annotation.record;
      const looked = { id, corpus, target, kind, seq: annotation.seq };
      return { ...looked, record: JSON.stringify(annotation), voice: voiceText(annotation) };
    }),
  );
  await upsert.rows(
    SAVE_CLOSURES,
    closures.map((closure) => {
      const { stub_id: stubId, corpus } = closure;
      return { stubId, corpus, record: JSON.stringify(closure) };
    }),
  );
}

const SAVE_ANNOTATIONS = `
  UNWIND $rows AS row
  MERGE (n:Annotation {id: row.id}) ON CREATE SET n = row`;

const SAVE_CLOSURES = `
  UNWIND $rows AS row
  MERGE (c:StubClosure {stubId: row.stubId}) ON CREATE SET c = row`;
