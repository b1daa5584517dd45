/**
 * Nudges: processes that share a log tell each other that it has moved, so that nobody waits for the next look at the store.
 * A nudge may be lost, doubled, late or wrong: it makes others look, and the store says what there is. Within one process, and
 * where no server for them is set, the store's own `onCommit` does without.
 */
export interface Nudges extends AsyncDisposable {
  /** Sends a size of the log to the others. Resolves or rejects once the server has answered. */
  publish(size: number): Promise<void>;
  /**
   * Calls with each size that somebody has published, also this process, until the returned function is called. Connects, and
   * connects again, in the background.
   */
  subscribe(listener: (size: number) => void): () => void;
}

const SIZE = /^\d{1,15}$/;

/** The size that a message names; null for whatever else somebody may have sent. */
export function parseNudge(message: string): number | null {
  return SIZE.test(message) ? Number(message) : null;
}
