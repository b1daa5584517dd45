/** What the page calls things: the wire's words in the reader's. */
import type { Currency, Notice } from './current.ts';
import type { FindingsState } from './trpc.ts';

const VERDICTS: Readonly<Record<FindingsState, { readonly word: string; readonly meaning: string }>> = {
  PASS: { word: 'Sources hold', meaning: 'Nothing that is known here outweighs the sources that it quotes.' },
  WARN: {
    word: 'Something changed',
    meaning: 'Its sources still support it, but they are not what they were.',
  },
  FAIL: {
    word: 'No longer holds',
    meaning: 'Do not rely on this answer: what it rests on is outweighed, or gone.',
  },
  UNKNOWN: { word: 'No answer here', meaning: 'Nothing here could be checked.' },
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
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

export function verdictWord(state: FindingsState): string {
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

/** How sure an answer is, in a word. @param confidence 0 to 1 */
export function confidenceWord(confidence: number): 'high' | 'fair' | 'low' {
  if (confidence >= 0.75) return 'high';
  return confidence >= 0.4 ? 'fair' : 'low';
}

/** A belief as it is written here: `.71`. @param belief 0 to 1 */
export function beliefWords(belief: number): string {
  return belief.toFixed(2).replace(/^0(?=\.)/, '');
}

/** How long ago: `12 s`, `5 min`, `3 h`, `4 days`. @param ms not negative */
export function agoWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

const ACTORS: Readonly<Record<string, string>> = {
  publisher: '',
  reader: 'reader ',
  stance: 'judge ',
  org: '',
};

/** Characters of an actor's id that tell actors apart. */
const ACTOR_SHOWN = 9;

/** Who spoke, as the ledger names them: `publisher:ringwatch.example`. */
export function actorWords(actor: string): string {
  if (actor.startsWith('ac_')) return `a reader, ${actor.slice(0, ACTOR_SHOWN)}…`;
  const [kind = '', ...rest] = actor.split(':');
  const known = ACTORS[kind];
  return known === undefined || rest.length === 0 ? actor : `${known}${rest.join(':')}`;
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

/** @param instant ISO 8601 */
export function monthWords(instant: string): string {
  return MONTH.format(Date.parse(instant));
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
