import { isOrganisation, ORGANISATION_FORM } from '../../engine/keys/organisation.ts';
import { usage } from './failure.ts';

/** @param argument its name on the command line @throws {CommandFailure} for what is no name of an organisation */
export function checkOrg(argument: string, org: string): void {
  if (!isOrganisation(org)) throw usage(`${argument} has ${ORGANISATION_FORM}`);
}
