import { describeRedis } from '../../setup/describe-engine.ts';
import { describeNudges } from './describe-nudges.ts';

describeRedis('nudges', (program) => describeNudges('redis', program));
