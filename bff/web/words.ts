/** What the page calls things: the wire's words in the reader's. */
import type { Currency, Notice } from './current.ts';
import type { FindingsState } from './trpc.ts';

const VERDICTS: Readonly<Record<FindingsState, { readonly word: string; readonly meaning: string }>> = {
  PASS: {
    word: 'Verified',
    meaning: 'Every sentence is backed by checked sources, and none of what disagrees outweighs them.',
  },
  WARN: {
    word: 'Warning',
    meaning: 'The sources still support this answer, but something about it has changed.',
  },
  FAIL: { word: 'Failed', meaning: 'Do not rely on this answer: what it rests on no longer holds.' },
  UNKNOWN: { word: 'Not checked', meaning: 'Nothing has been found that could check this answer.' },
};

const REASONS: Readonly<Record<string, string>> = {
  contradiction_authoritative: 'Sources of weight contradict it.',
  superseded_contradicting: 'A later statement has replaced it with another value.',
  coverage_lost: 'A source that it needs has been withdrawn.',
  hash_mismatch: 'A source no longer has the bytes that were checked.',
  contested: 'Its evidence is contested.',
  superseded_refining: 'A later statement says it more exactly.',
  artefact_withdrawn: 'One of its sources has been withdrawn; others still support it.',
  diversity_lost: 'Its remaining sources are less independent of each other.',
  snapshot_stale: 'What is known here has not been looked at for a while.',
  licence_changed: 'The licence of one of its sources has changed.',
  belief_stale: 'Its support is old.',
  newer_rival: 'A newer source gives another value.',
  not_evaluated: 'It has not been evaluated yet.',
  store_unavailable: 'The store could not be reached to check it.',
  no_support: 'No source here supports an answer.',
};

const DISAGREEMENTS: Readonly<Record<string, string>> = {
  rival_value: 'disputed: another value',
  disputes: 'disputed: put forward against it',
  superseded_value: 'a value since replaced',
  opposite_stance: 'disputed: says otherwise',
};

const SEARCHES: Readonly<Record<string, string>> = {
  other_value: 'another value of the same thing',
  negation: 'a denial',
  succession: 'something that came after it',
  antonym: 'words of the opposite',
};

const DROPPED: Readonly<Record<string, string>> = {
  withdrawn: 'It was withdrawn.',
  older_version: 'A newer version of the same document is here.',
  licence_refused: 'Its licence does not allow using it here.',
  mirror: 'It is a copy of another document, so it adds no voice.',
  beyond_k: 'Others matched the question better.',
  not_independent: 'It repeats another source.',
  no_cover: 'It does not state the answer clearly enough.',
  dominated: 'The same publisher has a source that covers more.',
  not_needed: 'The answer is covered without it.',
};

/** Days of this page are days of the world's clock, like the engine's. */
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function verdictWord(state: FindingsState): string {
  return VERDICTS[state].word;
}

export function verdictMeaning(state: FindingsState): string {
  return VERDICTS[state].meaning;
}

export function reasonWords(code: string): string {
  return REASONS[code] ?? `${plain(code)}.`;
}

export function disagreementWords(reason: string): string {
  return DISAGREEMENTS[reason] ?? plain(reason);
}

export function droppedWords(reason: string): string {
  return DROPPED[reason] ?? `${plain(reason)}.`;
}

/** How far the search for what disagrees went: "4 searches, 14 sentences, nothing disagrees". */
export function checkedWords(
  { searches, sentences }: { readonly searches: readonly unknown[]; readonly sentences: number },
  against: number,
): string {
  const counted = [
    countOf(searches.length, 'search', 'searches'),
    countOf(sentences, 'sentence', 'sentences'),
  ];
  const found = against === 0 ? 'nothing disagrees' : countOf(against, 'place disagrees', 'places disagree');
  return `Checked for the opposite: ${[...counted, found].join(', ')}.`;
}

export function searchWords(kind: string): string {
  return SEARCHES[kind] ?? plain(kind);
}

export function countOf(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}

/** How sure an answer is: "72 %". Nothing is certain or out of the question. @param confidence 0 to 1 */
export function percentWords(confidence: number): string {
  const percent = Math.round(confidence * 100);
  if (percent >= 100) return 'over 99 %';
  return percent <= 0 ? 'under 1 %' : `${percent} %`;
}

/** A word of the wire that this page does not know yet. */
function plain(code: string): string {
  return code.replaceAll('_', ' ');
}

/** @param instant ISO 8601; a text that is none is shown as it is */
export function dayWords(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : DAY.format(at);
}

/** Time of day, in the reader's own zone. */
export function clockWords(at: number): string {
  return CLOCK.format(at);
}

const NOT_CURRENT: Readonly<Record<Exclude<Currency, 'current'>, string>> = {
  checking: 'Checking…',
  unwatched: 'Not watched.',
  unevaluated: 'No verdict.',
  paused: 'Not current.',
  lost: 'Not current.',
  offline: 'Offline.',
};

/** A verdict with how sure it is: a bare word only where it is current. */
export function currencyWords(
  currency: Currency,
  state: FindingsState | null,
  source: 'As answered' | 'Last known' = 'Last known',
): string {
  if (currency === 'current' && state !== null) return verdictWord(state);
  const why = NOT_CURRENT[currency === 'current' ? 'checking' : currency];
  return state === null ? why : `${why} ${source}: ${verdictWord(state)}`;
}

/** @param lastLiveAt epoch milliseconds, null where verdicts never were current here */
export function checkedAtWords(currency: Currency, lastLiveAt: number | null): string {
  const checked = lastLiveAt === null ? '' : `, last checked ${clockWords(lastLiveAt)}`;
  switch (currency) {
    case 'current':
      return `Live${checked}`;
    case 'checking':
      return lastLiveAt === null
        ? 'Connecting to live updates…'
        : `Waiting for its current verdict${checked}`;
    case 'unwatched':
      return 'This answer is not among those that this page watches';
    case 'unevaluated':
      return 'The engine sent no verdict on this answer';
    case 'offline':
      return `Offline${checked}`;
    case 'paused':
    case 'lost':
      return `Live updates paused${checked}`;
  }
}

export function noticeWords(notice: Notice): string {
  switch (notice.kind) {
    case 'offline':
      return 'You are offline: verdicts are the last known ones, and questions have to wait until you are connected.';
    case 'lost':
      return `This page has had no connection to its server since ${clockWords(notice.since)}: verdicts are the last known ones. It keeps trying.`;
    case 'degraded':
      return notice.isLive
        ? `Service is degraded: questions have been failing since ${clockWords(notice.since)}. Verdicts are live, and your history and saved answers are still here.`
        : `Service is degraded: the engine has been out of reach since ${clockWords(notice.since)}. Your history and saved answers are still listed here, with their last known verdicts.`;
  }
}
