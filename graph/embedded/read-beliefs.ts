/** Reads of the projection of beliefs, each along an index. */
import type { ClaimAddr } from '../address.ts';
import {
  type BeliefReads,
  type BeliefTally,
  type ClaimState,
  type LedgerBelief,
  LISTED_STATES,
  type ListedState,
  type VerdictDay,
} from '../store/beliefs.ts';
import type { Connection, SqlParams } from './connection.ts';

export function beliefReads(connection: Connection): BeliefReads {
  const ledgers = (where: string, params: SqlParams): LedgerBelief[] =>
    connection
      .rows<Coded<LedgerBelief>>(`SELECT ${LEDGER} FROM ${where}`, params)
      .map((row) => ({ ...row, state: stateOf(row.state) }));
  const claims = (where: string, params: SqlParams): ClaimState[] =>
    connection
      .rows<Coded<ClaimState>>(`SELECT ${CLAIM} FROM ${where}`, params)
      .map((row) => ({ ...row, state: row.state === null ? null : stateOf(row.state) }));
  return {
    position: async () => connection.rows('SELECT seq, pending, revision FROM belief_position'),
    day: async ({ corpus }) => connection.rows(DAY, { corpus }),
    tallies: async ({ corpus }) =>
      connection
        .rows<Coded<BeliefTally>>(TALLIES, { corpus })
        .map((row) => ({ ...row, state: stateOf(row.state) })),
    ledgers: async ({ by }) =>
      ledgers(BY_KEY, { keys: JSON.stringify(by.map(({ corpus, cluster }) => [corpus, cluster])) }),
    due: async (query) => ledgers(DUE, { ...query }),
    after: async (query) => ledgers(AFTER, { ...query }),
    members: async (query) => claims(MEMBERS, { ...query }),
    claims: async ({ by }) => claims(BY_ADDR, { keys: JSON.stringify(by) }),
    citing: async ({ hashes, after, limit }) =>
      connection.rows<{ claim: ClaimAddr }>(CITING, { keys: JSON.stringify(hashes), after, limit }),
    verdicts: async ({ by }) => connection.rows<VerdictDay>(VERDICTS, { keys: JSON.stringify(by) }),
    dueVerdicts: async ({ after, ...query }) =>
      connection.rows<VerdictDay>(DUE_VERDICTS, {
        ...query,
        until: after?.until ?? Number.MIN_SAFE_INTEGER,
        answer: after?.answer ?? '',
      }),
  };
}

/** A row whose state is its place in `LISTED_STATES`. */
type Coded<T extends { readonly state: ListedState | null }> = Omit<T, 'state'> & {
  readonly state: T['state'] extends ListedState ? number : number | null;
};

function stateOf(code: number): ListedState {
  return LISTED_STATES[code] ?? 'none';
}

const DAY = `
  SELECT corpus, day, confident_day AS confidentDay, passed FROM belief_days WHERE corpus = @corpus`;
const TALLIES = 'SELECT corpus, state, claims FROM belief_tallies WHERE corpus = @corpus';

const LEDGER = 'b.corpus, b.cluster, b.state, b.confidence, b.day, b.until';
const BY_KEY = `
  json_each(@keys) k CROSS JOIN ledger_beliefs b ON b.corpus = k.value ->> 0 AND b.cluster = k.value ->> 1`;
const DUE = `
  ledger_beliefs b INDEXED BY ledger_beliefs_by_until
  WHERE b.corpus = @corpus AND b.until >= @from AND b.until < @before
  ORDER BY b.until, b.cluster LIMIT @limit`;
const AFTER = `
  ledger_beliefs b WHERE b.corpus = @corpus AND b.cluster > @after ORDER BY b.cluster LIMIT @limit`;

const CLAIM = 'c.addr, c.corpus, c.cluster, c.seq, c.belief AS state';
const MEMBERS = `
  claims c INDEXED BY claims_by_cluster
  WHERE c.cluster = @cluster AND c.corpus = @corpus AND c.seq > @after
  ORDER BY c.seq LIMIT @limit`;
const BY_ADDR = 'json_each(@keys) k CROSS JOIN claims c ON c.addr = k.value';

/** Artefacts of one hash are each observed, so that their observations name them. */
const CITING = `
  SELECT claim FROM (
    SELECT x.claim FROM event_artefacts x WHERE x.artefact IN (
      SELECT o.artefact FROM json_each(@keys) k CROSS JOIN observations o ON o.hash = k.value
    )
    UNION SELECT h.claim FROM json_each(@keys) k CROSS JOIN cited_hashes h ON h.hash = k.value
  ) WHERE claim > @after ORDER BY claim LIMIT @limit`;

const VERDICTS = `
  SELECT v.answer, v.corpus, v.until, v.seq FROM json_each(@keys) k CROSS JOIN verdict_days v ON v.answer = k.value`;
const DUE_VERDICTS = `
  SELECT v.answer, v.corpus, v.until, v.seq FROM verdict_days v INDEXED BY verdict_days_by_until
  WHERE v.corpus = @corpus AND v.until < @before AND (v.until, v.answer) > (@until, @answer)
  ORDER BY v.until, v.answer LIMIT @limit`;
