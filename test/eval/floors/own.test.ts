import { describeFloors } from './describe-floors.ts';

await describeFloors(['short', 'demo', 'realistic']);
