/**
 * Which claims several publishers state. Whether they do depends on the view, so `bySeveral` says no more than that in some view
 * they do; other claims lack it, so that its indexes hold those few alone. The list itself decides (`filter-cypher.ts`).
 */
import type { Changes } from '../store/store.ts';
import type { Upserts } from './upserts.ts';

/** Before new places are saved, for the places that artefacts have: they were saved before them, or with other publishers. */
export function markStated(upsert: Upserts, artefacts: Changes['artefacts']): Promise<void> {
  const rows = artefacts.map(({ record }) => ({ artefact: record.artefact_id }));
  return upsert.rows(`${STATED_BY} ${MARK}`, rows);
}

/** Behind claims and places, each of which may be saved before the other. */
export function markSaved(upsert: Upserts, { claims, occurrences }: Changes): Promise<void> {
  const addrs = new Set([...claims.map(({ addr }) => addr), ...occurrences.map(({ claim }) => claim)]);
  const rows = [...addrs].map((claim) => ({ claim }));
  return upsert.rows(`${SAVED} ${MARK}`, rows);
}

const STATED_BY =
  'UNWIND $rows AS row MATCH (:Artefact {id: row.artefact})<-[:STATED_IN]-(c) WITH DISTINCT c';
const SAVED = 'UNWIND $rows AS row MATCH (c:Claim {addr: row.claim}) WITH c';

/** Nearly every claim has one place, whose artefact need not be looked at. */
const MARK = `
  WHERE c.bySeveral IS NULL AND COUNT { (c)-[:STATED_IN]->() } > 1
  AND COUNT { MATCH (c)-[:STATED_IN]->(a) WHERE a.publisher IS NOT NULL RETURN DISTINCT a.publisher } > 1
  SET c.bySeveral = true`;

/** Of a list that is searched for them. */
export const ALONG_SEVERAL = {
  leading: ['corpus', 'bySeveral'],
  where: 'c.corpus = $corpus AND c.bySeveral = true',
} as const;
