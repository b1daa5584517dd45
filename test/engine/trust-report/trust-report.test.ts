import { describeTrustReport } from '../../conformance/trust-report.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeTrustReport('the embedded store', openEmptyEmbedded);
