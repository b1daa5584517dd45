/**
 * What a caller may send, and what the server said to it: `examples.json` is written by the tests from a real server
 * over a few documents (`npm run describe`), and compared with one at each run.
 */
import written from './examples.json' with { type: 'json' };

export interface OperationExample {
  /** By name, wherever the parameter stands. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Bodies of replies by status: that of the request above, and of some that were refused. */
  readonly replies: Readonly<Record<string, unknown>>;
}

const EXAMPLES: Readonly<Record<string, OperationExample>> = written;
const NONE: OperationExample = { replies: {} };

/** @param id the operation's */
export function exampleOf(id: string): OperationExample {
  return EXAMPLES[id] ?? NONE;
}
