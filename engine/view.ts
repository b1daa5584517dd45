/** What a read sees: the corpus' snapshot S and the effective time T (docs/spec/decisions.md#1-two-times). Pure. */
import type { CorpusRecord, View } from '../graph/store/rows.ts';
import { endOfDay } from '../graph/time.ts';

/** A view whose beliefs are folded: observations come with service entries too, which S does not move for. */
export interface FoldView extends View {
  /** Log position up to which observations of artefacts count; absent: all that there are. */
  readonly observedUpTo?: number;
}

export interface CorpusView {
  readonly corpus: string;
  /** `<size>.<first 12 hex of the root>` at the corpus' newest knowledge entry. */
  readonly snapshot: string;
  /** Root of the tree at S, hex: what the snapshot abbreviates. */
  readonly root: string;
  /** S and T. S is -1 for an empty corpus. */
  readonly view: View;
  /** The request's `as_of` normalised, null when it follows the present. */
  readonly asOf: string | null;
  /** Artefacts by language at S, whatever T is (ADR 17): what a question is read by. Absent where they were not counted. */
  readonly languages?: CorpusRecord['languages'];
}

/** `corpus.snapshot` of the wire (docs/spec/decisions.md#1-snapshot). */
function snapshotOf({ size, root }: Pick<CorpusRecord, 'size' | 'root'>): string {
  return `${size}.${root.slice(0, 12)}`;
}

/** @param asOf T as an instant (a date has been taken to its end by `endOfAsOf`), null for the present */
export function viewOf(corpus: CorpusRecord, asOf: string | null): CorpusView {
  return {
    corpus: corpus.name,
    snapshot: snapshotOf(corpus),
    root: corpus.root,
    view: { seq: corpus.size - 1, until: asOf ?? endOfDay(corpus.newestEffectiveAt) },
    asOf,
    ...(corpus.languages && { languages: corpus.languages }),
  };
}

/** Whether something at that position and effective time is part of the view. */
export function within(view: View, at: { readonly seq: number; readonly effective_at: string }): boolean {
  return at.seq <= view.seq && at.effective_at <= view.until;
}

/** Where a list in the order of the log ends: before a position, and with the view. Null: nowhere. */
export function seenBefore(view: View | null, before: number | null): number | null {
  if (view === null) return before;
  return Math.min(before ?? Number.MAX_SAFE_INTEGER, view.seq + 1);
}

/** Whether something is there and has taken effect by a time; null: by now, as everything has. */
export function holdsBy<T extends { readonly effective_at: string }>(
  one: T | null | undefined,
  asOf: string | null,
): one is T {
  return one !== null && one !== undefined && (asOf === null || one.effective_at <= asOf);
}
