import { EMBEDDED } from './deployment.ts';
import { describeTakeover } from './rolling-upgrade.ts';

describeTakeover(EMBEDDED, 'embedded', 'refused');
