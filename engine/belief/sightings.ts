/** When the artefacts of a ledger were last observed, and which of them were observed again since somebody looked. */
import type { LedgerEntry } from '../../graph/evidence.ts';
import type { LogReader } from '../../graph/store/log.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { FoldView } from '../view.ts';
import type { KeptFold } from './kept-fold.ts';

/**
 * Entries looked through for artefacts observed again; where there are more, every one may have been. An entry of the log costs
 * more to read than the observations of an artefact: no more entries are read than artefacts are cited.
 */
const MAX_RECENT = 1_000;
const LEAST_RECENT = 16;

/** What the log says of observations behind a position. */
export interface Recent {
  /** Log position of the newest entry that may have observed any artefact. */
  readonly anything: number;
  /** Log position of the newest entry that observed just this artefact, by its hash. */
  readonly one: ReadonlyMap<string, number>;
}

/** What was observed by T between the log position up to which the folds know of it and `upTo`. */
export async function recentlyObserved(
  reader: LogReader,
  folds: readonly KeptFold[],
  until: string,
  upTo: number,
): Promise<Recent> {
  const after = Math.min(upTo, ...folds.map(({ observedUpTo }) => observedUpTo));
  const one = new Map<string, number>();
  if (after === upTo) return { anything: -1, one };
  const types = ['artefact.observed', 'corpus.observed'] as const;
  const cited = folds.reduce((sum, fold) => sum + fold.cited.size, 0);
  const limit = Math.max(LEAST_RECENT, Math.min(MAX_RECENT, cited));
  const found = await reader.entries({ after, limit, types });
  if (found.length === limit) return { anything: upTo, one };
  let anything = -1;
  for (const { entry } of found) {
    const { body, seq, effective_at } = entry;
    if (effective_at > until) continue;
    if (body.type === 'artefact.observed') one.set(body.artefact.hash, seq);
    else anything = seq;
  }
  return { anything, one };
}

/** The artefacts cited by a fold that were observed since it learned of observations, by their hashes. */
export function seenIn(fold: KeptFold, recent: Recent): string[] {
  if (recent.anything > fold.observedUpTo) return [...fold.cited];
  return [...recent.one].flatMap(([hash, seq]) =>
    seq > fold.observedUpTo && fold.cited.has(hash) ? [hash] : [],
  );
}

/** The latest observation of the view of each artefact that has one, by its hash. */
export async function latestObservations(
  reader: RangeReader,
  hashes: ReadonlySet<string>,
  { until, observedUpTo = Number.POSITIVE_INFINITY }: FoldView,
): Promise<Map<string, string>> {
  const keys = [...hashes];
  const found = keys.length === 0 ? [] : await reader.ranges('observations', { by: keys });
  const latest = new Map<string, string>();
  for (const [index, hash] of keys.entries()) {
    const last = (found[index] ?? []).findLast(
      ({ observed_at, seq }) => observed_at <= until && seq <= observedUpTo,
    );
    if (last !== undefined) latest.set(hash, last.observed_at);
  }
  return latest;
}

/** The hashes that the evidence of these entries names. */
export function hashesOf(entries: readonly LedgerEntry[]): Set<string> {
  return new Set(entries.flatMap(({ evidence }) => evidence.map(({ hash }) => hash)));
}

/** Of the latest observations those of these hashes. */
export function observedOf(
  hashes: ReadonlySet<string>,
  latest: ReadonlyMap<string, string>,
): Map<string, string> {
  const own = [...hashes].flatMap((hash): [string, string][] => {
    const at = latest.get(hash);
    return at === undefined ? [] : [[hash, at]];
  });
  return new Map(own);
}
