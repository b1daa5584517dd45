/** What a session's token was narrowed to, asked without an error: a node out of reach is as if there were none. */
import { parseAddress } from '../../../graph/address.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import { digestOf } from '../digest.ts';
import { reachesAddress, type Session } from './session.ts';

export function reachesCorpus({ grant }: Session, corpus: string): boolean {
  return grant === null || grant.corpora === null || grant.corpora.has(corpus);
}

/** What sessions of the same reach have in common; null: no limit. Lists that leave out what is not in reach are others by it. */
export function reachName({ grant }: Session): string | null {
  if (grant === null || (grant.corpora === null && grant.prefixes === null)) return null;
  return digestOf([grant.corpora === null ? null : [...grant.corpora].sort(byCodeUnit), grant.prefixes]);
}

/** Its corpus and the address itself. An unrestricted token may name an unparsable address; it resolves to null. */
export function reachesItem(session: Session, addr: string): boolean {
  if (session.grant === null) return true;
  const parsed = parseAddress(addr);
  return parsed.ok && reachesCorpus(session, parsed.corpus) && reachesAddress(session, addr);
}

/** Whether it sees some addresses only; null: nobody's. */
export function isNarrowed(session: Session | null): boolean {
  return (session?.grant?.prefixes ?? null) !== null;
}

/** Whether it sees every address of the corpus: what is counted over all of it is for no other. */
export function reachesWhole(session: Session, corpus: string): boolean {
  if (!reachesCorpus(session, corpus)) return false;
  const prefixes = session.grant?.prefixes ?? null;
  return prefixes === null || prefixes.some((prefix) => `wx://${corpus}/`.startsWith(prefix));
}
