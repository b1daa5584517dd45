/**
 * In whose name a visitor contributes, and with what weight: an organisation that may is one voice, for any of its members
 * that speaks; anybody else is a new voice of little weight (docs/spec/decisions.md#4.9, ADR 81).
 */
import { createHmac, hash } from 'node:crypto';
import { z } from 'zod';
import type { BffContext, Visitor } from '../bff-context.ts';
import { deniedFeature } from '../denied-feature.ts';
import { CONTRIBUTE } from '../features.ts';
import { mayUse, orgWith } from '../organisations.ts';
import { BffRefusal, type RefusalView } from '../refusal.ts';
import type { ContributorToken } from './mint-token.ts';

/** Per mille, as the engine gives it to a key that anybody may mint. */
const READER_STANDING = 100;
/** Per mille, of a member of an organisation that an operator has let contribute. */
const MEMBER_STANDING = 700;
const READER_LENGTH = 16;
const PLAIN_ORG = /^[A-Za-z0-9._@-]{1,100}$/;
/** Tokens are used again until so long before their end. */
const SPARE_MS = 3_600_000;
const MAX_TOKENS = 1_000;

export interface Contributor {
  /** As the ledger names it. */
  readonly actor: string;
  /** The visitor itself, as nobody else can name it: the ledger is public. */
  readonly reader: string;
  /** Per mille. */
  readonly standing: number;
}

export const contributorView = z.object({
  actor: z.string(),
  /** 0 to 1000 per mille; less than 500 turns no verdict by itself. */
  standing: z.int(),
});

/** @throws {BffRefusal} 403 `denied:contribute` that says what would be needed */
export async function contributorOf(bff: BffContext, visitor: Visitor): Promise<Contributor> {
  const refusal = await contributionRefusal(bff, visitor);
  if (refusal !== null) throw new BffRefusal(refusal);
  const reader = readerOf(bff, visitor);
  const org = await orgWith(bff, visitor, CONTRIBUTE);
  if (org !== null) return { actor: `org:${plainName(org)}`, reader, standing: MEMBER_STANDING };
  return { actor: reader, reader, standing: READER_STANDING };
}

/** Why the visitor may not contribute, null where it may. */
export async function contributionRefusal(bff: BffContext, visitor: Visitor): Promise<RefusalView | null> {
  const denied = { status: 403, kind: 'Forbidden', reason: 'denied:contribute' } as const;
  if (bff.mintToken === null) {
    const message = 'This server shows answers and takes no contributions.';
    return { ...denied, message, next_step: 'Its operator can take them by the API of agents.' };
  }
  if (await mayUse(bff, visitor, CONTRIBUTE)) return null;
  const [org] = (await bff.records.membershipsOf(visitor.user)).map(({ org_id }) => org_id);
  const message = 'Writing to the ledger is not open to you on this server.';
  const next_step =
    org === undefined
      ? 'It is open to members of organisations that its operator has let contribute: ask for an invitation.'
      : `Ask its operator to let ${org} contribute.`;
  const signInStep = 'Sign in to contribute, if your organisation may.';
  const { reason } = denied;
  return deniedFeature(bff, visitor, { feature: CONTRIBUTE, reason, message, next_step, signInStep });
}

/** Bounded; the least recently made goes first. */
const TOKENS = new WeakMap<BffContext, Map<string, Promise<ContributorToken>>>();

/** The token of a contributor, which the engine knows for a day. */
export async function tokenOf(bff: BffContext, { actor, standing }: Contributor): Promise<string> {
  const tokens = TOKENS.get(bff) ?? new Map<string, Promise<ContributorToken>>();
  TOKENS.set(bff, tokens);
  const name = `${actor} ${standing}`;
  const known = await tokens.get(name)?.catch(() => null);
  if (known && Date.parse(known.expires_at) - bff.now() > SPARE_MS) return known.token;
  if (bff.mintToken === null) throw new RangeError('no token can be minted');
  const minted = bff.mintToken(actor, standing);
  tokens.delete(name);
  const [oldest] = tokens.keys();
  if (tokens.size >= MAX_TOKENS && oldest !== undefined) tokens.delete(oldest);
  tokens.set(name, minted);
  return (await minted).token;
}

/** Forgets a token that the engine does not take any more: an operator may have revoked it. */
export function forgetToken(bff: BffContext, { actor, standing }: Contributor): void {
  TOKENS.get(bff)?.delete(`${actor} ${standing}`);
}

/** A name of the visitor that can be shown: it is the same in every session, and leads nobody to the visitor. */
export function readerOf(
  { sessionKey }: Pick<BffContext, 'sessionKey'>,
  { user }: Pick<Visitor, 'user'>,
): string {
  const mac = createHmac('sha256', sessionKey).update(`adduce contributor\n${user}`).digest('hex');
  return `reader:${mac.slice(0, READER_LENGTH)}`;
}

function plainName(org: string): string {
  return PLAIN_ORG.test(org) ? org : hash('sha256', org).slice(0, READER_LENGTH * 2);
}
