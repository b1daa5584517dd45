/** Saved answers, in folders and under tags (docs/spec/contract.md#ae-saved, #ae-saved-entry). */
import { z } from 'zod';
import { findingsState } from '../gateway/wire/findings.ts';
import { expectedOf, summaryHash } from './ask.ts';
import { type BffContext, callFor, type Visitor } from './bff-context.ts';
import { cursorOf, type Page, pageOfSchema, positionOf } from './cursor.ts';
import { corpusValue, instant, MAX_PAGE, pageQuery, searchText, tagName } from './history.ts';
import { storedText } from './input.ts';
import { currentOrg } from './organisations.ts';
import type { FacetValue, Position, SavedPage, SavedRecord } from './records.ts';
import { refuse } from './refusal.ts';
import { verifiedReceipt } from './verified-receipt.ts';

export const MAX_TAGS = 16;
const MAX_TITLE_LENGTH = 200;
const MAX_FOLDER_LENGTH = 64;
const MAX_NOTE_LENGTH = 4_000;
const MAX_ID_LENGTH = 64;

export const folderName = storedText.trim().min(1).max(MAX_FOLDER_LENGTH);
export const savedTitle = storedText.trim().min(1).max(MAX_TITLE_LENGTH);
export const savedTags = z
  .array(tagName)
  .max(MAX_TAGS)
  .transform((tags) => [...new Set(tags)].sort());
export const savedNote = storedText.trim().max(MAX_NOTE_LENGTH);

export const saveInput = z.strictObject({
  answer_id: z.string().min(1).max(MAX_ID_LENGTH),
  /** Absent: that of the entry that is there already, else the question. */
  title: savedTitle.optional(),
  /** Absent: those of the entry that is there already, else none. */
  tags: savedTags.optional(),
  /** Null: in no folder. Absent: as it is. */
  folder: folderName.nullish(),
  /** Null: none. Absent: as it is. */
  note: savedNote.nullish(),
});
export type SaveInput = z.infer<typeof saveInput>;

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

export const savedQuery = pageQuery.extend({
  folder: folderName.optional(),
  tag: tagName.optional(),
  /** Words of title, question, note and summary, the last one by its beginning. */
  q: searchText.optional(),
  /** The latest verdict. */
  verdict: findingsState.optional(),
  /** True: only those whose verdict is another than when they were saved. */
  changed: flag.optional(),
  /** The corpus that was asked; empty: the default one. */
  corpus: corpusValue.optional(),
  /** When it was saved. */
  from: instant.optional(),
  to: instant.optional(),
});
export type SavedQuery = z.infer<typeof savedQuery>;

/** An entry as it is served: without its user. `snapshot` is the answer as it was when it was saved. */
export const savedEntry = z.object({
  id: z.string(),
  answer_id: z.string(),
  title: z.string(),
  folder: z.string().nullable(),
  tags: z.array(z.string()).readonly(),
  note: z.string().nullable(),
  snapshot_id: z.string(),
  /** The latest verdict known. */
  findings_state: findingsState,
  /** The verdict when the answer was saved. */
  saved_state: findingsState,
  created_at: z.string(),
  snapshot: z.object({
    q: z.string(),
    summary: z.string(),
    summary_hash: z.string(),
    as_of: z.string().nullable(),
    corpus: z.string().nullable(),
  }),
});
export type SavedEntry = z.infer<typeof savedEntry>;
export const savedPage = pageOfSchema(savedEntry);

/**
 * Newest first. With any filter beside folder and tag it is a search: a page may then be shorter than its limit, and
 * `next_cursor` states whether the list continues.
 * @throws {BffRefusal} 429 past the limit, which history reads share
 */
export async function listSaved(
  bff: BffContext,
  visitor: Visitor,
  query: SavedQuery,
): Promise<Page<SavedEntry>> {
  await bff.limits.read(visitor);
  const { cursor, limit, ...filter } = query;
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const { rows, next } = await readPage(bff, visitor, filter, { after, limit });
  return { items: rows.map(savedView), next_cursor: next === null ? null : cursorOf(next) };
}

