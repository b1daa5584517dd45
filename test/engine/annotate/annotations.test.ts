import { openEmptyEmbedded } from '../open-stores.ts';
import { describeAnnotations } from './annotations.ts';

describeAnnotations('the embedded store', openEmptyEmbedded);
