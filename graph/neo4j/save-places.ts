/** Writes of the places that state claims, and of the rivalries between claims. */
import type { ClaimOccurrence } from '../claim.ts';
import type { Changes } from '../store/store.ts';
import { type BoltParams, toDateTime } from './bolt-values.ts';
import type { Upserts } from './upserts.ts';

const SAVE_PLACES = `
  UNWIND $rows AS row
  MERGE (c:Claim {addr: row.claim})
  MERGE (a:Artefact {id: row.artefact})
  MERGE (c)-[s:STATED_IN {seq: row.place.seq}]->(a)
  SET s = row.place`;

/** The words of a redacted artefact leave the graph; its places stay. */
const REMOVE_QUOTES = `
  UNWIND $rows AS row MATCH (:Artefact {id: row.artefact})<-[s:STATED_IN]-() REMOVE s.quote`;

/** The first finding of a rivalry stays: an older view, which has seen it, must not lose it when it is found again. */
const SAVE_RIVALS = `
  UNWIND $rows AS row
  MERGE (c:Claim {addr: row.claim})
  MERGE (d:Claim {addr: row.rival})
  MERGE (c)-[r:CONTRADICTS]->(d)
  ON CREATE SET r = row.edge`;

export async function savePlaces(upsert: Upserts, changes: Changes): Promise<void> {
  const quotes = new Map(changes.quotes.map(({ seq, text }) => [seq, text]));
  await upsert.rows(
    SAVE_PLACES,
    changes.occurrences.map((occurrence) => placeRow(occurrence, quotes.get(occurrence.seq) ?? null)),
  );
  await upsert.rows(
    REMOVE_QUOTES,
    changes.lostQuotes.map((artefact) => ({ artefact })),
  );
  await upsert.rows(
    SAVE_RIVALS,
    changes.rivals.map((rivalry) => {
      const { claim, rival, seq, judged } = rivalry;
      const judgement = { judge: judged?.judge ?? null, confidence: judged?.confidence ?? null };
      return { claim, rival, edge: { seq, ...judgement, record: JSON.stringify(rivalry) } };
    }),
  );
}

function placeRow(occurrence: ClaimOccurrence, quote: string | null): BoltParams {
  const { claim, artefact, seq, span, effective_at } = occurrence;
  const place = { seq, start: span.start, end: span.end, effectiveAt: toDateTime(effective_at), quote };
  return { claim, artefact, place: { ...place, record: JSON.stringify(occurrence) } };
}
