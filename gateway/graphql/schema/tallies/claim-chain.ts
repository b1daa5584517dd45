import type { ClaimAddr } from '../../../../graph/address.ts';
import { claimKey } from '../../builder/dated-key.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import { ClaimConnectionType, ClaimType } from '../claims/claim-ref.ts';
import { readMembers } from './chain-members.ts';
import { tallyType } from './tally.ts';
import { addTallies } from './tally-lists.ts';

const ClaimChainType = tallyType('ClaimChain', 'chain');

ClaimChainType.implement({
  description:
    'Claims that proposals of supersession connect, whichever way and whether accepted or not. Its id may become that of no chain, when a proposal joins two; as of a time, chains are joined as they are now.',
  fields: (t) => ({
    addr: t.field({
      type: 'ClaimAddress',
      description:
        'Of a claim of it, the first of its members. What this one replaced and what replaced it, `supersessionChain` tells: of a chain that branches that is a part.',
      // Chains are named by a claim of theirs.
      resolve: ({ tally }) => tally.key as ClaimAddr,
    }),
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The claim at that address.',
      resolve: ({ tally, asOf }) => claimKey(tally.key as ClaimAddr, asOf),
    }),
    members: t.connection(
      {
        type: ClaimType,
        description:
          'Its claims, in the order in which they came to it; those of a chain that was joined to it, together. As of a time, the claims of now, one that was not stated then without places; not counted. A chain that a proposal has joined to another meanwhile has none.',
        complexity: pageComplexity,
        resolve: (chain, args, context) => readMembers(chain, args, context),
      },
      ClaimConnectionType,
    ),
  }),
});

addTallies(ClaimChainType, {
  name: 'ClaimChain',
  kind: 'chain',
  named: 'a proposal',
  counts: {
    length: 'Claims of it.',
    newest: 'Log position of the newest proposal.',
  },
  list: 'supersessionChains',
  listed: 'Chains of claims that were proposed as each other’s successors.',
  pages:
    'Counts are of the present and may move while pages are read, so that one page may repeat or leave out what the order of a count moves. A proposal that joins two chains meanwhile takes one of them off the list, in every order: its claims may be of one that an earlier page gave. As of a time, those with a proposal of then, joined as they are now, by KEY or LOG, with no filter of counts. Null only beside an error.',
  equal: 'Chains that are equal here follow each other by the address that names them.',
  orders: {
    length: 'By how many claims it has.',
    newest: 'By its newest proposal.',
  },
});
