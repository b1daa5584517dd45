/** What a session's token was narrowed to, asked without an error: a node out of reach is as if there were none. */
import { parseAddress } from '../../graph/address.ts';
import { reachesAddress, type Session } from './session.ts';

export function reachesCorpus({ grant }: Session, corpus: string): boolean {
  return grant === null || grant.corpora === null || grant.corpora.has(corpus);
}

/** Its corpus and the address itself. Whoever was narrowed to nothing reaches also what is no address: there is no such item. */
export function reachesItem(session: Session, addr: string): boolean {
  if (session.grant === null) return true;
  const parsed = parseAddress(addr);
  return parsed.ok && reachesCorpus(session, parsed.corpus) && reachesAddress(session, addr);
}
