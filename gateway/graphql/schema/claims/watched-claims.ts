/** The claims that a subscription names: addresses within the session's reach. */
import { readCanonical } from '../../../../engine/belief/canonical-claims.ts';
import { type ClaimAddr, isClaimAddr, parseAddress } from '../../../../graph/address.ts';
import type { GraphqlContext } from '../../context.ts';
import { refusalError } from '../../refusal-error.ts';
import { checkCorpus, reachesAddress, type Session } from '../../session/session.ts';

/** Claims that one subscription may name. */
export const MAX_WATCHED = 1_000;

/** @throws {GraphQLError} `invalid:query`, `invalid:addr` or `denied:corpus_forbidden` */
function watchedClaims(session: Session, addrs: readonly string[]): readonly ClaimAddr[] {
  if (addrs.length === 0 || addrs.length > MAX_WATCHED) {
    throw refusalError({ reason: 'invalid:query', message: `claims names 1 to ${MAX_WATCHED}` });
  }
  return [...new Set(addrs)].map((addr) => watchedClaim(session, addr));
}

/** Of the claims that a subscription names those whose ledgers they share. @throws {GraphQLError} as `watchedClaims` */
export async function watchedLedgers(
  { engine, session }: Pick<GraphqlContext, 'engine' | 'session'>,
  addrs: readonly string[],
): Promise<readonly ClaimAddr[]> {
  const claims = watchedClaims(session, addrs);
  const canonical = await readCanonical(engine.store, claims);
  return [...new Set(claims.map((addr) => canonical.get(addr) ?? addr))];
}

function watchedClaim(session: Session, addr: string): ClaimAddr {
  const parsed = parseAddress(addr);
  if (!parsed.ok || !isClaimAddr(addr)) {
    throw refusalError({ reason: 'invalid:addr', message: 'claims: not the full address of a claim' });
  }
  checkCorpus(session, parsed.corpus);
  checkReach(session, addr);
  return addr;
}

/** All claims of a corpus: only for a session that reaches every one. @throws {GraphQLError} `denied:corpus_forbidden` */
export function checkWholeCorpus(session: Session, corpus: string): void {
  checkCorpus(session, corpus);
  checkReach(session, `wx://${corpus}/claim/`);
}

function checkReach(session: Session, addr: string): void {
  if (reachesAddress(session, addr)) return;
  throw refusalError({
    reason: 'denied:corpus_forbidden',
    message: 'this token is for addresses under its prefixes',
  });
}
