import { getHealthz as contract } from '../../../../gateway/wire/healthz.ts';
import { casesOf, type Make } from './cases.ts';
import { commonCases } from './shared-cases.ts';

const ok: Make = () => ({ path: '/healthz' });

/** How GET /healthz ends. */
export const getHealthz = casesOf(contract, { make: ok }, commonCases(ok));