export type SavedNarrowing = Omit<SavedQuery, 'cursor' | 'limit'>;

/** Every entry that the filter finds, read page by page. */
export async function* savedPages(
  bff: BffContext,
  visitor: Visitor,
  filter: SavedNarrowing,
): AsyncGenerator<SavedEntry, void, void> {
  let after: Position | undefined;
  do {
    const page = await readPage(bff, visitor, filter, { after, limit: MAX_PAGE });
    yield* page.rows.map(savedView);
    after = page.next ?? undefined;
  } while (after !== undefined);
}

interface Place {
  readonly after: Position | undefined;
  readonly limit: number;
}

async function readPage(
  { records }: BffContext,
  { user }: Visitor,
  filter: SavedNarrowing,
  { after, limit }: Place,
): Promise<SavedPage> {
  const { folder, tag, q, from, to } = filter;
  const values = valuesOf(filter);
  if (q === undefined && values.length === 0 && from === undefined && to === undefined) {
    const found = await records.saved({ user, folder, tag, after, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return { rows, next: last === undefined ? null : { at: last.created_at, id: last.id } };
  }
  const all = [...values, ...ownValues({ folder, tag })];
  return records.searchSaved({ user, text: q ?? '', values: all, from, to, after, limit });
}

function valuesOf({ verdict, changed, corpus }: SavedNarrowing): FacetValue[] {
  const values: FacetValue[] = [];
  if (verdict !== undefined) values.push({ facet: 'verdict', value: verdict });
  if (changed !== undefined) values.push({ facet: 'changed', value: changed ? 'yes' : 'no' });
  if (corpus !== undefined) values.push({ facet: 'corpus', value: corpus });
  return values;
}

function ownValues({ folder, tag }: Pick<SavedQuery, 'folder' | 'tag'>): FacetValue[] {
  const values: FacetValue[] = [{ facet: 'any', value: 'yes' }];
  if (folder !== undefined) values.push({ facet: 'folder', value: folder });
  if (tag !== undefined) values.push({ facet: 'tag', value: tag });
  return values;
}

/**
 * Saves an answer that the visitor asked for. Saving it again replaces its title, folder, tags and note where they are given.
 * @throws {BffRefusal} 404 for any other answer, 429 past the limits, 502 where the receipt does not verify
 */
export async function saveAnswer(bff: BffContext, visitor: Visitor, input: SaveInput): Promise<SavedEntry> {
  await bff.limits.write(visitor);
  const asked = await bff.records.askedFor(visitor.user, input.answer_id);
  if (asked === null)
    throw refuse(404, 'NotFound', 'missing:answer', 'There is no such answer in your history.');
  const receipt = await bff.limits.engine(visitor, 'open', () =>
    verifiedReceipt(bff, callFor(bff, visitor, asked.owner), expectedOf(asked)),
  );
  const { corpus, summary } = receipt.content;
  const record = {
    ...input,
    title: input.title ?? asked.q.slice(0, MAX_TITLE_LENGTH).trim(),
    keepsTitle: input.title === undefined,
    id: bff.newId(),
    user_id: visitor.user,
    snapshot_id: corpus.snapshot,
    created_at: bff.now(),
    q: asked.q,
    summary,
    summary_hash: summaryHash(summary),
    receipt_hash: receipt.hash,
    as_of: asked.as_of,
    corpus: asked.corpus,
    findings_state: asked.findings_state,
  };
  return savedView(await bff.records.save(record, await currentOrg(bff, visitor)));
}

export function savedView(record: SavedRecord): SavedEntry {
  const { id, answer_id, title, folder, tags, note, snapshot_id, findings_state, saved_state } = record;
  const { q, summary, summary_hash, as_of, corpus } = record;
  const created_at = new Date(record.created_at).toISOString();
  const snapshot = { q, summary, summary_hash, as_of, corpus };
  const shown = { id, answer_id, title, folder, tags, note, snapshot_id, findings_state, saved_state };
  return { ...shown, created_at, snapshot };
}
