/** How a command ends, as a number that scripts can rely on. */
import type { FindingsState } from '../../graph/log/entry.ts';

export const EXIT = {
  ok: 0,
  error: 1,
  usage: 2,
  /** An answer's verdict is FAIL, or a verification failed. */
  fail: 3,
  warn: 4,
  /** The engine refused: a token, a corpus, a stale snapshot, an answer or artefact that is not there. */
  refused: 5,
  /** The store cannot be reached or cannot write now. */
  unavailable: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_VERDICT: Readonly<Record<FindingsState, ExitCode>> = {
  PASS: EXIT.ok,
  WARN: EXIT.warn,
  FAIL: EXIT.fail,
  UNKNOWN: EXIT.ok,
};

/** An answer that nothing supports (UNKNOWN) is an honest answer: 0. */
export function exitOfVerdict(state: FindingsState): ExitCode {
  return BY_VERDICT[state];
}
