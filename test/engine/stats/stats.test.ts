import { describeStats } from '../../conformance/stats.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeStats('the embedded store', openEmptyEmbedded);
