import { describeFloors } from './describe-floors.ts';

await describeFloors(['first']);
