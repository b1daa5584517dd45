import { describeBeliefLists } from '../../conformance/belief-lists.ts';
import { describeExplore } from '../../conformance/explore.ts';
import { describeSupersessionChain } from '../../conformance/supersession-chain.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeExplore('the embedded store', openEmptyEmbedded);
describeBeliefLists('the embedded store', openEmptyEmbedded);
describeSupersessionChain('the embedded store', openEmptyEmbedded);
