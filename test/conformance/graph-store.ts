/**
 * The GraphStore port's contract in code: every adapter calls this one suite.
 *
 * `open` gives an empty store each time. `reopen` closes it and opens the same data again; `dispose` closes whatever is
 * open and removes the data.
 */
import { describe, it } from 'vitest';
import { describeAnnotations } from './graph-store/annotations.ts';
import { describeAnswers } from './graph-store/answers.ts';
import { describeArtefacts } from './graph-store/artefacts.ts';
import { describeBeliefs } from './graph-store/beliefs.ts';
import { describeCallers } from './graph-store/callers.ts';
import { describeChains } from './graph-store/chains.ts';
import { describeClaims } from './graph-store/claims.ts';
import { describeCounts } from './graph-store/counts.ts';
import { describeEdges } from './graph-store/edges.ts';
import { describeFilteredTallies } from './graph-store/filtered-tallies.ts';
import type { OpenStore, StoreTest } from './graph-store/harness.ts';
import { describeKinds } from './graph-store/kinds.ts';
import { describeLeases } from './graph-store/leases.ts';
import { describeLedgers } from './graph-store/ledgers.ts';
import { describeLists } from './graph-store/lists.ts';
import { describeListsByBelief } from './graph-store/lists-by-belief.ts';
import { describeLog } from './graph-store/log.ts';
import { describeNear } from './graph-store/near.ts';
import { describePages } from './graph-store/pages.ts';
import { describeSearchedLists } from './graph-store/searched-lists.ts';
import { describeSoughtLists } from './graph-store/sought-lists.ts';
import { describeTallies } from './graph-store/tallies.ts';
import { describeText } from './graph-store/text.ts';
import { describeTransactions } from './graph-store/transactions.ts';
import { describeWholeCounts } from './graph-store/whole-counts.ts';

/** A server plans each statement anew after its schema was made. */
const TIMEOUT_MS = 240_000;

const GROUPS = {
  log: describeLog,
  artefacts: describeArtefacts,
  claims: describeClaims,
  lists: describeLists,
  'sought lists': describeSoughtLists,
  beliefs: (test: StoreTest) => {
    describeListsByBelief(test);
    describeBeliefs(test);
  },
  tallies: describeTallies,
  'filtered tallies': describeFilteredTallies,
  chains: describeChains,
  edges: describeEdges,
  ledgers: describeLedgers,
  'annotations and stubs': describeAnnotations,
  'full text': describeText,
  'near-copies and shared terms': describeNear,
  'answers, findings and keys': describeAnswers,
  pages: describePages,
  'lists that are looked through': describeSearchedLists,
  kinds: describeKinds,
  counts: describeCounts,
  'whole counts': describeWholeCounts,
  transactions: describeTransactions,
  leases: describeLeases,
  callers: describeCallers,
} as const;
type StoreGroup = keyof typeof GROUPS;

const ALL_GROUPS = Object.keys(GROUPS) as StoreGroup[];
/** Their tests wait for seconds, and do next to nothing. */
const WAITING: readonly StoreGroup[] = ['leases'];

interface Suite {
  /** Those of a store that does not serve every role. */
  readonly groups?: readonly StoreGroup[];
  /** Whether `open` gives the next store while the one before is open: then tests that wait do so together. */
  readonly hasMany?: boolean;
}

export function describeGraphStore(
  name: string,
  open: OpenStore,
  { groups = ALL_GROUPS, hasMany = false }: Suite = {},
): void {
  const testIn =
    (group: StoreGroup): StoreTest =>
    (title, body) => {
      const concurrent = hasMany && WAITING.includes(group);
      it(title, { timeout: TIMEOUT_MS, concurrent }, async () => {
        const opened = await open();
        try {
          await body(opened);
        } finally {
          await opened.dispose();
        }
      });
    };
  describe(`${name} as a GraphStore`, () => {
    for (const group of groups) describe(group, () => GROUPS[group](testIn(group)));
  });
}
