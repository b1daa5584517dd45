/** What belongs to an item that is seen at a time: whatever is reached from it is seen at the same time. */
export interface SeenAt<T> {
  readonly item: T;
  /** Null: the present. */
  readonly asOf: string | null;
}

export function seenAt<T>(items: readonly T[], asOf: string | null): SeenAt<T>[] {
  return items.map((item) => ({ item, asOf }));
}
