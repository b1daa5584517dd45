/** A verdict in words: a banner above an answer, a chip in a list. Never by colour alone. */
import type { ReactNode } from 'react';
import type { FindingsState, ShownTrust } from './trpc.ts';
import type { ShownVerdict } from './use-verdicts.ts';
import { checkedAtWords, clockWords, currencyWords, dayWords, reasonWords, verdictMeaning } from './words.ts';

const SIGNS: Readonly<Record<FindingsState, string>> = { PASS: '✓', WARN: '!', FAIL: '✕', UNKNOWN: '?' };
const WAITING_SIGN = '○';
const PAUSE_SIGN = '‖';

function signOf({ currency }: ShownVerdict, state: FindingsState | null): string {
  if (currency === 'current' && state !== null) return SIGNS[state];
  return currency === 'checking' || currency === 'current' ? WAITING_SIGN : PAUSE_SIGN;
}

/** Colour only for what is current. */
function toneOf({ currency }: ShownVerdict, state: FindingsState | null): FindingsState {
  return currency === 'current' ? (state ?? 'UNKNOWN') : 'UNKNOWN';
}

interface BannerProps {
  readonly shown: ShownVerdict;
  /** When verdicts were last current, epoch milliseconds; null before the first time. */
  readonly lastLiveAt: number | null;
  /** When this very answer was given here, epoch milliseconds; null where it was opened. */
  readonly answeredAt: number | null;
  readonly children?: ReactNode;
}

/** State, reasons and place in the log of one record. */
export function VerdictBanner({ shown, lastLiveAt, answeredAt, children }: BannerProps): ReactNode {
  const { currency, verdict } = shown;
  const state = verdict?.findings_state ?? null;
  const isFresh = currency === 'checking' && answeredAt !== null;
  return (
    <section
      className="banner"
      data-tone={toneOf(shown, state)}
      data-currency={currency}
      aria-label="Verdict"
    >
      <div role="status">
        <p className="banner-word">
          <span className="sign" aria-hidden="true">
            {signOf(shown, state)}
          </span>
          {currencyWords(currency, state, isFresh ? 'As answered' : 'Last known')}
        </p>
        {verdict !== null && <Reasons verdict={verdict} isCurrent={currency === 'current'} />}
      </div>
      <p className="banner-foot">
        {isFresh
          ? `As answered at ${clockWords(answeredAt)}, connecting to live updates…`
          : checkedAtWords(currency, lastLiveAt)}
        {verdict?.at != null && (
          <>
            {' · '}verdict of {dayWords(verdict.at)}, log entry {verdict.seq}
          </>
        )}
      </p>
      {children}
    </section>
  );
}

function Reasons({
  verdict,
  isCurrent,
}: {
  readonly verdict: ShownTrust;
  readonly isCurrent: boolean;
}): ReactNode {
  const words = [...new Set(verdict.reasons.map((reason) => reasonWords(reason.code)))];
  return (
    <>
      {isCurrent && <p>{verdictMeaning(verdict.findings_state)}</p>}
      {words.length > 0 && (
        <ul>
          {words.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ChipProps {
  readonly shown: ShownVerdict;
  /** What the list recorded: the last known state where the stream sent none. */
  readonly recorded: FindingsState;
}

/** The short form for lists. */
export function VerdictChip({ shown, recorded }: ChipProps): ReactNode {
  const state = shown.verdict?.findings_state ?? recorded;
  return (
    <span className="chip" data-tone={toneOf(shown, state)} data-currency={shown.currency}>
      <span aria-hidden="true">{signOf(shown, state)}</span> {currencyWords(shown.currency, state)}
    </span>
  );
}
