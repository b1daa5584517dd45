/** Who signed in, as the provider says. */
import type { IDToken, UserInfoResponse } from 'openid-client';

export interface Identity {
  readonly issuer: string;
  /** The person's name at the issuer that never changes. */
  readonly subject: string;
  /** As the person is called; null where the provider does not say. */
  readonly name: string | null;
  readonly groups: readonly string[];
  /** Null: the provider ends no sessions, so that it is not needed. */
  readonly idToken: string | null;
}

const NAMES = ['name', 'preferred_username', 'email'] as const;
const MAX_NAME_LENGTH = 128;
const MAX_SUBJECT_LENGTH = 255;
/** Of one person; further ones give nothing. */
const MAX_GROUPS = 1_000;
const CONTROLS = /\p{Cc}/gu;

type Facts = Readonly<Record<string, unknown>>;

/**
 * @param claim null: no groups are needed
 * @param readMore the userinfo, which is read where the ID token lacks something; null: there is none
 */
export async function identityOf(
  claims: IDToken,
  claim: string | null,
  readMore: (() => Promise<UserInfoResponse>) | null,
): Promise<Omit<Identity, 'idToken'>> {
  if (claims.sub.length > MAX_SUBJECT_LENGTH) throw new TypeError('the subject is too long');
  const isWhole = nameIn(claims) !== null && (claim === null || valueAt(claims, claim) !== undefined);
  const more: Facts = isWhole || readMore === null ? {} : await readMore();
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: nameIn(claims) ?? nameIn(more),
    groups: claim === null ? [] : groupsIn(valueAt(claims, claim) ?? valueAt(more, claim)),
  };
}

function nameIn(facts: Facts): string | null {
  for (const member of NAMES) {
    const name = facts[member];
    if (typeof name !== 'string') continue;
    const plain = name.replaceAll(CONTROLS, ' ').trim();
    if (plain !== '') return [...plain].slice(0, MAX_NAME_LENGTH).join('');
  }
  return null;
}

/** The member of that name, else what lies at the path that its dots name. */
function valueAt(facts: Facts, path: string): unknown {
  if (Object.hasOwn(facts, path)) return facts[path];
  let value: unknown = facts;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

function groupsIn(value: unknown): readonly string[] {
  const groups = Array.isArray(value) ? value : [value];
  return groups.filter((one) => typeof one === 'string').slice(0, MAX_GROUPS);
}
