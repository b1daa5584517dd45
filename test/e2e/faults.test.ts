import { EMBEDDED } from './deployment.ts';
import { describeFaults } from './faults.ts';

describeFaults(EMBEDDED);
