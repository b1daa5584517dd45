import { describeMirrors } from '../conformance/mirrors.ts';
import { openEmptyEmbedded } from './open-stores.ts';

describeMirrors('the embedded store', openEmptyEmbedded);
