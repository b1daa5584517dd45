/** Where and when a claim holds: dates of the clause, places, and whatever else narrows it. */
import type { ClaimScope } from '../../graph/claim.ts';
import { type DateMention, findDates } from '../text/dates.ts';
import type { Token } from '../text/token.ts';
import type { ClauseView, Draft } from './draft.ts';
import { type Adjunct, isDated, keyOf, readPhrase } from './noun-phrase.ts';

/** The scope and whether a past period closes it. */
export interface ScopeReading {
  readonly scope: ClaimScope;
  /** "until 2010", or a past tense with a period of its own. */
  readonly closed: boolean;
}

const OPENING = /^(?:since|from|after)$/;
const CLOSING = /^(?:until|till|before|to|through)$/;
/** Adjuncts of time behind a comma: ", as of midnight on 1 March 2024". */
const DATED_TAIL = /^(?:since|from|until|till|effective)$/;
const NARROWING = /^(?:with|without|excluding|including|for|if|by|per|among|under|during)$/;
/** Prepositions that narrow a statement from in front of it: "Among adults, …". */
const LIMITING = /^(?:among|in|at|for|on|under|during|without|between|within)$/;
/** Prepositions that narrow nothing, by the kind of value: a holder may be "from" a place, a thing opens "to" somebody. */
const IGNORED = {
  entity: /^(?:from|to|as|of|up|down|above|worldwide|after|since|at)$/,
  quantity: /^(?:as|of|up|down|above|worldwide|after|since)$/,
  date: /^of$/,
};
/** "At the end of 2019", "to the present": a time, whatever the preposition. */
const TIME_NOUN = /^(?:end|start|beginning|middle|moment|time|close|turn)(?:\s|$)/;

/** Reads the scope of a draft. `starts` values hold from their date on; others hold in the stated period only. */
export function readScope(view: ClauseView, draft: Draft): ScopeReading {
  const { clause } = view;
  const dates = draft.value.kind === 'date' ? [] : clauseDates(view);
  const period = periodOf(view, dates, draft);
  const fronted = readPhrase(clause.fronted).adjuncts;
  const places = [...fronted, ...draft.adjuncts].filter(isPlace);
  const ahead = draft.value.kind === 'entity' ? [] : fronted.filter((a) => LIMITING.test(a.preposition));
  const qualifiers = [...ahead, ...draft.adjuncts, ...tailAdjuncts(clause.tail, draft)]
    .filter((a) => !isPlace(a) && !isDated(a) && narrows(a, draft))
    .map((a) => `${a.preposition} ${keyOf(a.tokens)}`);
  const place = places[0] === undefined ? null : keyOf(places[0].tokens);
  const known = draft.value.kind === 'entity' ? [draft.subject.key, draft.value.key] : [draft.subject.key];
  const stated = place !== null && known.some((key) => key.includes(place)) ? null : place;
  return {
    scope: { ...period.interval, place: stated, qualifiers: [...new Set(qualifiers)].sort() },
    closed: period.closed,
  };
}

/** Amounts ("from 49 euros") and times name no part of what the value is of. */
function narrows(adjunct: Adjunct, { value }: Draft): boolean {
  const { preposition, tokens } = adjunct;
  if (value.kind !== 'date' && isLayout(adjunct)) return false;
  if (value.kind !== 'quantity' && value.kind !== 'date')
    return tokens.length > 0 && !IGNORED.entity.test(preposition);
  if (IGNORED[value.kind].test(preposition)) return false;
  const key = keyOf(tokens);
  if (!IGNORED.entity.test(preposition)) return tokens.length > 0;
  const amount = /^(?:NUM|SYM)$/.test(tokens.find(({ pos }) => pos !== 'ADV')?.pos ?? '');
  return key !== '' && !amount && !TIME_NOUN.test(key);
}

/** "52 stations on four lines" is still the whole. */
function isLayout({ preposition, tokens }: Adjunct): boolean {
  return preposition === 'on' && tokens[0]?.pos === 'NUM';
}

/** Behind a comma; what a thing that happens once is narrowed by may open with any preposition. */
function tailAdjuncts(tail: readonly Token[], { value }: Draft): readonly Adjunct[] {
  const opens = NARROWING.test(tail[0]?.norm ?? '') || (value.kind === 'date' && tail[0]?.pos === 'ADP');
  return opens ? readPhrase(tail).adjuncts : [];
}

function isPlace(adjunct: Adjunct): boolean {
  if (!/^(?:in|at)$/.test(adjunct.preposition) || isDated(adjunct)) return false;
  return adjunct.tokens.at(-1)?.pos === 'PROPN';
}

interface Dated {
  readonly date: DateMention;
  readonly preposition: string;
}

function clauseDates({ clause, sentence, published }: ClauseView): readonly Dated[] {
  const tail = DATED_TAIL.test(clause.tail[0]?.norm ?? '') || isAsOf(clause.tail, 0) ? clause.tail : [];
  const tokens = [...clause.fronted, ...clause.subject, ...clause.verbTokens, ...clause.rest, ...tail];
  return findDates(sentence, published)
    .filter((date) => date.from !== null && tokens.some((token) => token.start === date.start))
    .map((date) => ({ date, preposition: wordBefore(tokens, date.start) }));
}

/** The preposition that governs a date: "since the opening in April 2016" opens, "in April 2016" does not. */
function wordBefore(tokens: readonly Token[], at: number): string {
  const before = tokens.filter((token) => token.end <= at);
  const governing = before.slice(-8).find((token, i, all) => OPENING.test(token.norm) || isAsOf(all, i));
  if (governing?.norm === 'as') return 'since';
  return governing?.norm ?? before.at(-1)?.norm ?? '';
}

function isAsOf(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.norm === 'as' && tokens[at + 1]?.norm === 'of';
}

/** "Revenue grew to 5 million in 2019" is one year of a series; a price that rose on a day holds from that day. */
function startsThen(draft: Draft, date: DateMention): boolean {
  const { predicate, dimension } = draft.attribute;
  if (!draft.starts || predicate === 'have' || draft.value.kind !== 'quantity') return draft.starts;
  return date.granularity === 'day' || (date.granularity === 'month' && dimension === 'money');
}

interface Period {
  readonly interval: { readonly valid_from: string | null; readonly valid_to: string | null };
  readonly closed: boolean;
}

function periodOf(view: ClauseView, dates: readonly Dated[], draft: Draft): Period {
  const [first] = dates;
  if (first === undefined) return { interval: { valid_from: null, valid_to: null }, closed: false };
  const { from, to } = first.date;
  if (CLOSING.test(first.preposition)) return { interval: { valid_from: null, valid_to: to }, closed: true };
  const day = first.preposition === 'of' && first.date.granularity === 'day';
  if (startsThen(draft, first.date) || OPENING.test(first.preposition) || day) {
    return { interval: { valid_from: from, valid_to: null }, closed: false };
  }
  const { tense } = view.clause.verb;
  return { interval: { valid_from: from, valid_to: to }, closed: tense === 'past' || tense === 'pluperfect' };
}
