import { describeWhatWouldTurn } from '../../conformance/what-would-turn.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeWhatWouldTurn('the embedded store', openEmptyEmbedded);
