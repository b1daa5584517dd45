/** Saved answers, in folders and under tags (docs/spec/contract.md#ae-saved, #ae-saved-entry). */
import { z } from 'zod';
import { expectedOf, summaryHash } from './ask.ts';
import { type BffContext, callFor, type Visitor } from './bff-context.ts';
import { type Page, pageOf, positionOf } from './cursor.ts';
import { pageQuery, tagName } from './history.ts';
import type { SavedRecord } from './records.ts';
import { refuse } from './refusal.ts';
import { verifiedReceipt } from './verified-receipt.ts';

const MAX_TAGS = 16;
const MAX_TITLE_LENGTH = 200;
const MAX_FOLDER_LENGTH = 64;
const MAX_ID_LENGTH = 64;

const folderName = z.string().trim().min(1).max(MAX_FOLDER_LENGTH);

export const saveInput = z.strictObject({
  answer_id: z.string().min(1).max(MAX_ID_LENGTH),
  title: z.string().trim().min(1).max(MAX_TITLE_LENGTH),
  tags: z.array(tagName).max(MAX_TAGS).default([]),
  folder: folderName.optional(),
});
export type SaveInput = z.infer<typeof saveInput>;

export const savedQuery = pageQuery.extend({ folder: folderName.optional(), tag: tagName.optional() });
export type SavedQuery = z.infer<typeof savedQuery>;

/** An entry as it is served: without its user. `snapshot` is the answer as it was when it was saved. */
export interface SavedEntry
  extends Pick<
    SavedRecord,
    'id' | 'answer_id' | 'title' | 'folder' | 'tags' | 'snapshot_id' | 'findings_state'
  > {
  readonly created_at: string;
  readonly snapshot: Pick<SavedRecord, 'q' | 'summary' | 'summary_hash' | 'as_of' | 'corpus'>;
}

/** Newest first. @throws {BffRefusal} 429 past the limit, which history reads share */
export async function listSaved(
  bff: BffContext,
  visitor: Visitor,
  query: SavedQuery,
): Promise<Page<SavedEntry>> {
  await bff.limits.read(visitor);
  const { folder, tag, cursor, limit } = query;
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const rows = await bff.records.saved({ user: visitor.user, folder, tag, after, limit: limit + 1 });
  return pageOf(rows, limit, (row) => ({ at: row.created_at, id: row.id }), entryView);
}

/**
 * Saves an answer that the visitor asked for; saving it again replaces title, folder and tags.
 * @throws {BffRefusal} 404 for any other answer, 429 past the limits, 502 where the receipt does not verify
 */
export async function saveAnswer(bff: BffContext, visitor: Visitor, input: SaveInput): Promise<SavedEntry> {
  await bff.limits.write(visitor);
  const asked = await bff.records.askedFor(visitor.user, input.answer_id);
  if (asked === null)
    throw refuse(404, 'NotFound', 'missing:answer', 'There is no such answer in your history.');
  const receipt = await bff.limits.engine(visitor, 'open', () =>
    verifiedReceipt(bff, callFor(bff, visitor), expectedOf(asked)),
  );
  const { corpus, summary } = receipt.content;
  const saved = await bff.records.save({
    id: bff.newId(),
    user_id: visitor.user,
    answer_id: input.answer_id,
    snapshot_id: corpus.snapshot,
    created_at: bff.now(),
    title: input.title,
    folder: input.folder ?? null,
    tags: [...new Set(input.tags)].sort(),
    q: asked.q,
    summary,
    summary_hash: summaryHash(summary),
    receipt_hash: receipt.hash,
    as_of: asked.as_of,
    corpus: asked.corpus,
    findings_state: asked.findings_state,
  });
  return entryView(saved);
}

/** Soft: receipts stay with the engine. @throws {BffRefusal} 404 where the visitor has no such entry, 429 past the limit */
export async function removeSaved(bff: BffContext, visitor: Visitor, id: string): Promise<void> {
  await bff.limits.write(visitor);
  if (await bff.records.removeSaved(visitor.user, id, bff.now())) return;
  throw refuse(404, 'NotFound', 'missing:saved', 'There is no such saved answer.');
}

function entryView(record: SavedRecord): SavedEntry {
  const { id, answer_id, title, folder, tags, snapshot_id, findings_state } = record;
  const { q, summary, summary_hash, as_of, corpus } = record;
  const created_at = new Date(record.created_at).toISOString();
  const snapshot = { q, summary, summary_hash, as_of, corpus };
  return { id, answer_id, title, folder, tags, snapshot_id, findings_state, created_at, snapshot };
}
