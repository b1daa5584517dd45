/**
 * Selections by belief, as conditions of statements over claims `c`. A list of them is put together of parts, each of which goes
 * along an index: the claims of one state by the projection, but for those of moved ledgers, and these.
 */
import type { BeliefPart } from '../store/belief-parts.ts';
import { LISTED_STATES } from '../store/beliefs.ts';
import type { BeliefCut, ClaimSelection, ListOrder, MovedBelief } from '../store/selection.ts';
import type { SqlParams } from './connection.ts';
import { codeOf } from './save-beliefs.ts';

/** Of the order in which a part is read; absent: that of the log. */
const INDEX = { seq: 'seq', effective_at: 'effective_at', id: 'addr' } as const;

/** In the order of confidence, the ledgers `b` lead to their claims. */
export function beliefSource(part: BeliefPart, by: ListOrder = 'seq'): string {
  if (part === 'moved') {
    return `FROM json_each(@movedWanted) b
      CROSS JOIN claims c INDEXED BY claims_by_cluster ON c.cluster = b.value ->> 0 AND c.corpus = @corpus`;
  }
  if (by !== 'confidence') return `FROM claims c INDEXED BY claims_by_belief_${INDEX[by]}`;
  return `FROM ledger_beliefs b INDEXED BY ledger_beliefs_by_confidence
    CROSS JOIN claims c INDEXED BY claims_by_cluster ON c.cluster = b.cluster AND c.corpus = b.corpus`;
}

const MOVED = '(SELECT value FROM json_each(@moved))';

/** @param part absent: of claims that something else finds */
export function believed({ belief }: ClaimSelection, part: BeliefPart | undefined): string {
  if (belief === undefined) return '';
  // A cluster may have any number of claims.
  if (part === 'moved') return 'AND going()';
  if (part === undefined && belief.states === null) return '';
  if (part !== undefined) return `AND c.belief = ${codeOf(part)} AND c.cluster NOT IN ${MOVED}`;
  return `AND (
    c.cluster IN (SELECT value ->> 0 FROM json_each(@movedWanted))
    OR c.belief IN (SELECT value FROM json_each(@states)) AND c.cluster NOT IN ${MOVED}
  )`;
}

export function wantedOf({ states, moved }: BeliefCut): readonly MovedBelief[] {
  return moved.filter(({ state }) => states === null || states.includes(state));
}

export function beliefParams(cut: BeliefCut): SqlParams {
  const { states, moved } = cut;
  return {
    states: JSON.stringify((states ?? LISTED_STATES).map(codeOf)),
    moved: JSON.stringify(moved.map(({ cluster }) => cluster)),
    movedWanted: JSON.stringify(wantedOf(cut).map(({ cluster, confidence }) => [cluster, confidence])),
    movedBeliefs: JSON.stringify(
      moved.map(({ cluster, state, confidence }) => [cluster, codeOf(state), confidence]),
    ),
  };
}
