import { describeArtefactEnds } from '../../conformance/artefact-ends.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeArtefactEnds('the embedded store', openEmptyEmbedded, openEmptyEmbedded);
