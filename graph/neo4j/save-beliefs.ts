/** Writes of a step of the projection of beliefs. */
import type { BeliefChanges, LedgerKey } from '../store/beliefs.ts';
import type { Upserts } from './upserts.ts';

export async function saveBeliefs(upsert: Upserts, changes: BeliefChanges): Promise<void> {
  const { position, days, ledgers, states, tallies, verdicts } = changes;
  await upsert.rows(
    SAVE_STATES,
    states.map((one) => ({ ...one })),
  );
  await upsert.nodes(
    'LedgerBelief',
    ledgers.map((ledger) => ({ id: beliefKey(ledger), ...ledger })),
  );
  await upsert.rows(
    SAVE_TALLIES,
    tallies.map((tally) => ({ id: `${tally.corpus} ${tally.state}`, ...tally })),
  );
  await upsert.nodes(
    'BeliefDay',
    days.map((day) => ({ ...day })),
  );
  await upsert.rows(
    SAVE_VERDICT_DAYS,
    verdicts.map(({ answer, until, seq }) => ({ answer, until, seq })),
  );
  if (position !== null) await upsert.nodes('BeliefPosition', [{ id: 0, ...position }]);
}

/** Key of a ledger's belief. */
export function beliefKey({ corpus, cluster }: LedgerKey): string {
  return `${corpus} ${cluster}`;
}

const SAVE_STATES = 'UNWIND $rows AS row MATCH (c:Claim {addr: row.addr}) SET c.belief = row.state';

/** Which states a corpus once had depends on how the log was followed. */
const SAVE_TALLIES = `
  UNWIND $rows AS row
  MERGE (t:BeliefTally {id: row.id}) SET t = row
  WITH t WHERE t.claims = 0 DELETE t`;

/** A node is there since its answer was saved. */
const SAVE_VERDICT_DAYS =
  'UNWIND $rows AS row MATCH (v:VerdictDay {answer: row.answer}) SET v.until = row.until, v.seq = row.seq';
