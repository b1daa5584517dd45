/** The verdict in one line that stays in sight: what holds, for how many publishers, how sure, and whether it is watched. */
import type { ReactNode } from 'react';
import { sayAnswer } from '../catalogues/answer.ts';
import type { ShownAnswer, ShownTrust } from '../trpc.ts';
import type { ShownVerdict } from '../use-verdicts.ts';
import { signOf, toneOf } from '../verdict.tsx';
import { useShownVerdicts } from '../verdicts-context.ts';
import {
  beliefWords,
  checkedAtWords,
  clockWords,
  confidenceWord,
  currencyWords,
  dayWords,
  reasonWords,
  verdictMeaning,
} from '../words.ts';
import { publishersOf } from './sources.ts';
import { useWhy } from './use-why.ts';

/** Below it an answer may be none: it is never shown as one that holds. */
const UNSURE_BELOW = 0.4;

function isUnsure({ confidence, summary }: Pick<ShownAnswer, 'confidence' | 'summary'>): boolean {
  return summary === '' || (confidence !== null && confidence < UNSURE_BELOW);
}

interface VerdictStripProps {
  readonly answer: ShownAnswer;
  readonly shown: ShownVerdict;
  /** When this very answer was given here, epoch milliseconds; null where it was opened. */
  readonly answeredAt: number | null;
}

export function VerdictStrip({ answer, shown, answeredAt }: VerdictStripProps): ReactNode {
  const { lastLiveAt } = useShownVerdicts();
  const { currency, verdict } = shown;
  const state = verdict?.findings_state ?? null;
  const isFresh = currency === 'checking' && answeredAt !== null;
  const unsure = isUnsure(answer) && state === 'PASS';
  const words = currencyWords(currency, state, isFresh ? 'asAnswered' : 'lastKnown');
  return (
    <section
      className="banner"
      data-tone={unsure ? 'UNKNOWN' : toneOf(shown, state)}
      data-currency={currency}
      aria-label={sayAnswer('verdict')}
    >
      <div className="banner-line">
        <p className="banner-word" role="status">
          <span className="sign" aria-hidden="true">
            {signOf(shown, state)}
          </span>
          {unsure ? sayAnswer('mayNotAnswer', { verdict: words }) : words}
        </p>
        {answer.summary !== '' && <Support answer={answer} />}
      </div>
      {verdict !== null && (
        <Reasons verdict={verdict} isCurrent={currency === 'current'} isEmpty={answer.summary === ''} />
      )}
      <p className="banner-foot">
        {isFresh
          ? sayAnswer('answeredAt', { time: clockWords(answeredAt) })
          : checkedAtWords(currency, lastLiveAt)}
        {verdict?.at != null &&
          ` · ${sayAnswer('verdictOf', { day: dayWords(verdict.at), seq: String(verdict.seq) })}`}
      </p>
    </section>
  );
}

/** How many speak for it, and how much that is: never more than it is. */
function Support({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  const why = useWhy(answer);
  const publishers = why?.claims[0]?.publishers ?? publishersOf(answer).length;
  const belief = why?.claims[0]?.confidence ?? answer.beliefs[0]?.effective_confidence ?? null;
  return (
    <p className="banner-facts">
      <span>{sayAnswer('publishersAgree', { count: publishers })}</span>
      {belief !== null && <span>{sayAnswer('belief', { belief: beliefWords(belief) })}</span>}
      {answer.confidence !== null && (
        <span>
          {sayAnswer('confidence', {
            word: confidenceWord(answer.confidence),
            confidence: beliefWords(answer.confidence),
          })}
        </span>
      )}
    </p>
  );
}

interface ReasonsProps {
  readonly verdict: ShownTrust;
  readonly isCurrent: boolean;
  readonly isEmpty: boolean;
}

function Reasons({ verdict, isCurrent, isEmpty }: ReasonsProps): ReactNode {
  const words = isEmpty ? [] : [...new Set(verdict.reasons.map((reason) => reasonWords(reason.code)))];
  const meaning = isCurrent && !isEmpty && verdict.findings_state !== 'PASS';
  if (words.length === 0 && !meaning) return null;
  return (
    <div className="banner-reasons">
      {meaning && <p>{verdictMeaning(verdict.findings_state)}</p>}
      {words.length > 0 && (
        <ul>
          {words.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
