import { describeBeliefProjection } from '../../conformance/belief-projection.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeBeliefProjection('the embedded store', openEmptyEmbedded);
