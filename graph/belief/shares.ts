/** Which citation contributes how much to a mass, and what discounts it (docs/spec/decisions.md#4.4, #4.5). */
import type { CitedItem } from './cited-item.ts';

/** A citation with its weight on the day of reading, in micro. */
export interface Weighed {
  readonly citation: CitedItem;
  readonly weight: number;
}

/** A citation's part of the mass of its side, in micro. */
export interface Share {
  readonly contribution: number;
  /** What it shares a voice or an artefact with, null when its whole weight counts. */
  readonly discount: 'same_artefact' | 'same_actor' | 'same_domain' | null;
}

type VoiceName = 'actor' | 'domain';

/**
 * Splits a mass over its citations, in their order. The contributions add up to the mass that `Tally` gives.
 * Of equal citations the first one counts.
 */
export function shareOut(items: readonly Weighed[]): Share[] {
  const readings = [
    sharesOnce(items, 'actor'),
    sharesCapped(items, 'actor'),
    sharesOnce(items, 'domain'),
    sharesCapped(items, 'domain'),
  ];
  return readings.reduce((least, shares) => (massOf(shares) < massOf(least) ? shares : least));
}

function massOf(shares: readonly Share[]): number {
  return shares.reduce((mass, share) => mass + share.contribution, 0);
}

function sharesCapped(items: readonly Weighed[], by: VoiceName): Share[] {
  const voices = Map.groupBy(items.keys(), (index) => items[index]?.citation[by] ?? '');
  return rankWithin(items, voices, by);
}

function sharesOnce(items: readonly Weighed[], by: VoiceName): Share[] {
  const artefacts = Map.groupBy(items.keys(), (index) => items[index]?.citation.hash ?? '');
  const counted: number[] = [];
  const voiceOf = new Map<number, string>();
  for (const [hash, citing] of artefacts) {
    const heaviest = byWeight(items, citing)[0];
    if (heaviest === undefined) continue;
    const names = new Set(citing.map((index) => items[index]?.citation[by] ?? ''));
    const [sole = ''] = names;
    counted.push(heaviest);
    voiceOf.set(heaviest, names.size === 1 ? `voice ${sole}` : `artefact ${hash}`);
  }
  return rankWithin(
    items,
    Map.groupBy(counted, (index) => voiceOf.get(index) ?? ''),
    by,
  );
}

/** Shares by rank in each voice; a citation in no voice is another's artefact. */
function rankWithin(
  items: readonly Weighed[],
  voices: ReadonlyMap<string, readonly number[]>,
  by: VoiceName,
): Share[] {
  const shares: Share[] = items.map(() => ({ contribution: 0, discount: 'same_artefact' }));
  for (const voice of voices.values()) {
    for (const [position, index] of byWeight(items, voice).entries()) {
      const rank = position + 1;
      const contribution = Math.floor((items[index]?.weight ?? 0) / (rank * rank));
      shares[index] = { contribution, discount: rank === 1 ? null : `same_${by}` };
    }
  }
  return shares;
}

function byWeight(items: readonly Weighed[], indices: readonly number[]): number[] {
  return indices.toSorted((a, b) => (items[b]?.weight ?? 0) - (items[a]?.weight ?? 0) || a - b);
}
