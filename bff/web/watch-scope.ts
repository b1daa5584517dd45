/** What a window watches, and what all windows of a browser watch together. Pure. */

export interface WatchScope {
  /** Answers on the screen. */
  readonly answer_ids: readonly string[];
  /** Newest entries of each list. */
  readonly saved: number;
  readonly history: number;
}

/** As many as the server takes by name. */
const MOST_NAMED = 16;

/** @param scopes the oldest first: of more answers than can be named, those of the newest are */
export function unionOf(scopes: readonly WatchScope[]): WatchScope {
  const named = new Set(scopes.toReversed().flatMap((one) => one.answer_ids));
  return {
    answer_ids: [...named].slice(0, MOST_NAMED).sort(),
    saved: Math.max(0, ...scopes.map((one) => one.saved)),
    history: Math.max(0, ...scopes.map((one) => one.history)),
  };
}

/** Whether a stream of the one has all that the other wants. */
export function covers(one: WatchScope, other: WatchScope): boolean {
  const named = new Set(one.answer_ids);
  return (
    other.answer_ids.every((id) => named.has(id)) && one.saved >= other.saved && one.history >= other.history
  );
}
