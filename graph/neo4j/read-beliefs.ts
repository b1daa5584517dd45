/** Reads of the projection of beliefs, each along an index. */
import type { ClaimAddr } from '../address.ts';
import type {
  BeliefPosition,
  BeliefReads,
  BeliefTally,
  ClaimState,
  LedgerBelief,
  VerdictDay,
} from '../store/beliefs.ts';
import type { Neo4jConnection } from './connection.ts';
import { beliefKey } from './save-beliefs.ts';

export function beliefReads(connection: Neo4jConnection): BeliefReads {
  return {
    position: () => connection.rows<BeliefPosition>(POSITION),
    day: ({ corpus }) => connection.rows(DAY, { corpus }),
    tallies: ({ corpus }) => connection.rows<BeliefTally>(TALLIES, { corpus }),
    ledgers: async ({ by }) =>
      by.length === 0 ? [] : connection.rows<LedgerBelief>(BY_KEY, { ids: by.map(beliefKey) }),
    due: (query) => connection.rows<LedgerBelief>(DUE, { ...query }),
    after: (query) => connection.rows<LedgerBelief>(AFTER, { ...query }),
    members: (query) => connection.rows<ClaimState>(MEMBERS, { ...query }),
    claims: async ({ by }) => (by.length === 0 ? [] : connection.rows<ClaimState>(BY_ADDR, { addrs: by })),
    citing: ({ hashes, after, limit }) =>
      connection.rows<{ claim: ClaimAddr }>(CITING, { hashes, after, limit }),
    verdicts: async ({ by }) =>
      by.length === 0 ? [] : connection.rows<VerdictDay>(VERDICTS, { answers: by }),
    dueVerdicts: ({ after, ...query }) =>
      connection.rows<VerdictDay>(DUE_VERDICTS, {
        ...query,
        until: after?.until ?? Number.MIN_SAFE_INTEGER,
        answer: after?.answer ?? '',
      }),
  };
}

const POSITION = `
  MATCH (p:BeliefPosition {id: 0}) RETURN p.seq AS seq, p.pending AS pending, p.revision AS revision`;

const DAY = `
  MATCH (d:BeliefDay {corpus: $corpus})
  RETURN d.corpus AS corpus, d.day AS day, d.confidentDay AS confidentDay, d.passed AS passed`;

const TALLIES = `
  MATCH (t:BeliefTally) WHERE t.corpus = $corpus
  RETURN t.corpus AS corpus, t.state AS state, t.claims AS claims`;

const LEDGER = `
  RETURN b.corpus AS corpus, b.cluster AS cluster, b.state AS state, b.confidence AS confidence, b.day AS day,
    b.until AS until`;

const BY_KEY = `UNWIND $ids AS id MATCH (b:LedgerBelief {id: id}) ${LEDGER}`;

/** Ordered by every property of the index: see `read-ledger.ts`. When a day is over all ledgers may be due, step by step. */
const DUE = `
  MATCH (b:LedgerBelief) USING INDEX SEEK b:LedgerBelief(corpus, until, cluster)
  WHERE b.corpus = $corpus AND b.until >= $from AND b.until < $before AND b.cluster IS NOT NULL
  WITH b ORDER BY b.corpus, b.until, b.cluster LIMIT $limit ${LEDGER}`;

const AFTER = `
  MATCH (b:LedgerBelief) USING INDEX SEEK b:LedgerBelief(corpus, cluster)
  WHERE b.corpus = $corpus AND b.cluster > $after
  WITH b ORDER BY b.corpus, b.cluster LIMIT $limit ${LEDGER}`;

const CLAIM = 'c.addr AS addr, c.corpus AS corpus, c.cluster AS cluster, c.seq AS seq, c.belief AS state';

const MEMBERS = `
  MATCH (c:Claim) USING INDEX SEEK c:Claim(cluster, corpus, seq)
  WHERE c.cluster = $cluster AND c.corpus = $corpus AND c.seq > $after
  WITH c ORDER BY c.cluster, c.corpus, c.seq LIMIT $limit RETURN ${CLAIM}`;

const BY_ADDR = `UNWIND $addrs AS addr MATCH (c:Claim {addr: addr}) WHERE c.record IS NOT NULL RETURN ${CLAIM}`;

/** Artefacts of one hash are each observed, so that their observations name them. */
const CITING = `
  UNWIND $hashes AS hash
  CALL (hash) {
    MATCH (o:Observation {hash: hash}) WITH DISTINCT o.artefact AS id
    MATCH (:Artefact {id: id})<-[:NAMES]-(e:Event) RETURN e.claim AS claim
    UNION MATCH (h:CitedHash) WHERE h.hash = hash RETURN h.claim AS claim
  }
  WITH DISTINCT claim WHERE claim > $after RETURN claim ORDER BY claim LIMIT $limit`;

const VERDICT = 'RETURN v.answer AS answer, v.corpus AS corpus, v.until AS until, v.seq AS seq';

const VERDICTS = `UNWIND $answers AS answer MATCH (v:VerdictDay {answer: answer}) ${VERDICT}`;

/** The cut stands apart: as a condition of the seek it would be two, and what both find would be sorted. */
const DUE_VERDICTS = `
  MATCH (v:VerdictDay) USING INDEX SEEK v:VerdictDay(corpus, until, answer)
  WHERE v.corpus = $corpus AND v.until >= $until AND v.until < $before AND v.answer IS NOT NULL
  WITH v, null AS apart WHERE NOT (v.until = $until AND v.answer <= $answer)
  WITH v ORDER BY v.corpus, v.until, v.answer LIMIT $limit ${VERDICT}`;
