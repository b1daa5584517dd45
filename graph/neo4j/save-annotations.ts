/** Writes of annotations and of what closed stubs. What they are about may not exist, so they relate to nothing. */
import type { Changes } from '../store.ts';
import type { Upserts } from './upserts.ts';

export async function saveAnnotations(upsert: Upserts, { annotations, closures }: Changes): Promise<void> {
  await upsert.rows(
    SAVE_ANNOTATIONS,
    annotations.map((annotation) => {
      const { id, corpus, target } = annotation.record;
      return { id, corpus, target, seq: annotation.seq, record: JSON.stringify(annotation) };
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
