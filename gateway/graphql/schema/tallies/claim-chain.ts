import type { ClaimAddr } from '../../../../graph/address.ts';
import { claimKey } from '../../builder/dated-key.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import { tallyType } from './tally.ts';
import { addTallies } from './tally-lists.ts';

const ClaimChainType = tallyType('ClaimChain', 'chain');

ClaimChainType.implement({
  description:
    'Claims that proposals of supersession connect, whichever way and whether accepted or not. Its id may become that of no chain, when a proposal joins two.',
  fields: (t) => ({
    addr: t.field({
      type: 'ClaimAddress',
      description: 'Of a claim of it: what `supersessionChain` leads from.',
      // Chains are named by a claim of theirs.
      resolve: ({ tally }) => tally.key as ClaimAddr,
    }),
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The claim at that address.',
      resolve: ({ tally, asOf }) => claimKey(tally.key as ClaimAddr, asOf),
    }),
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
  equal: 'Chains that are equal here follow each other by the address that names them.',
  orders: {
    length: 'By how many claims it has.',
    newest: 'By its newest proposal.',
  },
});
