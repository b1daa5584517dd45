/** Which sections share the most terms with a text: the same order in every store that has sections without numbers of their own. */
import { byCodeUnit } from './by-code-unit.ts';
import type { SharedSection } from './store/text.ts';

export type NumberedSection = SharedSection & { readonly seq: number };

/** @param rare the sections of each term that is not too common */
export function mostShared(
  terms: readonly string[],
  rare: ReadonlyMap<string, readonly NumberedSection[]>,
): readonly SharedSection[] {
  const found = [...new Set(terms)].flatMap((term) => rare.get(term) ?? []);
  const sharing = [...Map.groupBy(found, ({ addr }) => addr).values()].flatMap((same) =>
    same.slice(0, 1).map((section) => ({ ...section, shared: same.length })),
  );
  return sharing
    .toSorted((a, b) => b.shared - a.shared || a.seq - b.seq || byAddress(a.addr, b.addr))
    .map(({ addr, artefact }) => ({ addr, artefact }));
}

/** Sections of one artefact are in order: the number at an address' end has no leading zeros. */
function byAddress(a: string, b: string): number {
  return a.length - b.length || byCodeUnit(a, b);
}
