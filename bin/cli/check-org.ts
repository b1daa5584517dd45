import { usage } from './failure.ts';

const MAX_ORG_LENGTH = 128;

/** @param argument its name on the command line @throws {CommandFailure} for what names no organisation */
export function checkOrg(argument: string, org: string): void {
  if (org !== '' && org.length <= MAX_ORG_LENGTH && org.isWellFormed()) return;
  throw usage(`${argument} has 1 to ${MAX_ORG_LENGTH} characters`);
}
