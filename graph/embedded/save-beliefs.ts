/** Writes of a step of the projection of beliefs. */
import { type BeliefChanges, LISTED_STATES, type ListedState } from '../store/beliefs.ts';
import type { Connection } from './connection.ts';

export function saveBeliefs(connection: Connection, changes: BeliefChanges): void {
  const { position, days, ledgers, states, tallies, verdicts } = changes;
  for (const { addr, state } of states) connection.run(SAVE_STATE, { addr, belief: codeOf(state) });
  for (const ledger of ledgers) {
    connection.run(SAVE_LEDGER, { ...ledger, state: codeOf(ledger.state) });
  }
  for (const { corpus, state, claims } of tallies) {
    const tally = { corpus, state: codeOf(state) };
    if (claims === 0) connection.run(REMOVE_TALLY, tally);
    else connection.run(SAVE_TALLY, { ...tally, claims });
  }
  for (const day of days) connection.run(SAVE_DAY, { ...day });
  for (const { answer, until, seq } of verdicts) connection.run(SAVE_VERDICT_DAY, { answer, until, seq });
  if (position !== null) connection.run(SAVE_POSITION, { ...position });
}

export function codeOf(state: ListedState): number {
  return LISTED_STATES.indexOf(state);
}

const SAVE_STATE = 'UPDATE claims SET belief = @belief WHERE addr = @addr';

const SAVE_LEDGER = `
  INSERT INTO ledger_beliefs (corpus, cluster, state, confidence, day, until)
  VALUES (@corpus, @cluster, @state, @confidence, @day, @until)
  ON CONFLICT (corpus, cluster) DO UPDATE SET
    state = excluded.state, confidence = excluded.confidence, day = excluded.day, until = excluded.until`;

const SAVE_TALLY = `
  INSERT INTO belief_tallies (corpus, state, claims) VALUES (@corpus, @state, @claims)
  ON CONFLICT (corpus, state) DO UPDATE SET claims = excluded.claims`;

/** Which states a corpus once had depends on how the log was followed. */
const REMOVE_TALLY = 'DELETE FROM belief_tallies WHERE corpus = @corpus AND state = @state';

const SAVE_DAY = `
  INSERT INTO belief_days (corpus, day, confident_day, passed) VALUES (@corpus, @day, @confidentDay, @passed)
  ON CONFLICT (corpus) DO UPDATE SET
    day = excluded.day, confident_day = excluded.confident_day, passed = excluded.passed`;

/** A row is there since its answer was saved. */
const SAVE_VERDICT_DAY = 'UPDATE verdict_days SET until = @until, seq = @seq WHERE answer = @answer';

const SAVE_POSITION = `
  INSERT INTO belief_position (id, seq, pending, revision) VALUES (0, @seq, @pending, @revision)
  ON CONFLICT (id) DO UPDATE SET
    seq = excluded.seq, pending = excluded.pending, revision = excluded.revision`;
