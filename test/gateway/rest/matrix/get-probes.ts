import { getLivez as livez, getReadyz as readyz } from '../../../../gateway/wire/probes.ts';
import { casesOf, type Make } from './cases.ts';
import { commonCases, requestCases } from './shared-cases.ts';

const process: Make = () => ({ path: '/livez' });
const requests: Make = () => ({ path: '/readyz' });

/** How GET /livez and GET /readyz end. */
export const getLivez = casesOf(livez, { make: process }, requestCases(process));
export const getReadyz = casesOf(readyz, { make: requests }, commonCases(requests));
