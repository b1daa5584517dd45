import { describeSchedules } from './describe-schedules.ts';

describeSchedules('second');
