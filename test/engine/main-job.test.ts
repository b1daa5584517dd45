import { describeMainJob } from '../conformance/main-job.ts';
import { openEmptyEmbedded } from './open-stores.ts';

describeMainJob('the embedded store', openEmptyEmbedded);
