import type { SelectedSet, SelectionInput } from '../select/evidence-set.ts';

/**
 * The artefact of the set that covers most of what the selection was asked for (claims, and the quotes of the summary),
 * ties by hash, then by id (docs/spec/decisions.md#5-receipt); null for an empty set.
 */
export function primaryOf(
  taken: SelectedSet['taken'],
  artefacts: Pick<SelectionInput, 'artefacts'>['artefacts'],
): string | null {
  const hashes = new Map(artefacts.map(({ id, hash }) => [id, hash]));
  const keyOf = (id: string) => `${hashes.get(id) ?? ''} ${id}`;
  const ranked = taken.toSorted(
    (a, b) => b.claims.length - a.claims.length || (keyOf(a.id) < keyOf(b.id) ? -1 : 1),
  );
  return ranked[0]?.id ?? null;
}
