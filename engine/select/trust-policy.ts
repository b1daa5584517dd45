/**
 * The trust policy: whom an operator believes how much, and what a choice of evidence prefers.
 *
 * `trust-policy.json` beside this file is the default; an operator names an edited copy with an `id` of its own, which
 * answers and receipts record. docs/trust-policy.md says what each member means.
 */
import { MAX_DEMAND, MAX_PENALTY } from './cover-problem.ts';
import type { SelectionPolicy } from './evidence-set.ts';
import {
  integerOf,
  integersByName,
  listOf,
  membersOf,
  type PolicyPart,
  shareOf,
  TrustPolicyError,
  textOf,
} from './policy-members.ts';
import defaultPolicy from './trust-policy.json' with { type: 'json' };

const POLICY_ID = /^[a-z0-9-]{1,64}\/\d{1,9}$/;
const MAX_STANDING = 1000;
const MAX_DAYS = 1_000_000;
const DAYS_PER_YEAR = 365;

export interface TrustPolicy {
  readonly id: string;
  readonly standing: { readonly default: number; readonly publishers: Readonly<Record<string, number>> };
  readonly authorities: readonly { readonly publisher: string; readonly attributes: readonly string[] }[];
  readonly licences: {
    readonly refused: readonly string[];
    readonly penalties: Readonly<Record<string, number>>;
  };
  readonly age: { readonly freeDays: number; readonly penaltyPerYear: number; readonly maxPenalty: number };
  readonly set: SelectionPolicy & { readonly weakSupport: number };
}

/**
 * Checks an operator's policy.
 * @param value the parsed JSON
 * @throws {TrustPolicyError}
 */
export function parseTrustPolicy(value: unknown): TrustPolicy {
  const names = ['id', 'standing', 'authorities', 'licences', 'age', 'set'] as const;
  const policy = membersOf({ path: '', value }, names);
  const id = textOf(policy.id);
  if (!POLICY_ID.test(id)) throw new TrustPolicyError('id is not a name and version such as trust/1');
  return {
    id,
    standing: parseStanding(policy.standing),
    authorities: listOf(policy.authorities, parseAuthority),
    licences: parseLicences(policy.licences),
    age: parseAge(policy.age),
    set: parseSet(policy.set),
  };
}

function parseStanding(part: PolicyPart): TrustPolicy['standing'] {
  const { default: usual, publishers } = membersOf(part, ['default', 'publishers']);
  return {
    default: integerOf(usual, 0, MAX_STANDING),
    publishers: integersByName(publishers, 0, MAX_STANDING),
  };
}

function parseAuthority(part: PolicyPart): TrustPolicy['authorities'][number] {
  const { publisher, attributes } = membersOf(part, ['publisher', 'attributes']);
  return { publisher: textOf(publisher), attributes: listOf(attributes, textOf) };
}

function parseLicences(part: PolicyPart): TrustPolicy['licences'] {
  const { refused, penalties } = membersOf(part, ['refused', 'penalties']);
  return { refused: listOf(refused, textOf), penalties: integersByName(penalties, 0, MAX_PENALTY) };
}

function parseAge(part: PolicyPart): TrustPolicy['age'] {
  const age = membersOf(part, ['free_days', 'penalty_per_year', 'max_penalty']);
  return {
    freeDays: integerOf(age.free_days, 0, MAX_DAYS),
    penaltyPerYear: integerOf(age.penalty_per_year, 0, MAX_PENALTY),
    maxPenalty: integerOf(age.max_penalty, 0, MAX_PENALTY),
  };
}

function parseSet(part: PolicyPart): TrustPolicy['set'] {
  const names = [
    'min_publishers',
    'repeated_publisher_penalty',
    'min_score',
    'weak_support_penalty',
  ] as const;
  const set = membersOf(part, names);
  return {
    minPublishers: integerOf(set.min_publishers, 1, MAX_DEMAND),
    repeatedPublisher: integerOf(set.repeated_publisher_penalty, 0, MAX_PENALTY),
    minScore: shareOf(set.min_score),
    weakSupport: integerOf(set.weak_support_penalty, 0, MAX_PENALTY),
  };
}

/** The policy in force where an operator gives none. */
export const DEFAULT_TRUST_POLICY: TrustPolicy = parseTrustPolicy(defaultPolicy);

/** Standing, 0 to 1000 ‰, of evidence found at a publisher (docs/spec/decisions.md#4.10). */
export function publisherStanding({ standing }: TrustPolicy, publisher: string): number {
  return standing.publishers[publisher] ?? standing.default;
}

/** Whether the policy names the publisher authoritative for the attribute (docs/spec/decisions.md#4.8). */
export function isAuthority({ authorities }: TrustPolicy, publisher: string, attribute: string): boolean {
  return authorities.some(
    (one) =>
      one.publisher === publisher && one.attributes.some((listed) => listed === '*' || listed === attribute),
  );
}

/** Whether artefacts under this licence are never evidence; case has no meaning in an SPDX id. */
export function isLicenceRefused({ licences }: TrustPolicy, licence: string): boolean {
  return licences.refused.some((listed) => isSameLicence(listed, licence));
}

/** The highest that any spelling of the licence has: 0 to 999. */
function licencePenalty({ licences }: TrustPolicy, licence: string): number {
  const listed = Object.entries(licences.penalties).filter(([name]) => isSameLicence(name, licence));
  return Math.max(0, ...listed.map(([, penalty]) => penalty));
}

function isSameLicence(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/**
 * An artefact's penalty, 0 to 999, for `SelectionArtefact.penalty`.
 * @param ageDays whole days from its latest observation to the time T of the question
 * @param support mean score, 0 to 1, of its support for the claims that it covers
 */
export function artefactPenalty(
  policy: TrustPolicy,
  { licence, ageDays, support }: { licence: string; ageDays: number; support: number },
): number {
  const { age, set } = policy;
  const forLicence = licencePenalty(policy, licence);
  const years = Math.floor(Math.max(0, ageDays - age.freeDays) / DAYS_PER_YEAR);
  const forAge = Math.min(age.maxPenalty, years * age.penaltyPerYear);
  const forSupport = Math.round(set.weakSupport * (1 - Math.min(1, Math.max(0, support))));
  return Math.min(MAX_PENALTY, forLicence + forAge + forSupport);
}
