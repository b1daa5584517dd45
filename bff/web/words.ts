/** What the page calls things: the wire's words in the reader's. */
import { formats } from './catalogues/formats.ts';
import { sayVerdict } from './catalogues/verdict.ts';
import type { Currency, Notice } from './current.ts';
import type { FindingsState } from './trpc.ts';

export function verdictWord(state: FindingsState): string {
  return sayVerdict(`state.${state}`);
}

export function verdictMeaning(state: FindingsState): string {
  return sayVerdict(`meaning.${state}`);
}

export function reasonWords(code: string): string {
  return sayVerdict.known(`reason.${code}`) ?? `${plain(code)}.`;
}

/** How a claim is believed. @param state in the wire's word, in whichever case */
export function beliefStateWord(state: string): string {
  return sayVerdict.known(`belief.${state.toLowerCase()}`) ?? plain(state);
}

export function publishersWords(count: number): string {
  return sayVerdict('publishers', { count });
}

/** How sure an answer is: "72 %". Nothing is certain or out of the question. @param confidence 0 to 1 */
export function percentWords(confidence: number): string {
  const rounded = Math.round(confidence * 100);
  const percent = sayVerdict('percent', { percent: Math.min(99, Math.max(1, rounded)) });
  if (rounded >= 100) return sayVerdict('overPercent', { percent });
  return rounded <= 0 ? sayVerdict('underPercent', { percent }) : percent;
}

/** How sure an answer is, in a word. @param confidence 0 to 1 */
export function confidenceWord(confidence: number): string {
  if (confidence >= 0.75) return sayVerdict('confidence.high');
  return sayVerdict(confidence >= 0.4 ? 'confidence.fair' : 'confidence.low');
}

/** A belief as it is written here: `.71`, and where a comma stands in numbers `0,71`. @param belief 0 to 1 */
export function beliefWords(belief: number): string {
  return formats()
    .part.format(belief)
    .replace(/^0(?=\.)/, '');
}

const UNITS = [
  { unit: 'second', ms: 1_000, until: 60 },
  { unit: 'minute', ms: 60_000, until: 60 },
  { unit: 'hour', ms: 3_600_000, until: 48 },
] as const;
const DAY_MS = 86_400_000;

/** In the unit that a reader would take. @param ms a negative time is none */
function lastedOf(ms: number): {
  readonly count: number;
  readonly unit: 'second' | 'minute' | 'hour' | 'day';
} {
  for (const { unit, ms: one, until } of UNITS) {
    const count = Math.round(Math.max(0, ms) / one);
    if (count < until) return { count, unit };
  }
  return { count: Math.round(ms / DAY_MS), unit: 'day' };
}

/** How long ago: `12 sec ago`, `4 days ago`. @param ms not negative */
export function agoWords(ms: number): string {
  const { count, unit } = lastedOf(ms);
  return formats().relative.format(-count, unit);
}

/** How long: `12 secs`, `4 days`. @param ms not negative */
export function lastedWords(ms: number): string {
  const { count, unit } = lastedOf(ms);
  return formats().lasted(unit).format(count);
}

/** Characters of an actor's id that tell actors apart. */
const ACTOR_SHOWN = 9;

/** Who spoke, as the ledger names them: `publisher:ringwatch.example`. */
export function actorWords(actor: string): string {
  if (actor.startsWith('ac_')) return sayVerdict('reader', { id: actor.slice(0, ACTOR_SHOWN) });
  const [kind = '', ...rest] = actor.split(':');
  const name = rest.join(':');
  if (name === '') return actor;
  switch (kind) {
    case 'publisher':
    case 'org':
      return name;
    case 'reader':
      return sayVerdict('actor.reader', { name });
    case 'stance':
      return sayVerdict('actor.judge', { name });
    default:
      return actor;
  }
}

/** A word of the wire that this page does not know yet. */
export function plain(code: string): string {
  return code.replaceAll('_', ' ');
}

/** @param instant ISO 8601; a text that is none is shown as it is */
export function dayWords(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : formats().day.format(at);
}

/** @param instant ISO 8601 */
export function monthWords(instant: string): string {
  return formats().month.format(Date.parse(instant));
}

/** Time of day, in the reader's own zone. */
export function clockWords(at: number): string {
  return formats().clock.format(at);
}

/** Names one after the other, as the language parts them. */
export function listWords(names: readonly string[]): string {
  return formats().list.format(names);
}

function notCurrentWords(currency: Exclude<Currency, 'current'>): string {
  switch (currency) {
    case 'checking':
    case 'unwatched':
    case 'unevaluated':
    case 'offline':
      return sayVerdict(currency);
    case 'paused':
    case 'lost':
      return sayVerdict('notCurrent');
  }
}

/** A verdict with how sure it is: a bare word only where it is current. */
export function currencyWords(
  currency: Currency,
  state: FindingsState | null,
  source: 'asAnswered' | 'lastKnown' = 'lastKnown',
): string {
  if (currency === 'current' && state !== null) return verdictWord(state);
  const why = notCurrentWords(currency === 'current' ? 'checking' : currency);
  return state === null ? why : sayVerdict(source, { why, verdict: verdictWord(state) });
}

/** @param lastLiveAt epoch milliseconds, null where verdicts never were current here */
export function checkedAtWords(currency: Currency, lastLiveAt: number | null): string {
  const time = lastLiveAt === null ? null : clockWords(lastLiveAt);
  switch (currency) {
    case 'current':
      return time === null ? sayVerdict('unchecked.live') : sayVerdict('checked.live', { time });
    case 'checking':
      return time === null ? sayVerdict('checked.connecting') : sayVerdict('checked.waiting', { time });
    case 'unwatched':
      return sayVerdict('checked.unwatched');
    case 'unevaluated':
      return sayVerdict('checked.unevaluated');
    case 'offline':
      return time === null ? sayVerdict('unchecked.offline') : sayVerdict('checked.offline', { time });
    case 'paused':
    case 'lost':
      return time === null ? sayVerdict('unchecked.paused') : sayVerdict('checked.paused', { time });
  }
}

export function noticeWords(notice: Notice): string {
  switch (notice.kind) {
    case 'offline':
      return sayVerdict('notice.offline');
    case 'lost':
      return sayVerdict('notice.lost', { time: clockWords(notice.since) });
    case 'degraded': {
      const time = clockWords(notice.since);
      return notice.isLive ? sayVerdict('notice.failing', { time }) : sayVerdict('notice.away', { time });
    }
  }
}
