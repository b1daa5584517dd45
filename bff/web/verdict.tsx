/** A verdict in words: a banner above an answer, a chip in a list. Never by colour alone. */
import type { ReactNode } from 'react';
import type { FindingsState, Trust } from './trpc.ts';
import type { Verdicts } from './use-verdicts.ts';
import { clockWords, dayWords, reasonWords, verdictMeaning, verdictWord } from './words.ts';

const SIGNS: Readonly<Record<FindingsState, string>> = { PASS: '✓', WARN: '!', FAIL: '✕', UNKNOWN: '?' };
const PAUSE_SIGN = '‖';

interface BannerProps {
  /** Null while nothing is known yet. */
  readonly verdict: Trust | null;
  readonly verdicts: Verdicts;
  readonly children?: ReactNode;
}

/** State, reasons and place in the log of one record; grey as soon as nobody knows whether it is current. */
export function VerdictBanner({ verdict, verdicts, children }: BannerProps): ReactNode {
  const { live, lastChecked } = verdicts;
  const paused = !live && lastChecked !== null;
  const tone = verdict === null || paused ? 'UNKNOWN' : verdict.findings_state;
  return (
    <section className="banner" data-tone={tone} data-live={live} aria-label="Verdict">
      <div role="status">
        <p className="banner-word">
          <span className="sign" aria-hidden="true">
            {paused ? PAUSE_SIGN : SIGNS[tone]}
          </span>
          {wordOf(verdict, paused)}
        </p>
        {verdict !== null && <Reasons verdict={verdict} paused={paused} />}
      </div>
      <p className="banner-foot">
        {connectionWords(live, lastChecked)}
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

function wordOf(verdict: Trust | null, paused: boolean): string {
  if (verdict === null) return 'Checking…';
  const word = verdictWord(verdict.findings_state);
  return paused ? `Not current. Last known: ${word}` : word;
}

function Reasons({ verdict, paused }: { readonly verdict: Trust; readonly paused: boolean }): ReactNode {
  const words = [...new Set(verdict.reasons.map((reason) => reasonWords(reason.code)))];
  if (words.length === 0) return paused ? null : <p>{verdictMeaning(verdict.findings_state)}</p>;
  return (
    <>
      {!paused && <p>{verdictMeaning(verdict.findings_state)}</p>}
      <ul>
        {words.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

function connectionWords(live: boolean, lastChecked: number | null): string {
  if (lastChecked === null) return 'Connecting to live updates…';
  const at = clockWords(lastChecked);
  return live ? `Live, last checked ${at}` : `Live updates paused, last checked ${at}`;
}

interface ChipProps {
  readonly state: FindingsState;
  /** False: nobody knows whether it is current, and it does not look as if. */
  readonly live: boolean;
}

/** The short form for lists. */
export function VerdictChip({ state, live }: ChipProps): ReactNode {
  return (
    <span className="chip" data-tone={live ? state : 'UNKNOWN'}>
      <span aria-hidden="true">{live ? SIGNS[state] : PAUSE_SIGN}</span> {!live && 'Last known: '}
      {verdictWord(state)}
    </span>
  );
}
