/** The trust policy that the settings name, or the one that comes with the program. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { TrustPolicyError } from '../../engine/select/policy-members.ts';
import {
  DEFAULT_TRUST_POLICY,
  parseTrustPolicy,
  type TrustPolicy,
} from '../../engine/select/trust-policy.ts';
import { usage } from './failure.ts';

/**
 * @param file path of a policy in JSON (docs/trust-policy.md); null: the default
 * @throws {CommandFailure} for a file that cannot be read or breaks the schema, naming the member at fault
 */
export function readTrustPolicy(file: string | null): TrustPolicy {
  if (file === null) return DEFAULT_TRUST_POLICY;
  const policy = parse(file);
  // Answers and receipts name a policy by its id: two contents under one id could not be told apart.
  if (policy.id === DEFAULT_TRUST_POLICY.id && !isDeepStrictEqual(policy, DEFAULT_TRUST_POLICY))
    throw fault(file, `it is not ${policy.id} any more: its id must be another`);
  return policy;
}

function parse(file: string): TrustPolicy {
  try {
    return parseTrustPolicy(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof TrustPolicyError || error instanceof SyntaxError) throw fault(file, error.message);
    throw fault(file, 'it cannot be read');
  }
}

function fault(file: string, detail: string) {
  return usage(`ADDUCE_TRUST_POLICY is ${JSON.stringify(file)}: ${detail}`);
}
