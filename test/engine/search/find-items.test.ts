import { describeSearchItems } from '../../conformance/search-items.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeSearchItems('the embedded store', openEmptyEmbedded);
