/** The inbox: saved answers whose verdict changed, and watched questions whose answer did. */
import { z } from 'zod';
import { findingsState } from '../gateway/wire/findings.ts';
import type { BffContext, Visitor } from './bff-context.ts';
import { pageOf, pageOfSchema, positionOf } from './cursor.ts';
import { pageQuery } from './history.ts';
import type { ComparedAnswer, TurnRecord } from './question-records.ts';

/** Entries that one call marks by their ids. */
const MAX_NAMED = 100;
const MAX_ID_LENGTH = 64;
/** Entries that a call for all of them marks. */
const MAX_SEEN = 1_000;

export const turnedQuery = pageQuery.extend({
  /** `unseen`: only those that were not seen. */
  show: z.enum(['unseen', 'all']).default('all'),
});

const side = z.object({
  answer_id: z.string(),
  /** Empty: nothing answered the question. */
  summary: z.string(),
  findings_state: findingsState,
});

const turned = z.object({
  id: z.string(),
  /**
   * `gap_closed`: there is an answer where there was none; `gap_opened`: the reverse; `verdict`: the same words under another
   * verdict; `restored`: it changed, and is again as it was.
   */
  kind: z.enum(['changed', 'gap_closed', 'gap_opened', 'verdict', 'restored']),
  about: z.enum(['question', 'saved']),
  /** Id of the watched question, or of the saved answer. */
  subject: z.string(),
  q: z.string(),
  as_of: z.string().nullable(),
  /** Null: the default corpus. */
  corpus: z.string().nullable(),
  /** Of the first and of the last change since it was last seen. */
  at: z.string(),
  last_at: z.string(),
  changes: z.int(),
  seen_at: z.string().nullable(),
  before: side,
  now: side,
});
export type Turned = z.infer<typeof turned>;
/** Of the whole inbox. What was read later never has the smaller revision. */
const unseenCount = z.object({
  revision: z.int(),
  /** At most 1,000 are counted. */
  unseen: z.int(),
});
type UnseenCount = z.infer<typeof unseenCount>;
export const turnedPage = pageOfSchema(turned).extend(unseenCount.shape);

/** The last first. @throws {BffRefusal} 429 past the limit, which history reads share */
export async function listTurned(
  bff: BffContext,
  visitor: Visitor,
  { show, cursor, limit }: z.infer<typeof turnedQuery>,
): Promise<z.infer<typeof turnedPage>> {
  await bff.limits.read(visitor);
  const { user } = visitor;
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const rows = await bff.records.turns({ user, unseen: show === 'unseen', after, limit: limit + 1 });
  const page = pageOf(rows, limit, ({ at, id }) => ({ at, id }), turnedView);
  return { ...page, ...(await countUnseen(bff, user)) };
}

/** The revision is read first: what comes between the two reads is in the next one's count too. */
export async function countUnseen({ records }: BffContext, user: string): Promise<UnseenCount> {
  const revision = await records.inboxRevision(user);
  return { revision, unseen: await records.unseenTurns(user) };
}

export const seenInput = z.strictObject({
  /** Absent: all that there are. */
  ids: z.array(z.string().min(1).max(MAX_ID_LENGTH)).min(1).max(MAX_NAMED).optional(),
});
export const seen = unseenCount.extend({
  /** Entries that this call marked; what was seen before, and what is not there, is left out. */
  seen: z.int(),
  /** Whether some are left: call again until there are none. */
  more: z.boolean(),
});

/** @throws {BffRefusal} 429 past the limit */
export async function seeTurned(
  bff: BffContext,
  visitor: Visitor,
  { ids }: z.infer<typeof seenInput>,
): Promise<z.infer<typeof seen>> {
  await bff.limits.write(visitor);
  const count = await bff.records.seeTurns(visitor.user, ids ?? null, bff.now());
  const more = ids === undefined && count === MAX_SEEN;
  return { seen: count, more, ...(await countUnseen(bff, visitor.user)) };
}

export function turnedView(turn: TurnRecord): Turned {
  const { id, kind, about, subject, q, as_of, corpus, changes } = turn;
  return {
    id,
    kind,
    about,
    subject,
    q,
    as_of,
    corpus,
    at: new Date(turn.at).toISOString(),
    last_at: new Date(turn.last_at).toISOString(),
    changes,
    seen_at: turn.seen_at === null ? null : new Date(turn.seen_at).toISOString(),
    before: sideOf(turn.before),
    now: sideOf(turn.now),
  };
}

function sideOf({ answer_id, summary, findings_state }: ComparedAnswer): z.infer<typeof side> {
  return { answer_id, summary, findings_state };
}
