/** The records with each method run again where another writer was in its way. */
import type { RecordStore } from '../records.ts';

type Records = Omit<RecordStore, typeof Symbol.asyncDispose>;

/** Runs work, perhaps several times, and throws what its caller is to see. */
export type Attempts = <T>(work: () => Promise<T>) => Promise<T>;

/** Each method is a statement, or transactions that may be done again. */
export function repeated(
  { [Symbol.asyncDispose]: close, ...records }: RecordStore,
  attempts: Attempts,
): RecordStore {
  const methods = Object.entries<(...args: never[]) => Promise<unknown>>(records).map(([name, run]) => [
    name,
    (...args: never[]) => attempts(() => run(...args)),
  ]);
  // Each name holds a wrapper of the same function.
  return { ...(Object.fromEntries(methods) as Records), [Symbol.asyncDispose]: close };
}
