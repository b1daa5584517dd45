import { describeReadItem } from '../../conformance/read-item.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeReadItem('the embedded store', openEmptyEmbedded);
