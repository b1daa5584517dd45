/** A verdict in a word with its sign. Never by colour alone. */
import type { ReactNode } from 'react';
import type { FindingsState } from './trpc.ts';
import type { ShownVerdict } from './use-verdicts.ts';
import { currencyWords } from './words.ts';

const SIGNS: Readonly<Record<FindingsState, string>> = { PASS: '✓', WARN: '!', FAIL: '✕', UNKNOWN: '?' };
const WAITING_SIGN = '○';
const PAUSE_SIGN = '‖';

export function signOf({ currency }: ShownVerdict, state: FindingsState | null): string {
  if (currency === 'current' && state !== null) return SIGNS[state];
  return currency === 'checking' || currency === 'current' ? WAITING_SIGN : PAUSE_SIGN;
}

/** Colour only for what is current. */
export function toneOf({ currency }: ShownVerdict, state: FindingsState | null): FindingsState {
  return currency === 'current' ? (state ?? 'UNKNOWN') : 'UNKNOWN';
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
