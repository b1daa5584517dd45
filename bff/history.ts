/** The history of questions (docs/spec/contract.md#ae-history, #ae-history-create). */
import { z } from 'zod';
import { answerMode } from '../gateway/wire/answer-content.ts';
import { findingsState } from '../gateway/wire/findings.ts';
import { ask, askInput } from './ask.ts';
import { type BffContext, personalOrg, type Visitor } from './bff-context.ts';
import { cursorOf, type Page, pageOfSchema, positionOf } from './cursor.ts';
import { storedText } from './input.ts';
import { sharingOrgs } from './organisations.ts';
import type { FacetValue, HistoryFilter, HistoryPage, HistoryRecord } from './records.ts';
import { refuse } from './refusal.ts';

export const MAX_PAGE = 100;
const DEFAULT_PAGE = 20;
const MAX_TAG_LENGTH = 64;
const MAX_CURSOR_LENGTH = 128;
const MAX_ID_LENGTH = 64;
const MAX_SEARCH_LENGTH = 200;
const MAX_CORPUS_LENGTH = 63;
/** Questions that one call deletes. */
const MAX_FORGOTTEN = 2_000;
/** Of `metadata` as JSON, in UTF-16 code units. */
const MAX_METADATA_LENGTH = 4_096;

export const instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((value) => Date.parse(value));

export const pageQuery = z.object({
  limit: z.coerce.number().pipe(z.int().min(1).max(MAX_PAGE)).default(DEFAULT_PAGE),
  cursor: z.string().max(MAX_CURSOR_LENGTH).optional(),
});

/** What a search of the records looks for. */
export const searchText = z.string().trim().min(1).max(MAX_SEARCH_LENGTH);
export const corpusValue = storedText.max(MAX_CORPUS_LENGTH);

export const tagName = storedText.trim().min(1).max(MAX_TAG_LENGTH);

