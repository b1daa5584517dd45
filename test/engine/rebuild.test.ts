import { describeCopyLog } from '../conformance/copy-log.ts';
import { describeRebuild } from '../conformance/rebuild.ts';
import { openEmptyEmbedded } from './open-stores.ts';

describeRebuild('an embedded store into another', openEmptyEmbedded, openEmptyEmbedded);
describeCopyLog('an embedded store into another', openEmptyEmbedded, openEmptyEmbedded);
