import { describeProvenance } from '../../conformance/provenance.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeProvenance('the embedded store', openEmptyEmbedded);
