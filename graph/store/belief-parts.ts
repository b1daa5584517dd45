/** The parts that a list of claims by their belief is put together of, each of which goes along an index. */
import { LISTED_STATES, type ListedState } from './beliefs.ts';
import type { BeliefCut } from './selection.ts';

/** Claims of one state by the projection, or those of moved ledgers. */
export type BeliefPart = ListedState | 'moved';

export function beliefPartsOf({ states, moved }: BeliefCut): BeliefPart[] {
  const wanted: BeliefPart[] = LISTED_STATES.filter((state) => states === null || states.includes(state));
  return moved.some(({ state }) => wanted.includes(state)) ? [...wanted, 'moved'] : wanted;
}
