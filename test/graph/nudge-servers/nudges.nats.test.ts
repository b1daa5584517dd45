import { describeNats } from '../../setup/describe-engine.ts';
import { describeNudges } from './describe-nudges.ts';

describeNats('nudges', (program) => describeNudges('nats', program));
