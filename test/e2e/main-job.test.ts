import { EMBEDDED } from './deployment.ts';
import { describeMainJob } from './main-job.ts';

describeMainJob(EMBEDDED);
