/** The history of questions (docs/spec/contract.md#ae-history, #ae-history-create). */
import { z } from 'zod';
import { answerMode } from '../gateway/wire/answer-content.ts';
import { ask, askInput } from './ask.ts';
import { type BffContext, personalOrg, type Visitor } from './bff-context.ts';
import { cursorOf, type Page, positionOf } from './cursor.ts';
import { sharingOrgs } from './organisations.ts';
import type { HistoryFilter, HistoryRecord } from './records.ts';
import { refuse } from './refusal.ts';

const MAX_PAGE = 100;
const DEFAULT_PAGE = 20;
const MAX_TAG_LENGTH = 64;
const MAX_CURSOR_LENGTH = 128;
/** Of `metadata` as JSON, in UTF-16 code units. */
const MAX_METADATA_LENGTH = 4_096;

const instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((value) => Date.parse(value));

export const pageQuery = z.object({
  limit: z.coerce.number().pipe(z.int().min(1).max(MAX_PAGE)).default(DEFAULT_PAGE),
  cursor: z.string().max(MAX_CURSOR_LENGTH).optional(),
});

export const tagName = z.string().trim().min(1).max(MAX_TAG_LENGTH);

export const historyQuery = pageQuery.extend({
  mode: answerMode.optional(),
  /** An organisation that the visitor has joined, for its shared history; absent: the visitor's own. */
  org_id: z.string().max(256).optional(),
  from: instant.optional(),
  to: instant.optional(),
  /** Questions whose answer is saved under it. */
  tag: tagName.optional(),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

export const recordInput = askInput.extend({
  metadata: z
    .record(z.string(), z.json())
    .refine((value) => JSON.stringify(value).length <= MAX_METADATA_LENGTH, 'too long')
    .optional(),
});
export type RecordInput = z.infer<typeof recordInput>;

/** An entry as it is served: without its user. */
export interface HistoryEntry extends Omit<HistoryRecord, 'user_id' | 'requested_at' | 'metadata'> {
  readonly requested_at: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** @throws {BffRefusal} 403 for an organisation's history without the entitlement, 429 past the limit */
export async function listHistory(
  bff: BffContext,
  visitor: Visitor,
  query: HistoryQuery,
): Promise<Page<HistoryEntry>> {
  await bff.limits.read(visitor);
  const { mode, from, to, cursor, limit } = query;
  const filter: HistoryFilter = {
    of: await scopeOf(bff, visitor, query.org_id),
    mode,
    from,
    to,
    tag: query.tag === undefined ? undefined : { user: visitor.user, name: query.tag },
    after: cursor === undefined ? undefined : positionOf(cursor),
    limit,
  };
  const { rows, next } = await bff.records.history(filter);
  return { items: rows.map(entryView), next_cursor: next === null ? null : cursorOf(next) };
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