export const historyQuery = pageQuery.extend({
  mode: answerMode.optional(),
  /** An organisation that the visitor has joined, for its shared history; absent: the visitor's own. */
  org_id: z.string().max(256).optional(),
  from: instant.optional(),
  to: instant.optional(),
  /** Questions whose answer is saved under it. */
  tag: tagName.optional(),
  /** Words of the question, the last one by its beginning. */
  q: searchText.optional(),
  /** The corpus that was asked; empty: the default one. */
  corpus: corpusValue.optional(),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

export const recordInput = askInput.extend({
  metadata: z
    .record(z.string(), z.json())
    .refine((value) => JSON.stringify(value).length <= MAX_METADATA_LENGTH, 'too long')
    .optional(),
});
export type RecordInput = z.infer<typeof recordInput>;

/** An entry as it is served: without its user. `findings_state` is the latest verdict known. */
export const historyEntry = z.object({
  id: z.string(),
  org_id: z.string(),
  mode: answerMode,
  requested_at: z.string(),
  answer_id: z.string(),
  q: z.string(),
  as_of: z.string().nullable(),
  corpus: z.string().nullable(),
  summary_hash: z.string(),
  receipt_hash: z.string().nullable(),
  metadata: z.record(z.string(), z.json()),
  findings_state: findingsState,
});
export type HistoryEntry = z.infer<typeof historyEntry>;
export const historyPage = pageOfSchema(historyEntry);

/**
 * Newest first. With `q` or `corpus` it is a search of the visitor's own questions: a page may then be shorter than its
 * limit, and `next_cursor` states whether the list continues.
 * @throws {BffRefusal} 400 for a search of what is not searchable, 403 for an organisation's history without the
 * entitlement, 429 past the limit
 */
export async function listHistory(
  bff: BffContext,
  visitor: Visitor,
  query: HistoryQuery,
): Promise<Page<HistoryEntry>> {
  await bff.limits.read(visitor);
  const { rows, next } = isSearch(query)
    ? await searchQuestions(bff, visitor, query)
    : await bff.records.history(await filterOf(bff, visitor, query));
  return { items: rows.map(entryView), next_cursor: next === null ? null : cursorOf(next) };
}

async function filterOf(bff: BffContext, visitor: Visitor, query: HistoryQuery): Promise<HistoryFilter> {
  const { mode, from, to, cursor, limit } = query;
  return {
    of: await scopeOf(bff, visitor, query.org_id),
    mode,
    from,
    to,
    tag: query.tag === undefined ? undefined : { user: visitor.user, name: query.tag },
    after: cursor === undefined ? undefined : positionOf(cursor),
    limit,
  };
}

function isSearch({ q, corpus }: HistoryQuery): boolean {
  return q !== undefined || corpus !== undefined;
}

function searchQuestions(
  bff: BffContext,
  { user }: Visitor,
  { q, corpus, mode, org_id, tag, from, to, cursor, limit }: HistoryQuery,
): Promise<HistoryPage> {
  if (tag !== undefined || (org_id !== undefined && org_id !== personalOrg(bff, user))) {
    const message = 'A search covers your own questions, whatever their tags.';
    throw refuse(400, 'BadRequest', 'invalid:query', message, 'Leave out the tag and the organisation.');
  }
  const values: FacetValue[] = [];
  if (mode !== undefined) values.push({ facet: 'mode', value: mode });
  if (corpus !== undefined) values.push({ facet: 'corpus', value: corpus });
  const after = cursor === undefined ? undefined : positionOf(cursor);
  return bff.records.searchHistory({ user, text: q ?? '', values, from, to, after, limit });
}

export const questionInput = z.strictObject({ id: z.string().min(1).max(MAX_ID_LENGTH) });

/**
 * Deletes one question for good. The answer stays with the engine; unless it is saved, the visitor can no longer open it.
 * @throws {BffRefusal} 404 where the visitor has no such entry, 429 past the limit
 */
export async function forgetQuestion(bff: BffContext, visitor: Visitor, id: string): Promise<void> {
  await bff.limits.write(visitor);
  if (await bff.records.forgetQuestion(visitor.user, id)) return;
  throw refuse(404, 'NotFound', 'missing:history', 'There is no such question in your history.');
}

export const forgotten = z.object({
  /** Questions that this call deleted. */
  deleted: z.int(),
  /** Whether some are left: call again until there are none. */
  more: z.boolean(),
});

/** Deletes the visitor's whole history for good, up to 2,000 questions a call. @throws {BffRefusal} 429 past the limit */
export async function forgetHistory(bff: BffContext, visitor: Visitor): Promise<z.infer<typeof forgotten>> {
  await bff.limits.write(visitor);
  const deleted = await bff.records.forgetHistory(visitor.user, MAX_FORGOTTEN);
  return { deleted, more: deleted === MAX_FORGOTTEN };
}

/** Runs the question, then records it. @throws as `ask`, 429 past the limit */
export async function recordQuestion(
  bff: BffContext,
  visitor: Visitor,
  input: RecordInput,
): Promise<HistoryEntry> {
  await bff.limits.read(visitor);
  const { metadata, ...question } = input;
  return entryView((await ask(bff, visitor, question, metadata)).entry);
}

async function scopeOf(
  bff: BffContext,
  visitor: Visitor,
  org: string | undefined,
): Promise<HistoryFilter['of']> {
  if (org === undefined || org === personalOrg(bff, visitor.user)) return { user: visitor.user };
  // An unknown organisation is refused like one without the entitlement: the reply does not show that it exists.
  if ((await sharingOrgs(bff, visitor)).includes(org)) return { org };
  const message = 'Shared history is not part of your plan.';
  throw refuse(403, 'Forbidden', 'denied:entitlement', message, 'Ask the operator for an invitation.');
}

function entryView(record: HistoryRecord): HistoryEntry {
  const { user_id: _, requested_at, metadata, ...rest } = record;
  return { ...rest, requested_at: new Date(requested_at).toISOString(), metadata: JSON.parse(metadata) };
}
