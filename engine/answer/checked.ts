/**
 * What the searches for disagreement compared with a claim and found clear, as answers and receipts state it. Pure.
 */
import type { ClaimAddr } from '../../graph/address.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { CheckedClaim } from './answer.ts';
import type { Assembly } from './assemble.ts';

/** Most artefacts that are named as clear. */
const MAX_CLEAR = 20;

/** Every claim of an answer was searched for with the words of its leading sentence. */
export function checkedOf(
  claim: ClaimAddr,
  { lane, opposites, sentences }: Pick<Assembly, 'lane' | 'opposites' | 'sentences'>,
): CheckedClaim {
  const apart = new Set([
    ...lane.counterfactuals.map(({ artefact_id }) => artefact_id),
    ...sentences.map(({ artefact }) => artefact),
  ]);
  const looked = opposites.sentences.map(({ artefact }) => artefact.artefact_id);
  return {
    claim_id: claim,
    searches: opposites.searches.map(({ kind, terms, sections }) => ({
      kind,
      terms,
      sections: sections.length,
    })),
    sentences_read: opposites.sentences.length,
    clear: [...new Set(looked)]
      .filter((id) => !apart.has(id))
      .toSorted(byCodeUnit)
      .slice(0, MAX_CLEAR),
    found_by: lane.counterfactuals.flatMap(({ claim_id }, index) =>
      claim_id === claim ? (lane.lanes[index] ?? []) : [],
    ),
  };
}
