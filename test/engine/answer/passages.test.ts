import { describePassages } from '../../conformance/passages.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describePassages('the embedded store', openEmptyEmbedded);
