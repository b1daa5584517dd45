/** Writes of answers, of their findings, and of keys. */

import type { ClaimAddr } from '../address.ts';
import type { AnswerRecord } from '../store/rows.ts';
import type { Changes } from '../store/store.ts';
import { firstVerdictDay } from '../store/verdict-days.ts';
import { type BoltParams, toDateTime } from './bolt-values.ts';
import type { Upserts } from './upserts.ts';

export async function saveService(upsert: Upserts, changes: Changes): Promise<void> {
  await saveAnswers(upsert, changes);
  await saveFindings(upsert, changes);
  await saveKeys(upsert, changes);
}

/** An answer that is saved again may use other claims. */
const SAVE_ANSWERS = `
  UNWIND $rows AS row
  MERGE (a:Answer {id: row.node.id}) SET a = row.node
  WITH a, row
  CALL (a) { MATCH (a)-[u:USES|CITES]->() DELETE u }
  FOREACH (one IN row.uses | MERGE (c:Claim {addr: one.claim}) MERGE (a)-[:USES {as: one.as}]->(c))
  FOREACH (id IN row.cites | MERGE (d:Artefact {id: id}) MERGE (a)-[:CITES]->(d))`;

async function saveAnswers(upsert: Upserts, { answers }: Changes): Promise<void> {
  await upsert.rows(SAVE_ANSWERS, answers.map(answerRow));
  const days = answers.map(firstVerdictDay).filter((day) => day !== null);
  await upsert.rows(
    ADD_VERDICT_DAYS,
    days.map((day) => ({ ...day })),
  );
}

/** An answer that is saved again has been looked at since. */
const ADD_VERDICT_DAYS =
  'UNWIND $rows AS row MERGE (v:VerdictDay {answer: row.answer}) ON CREATE SET v = row';

function answerRow(answer: AnswerRecord): BoltParams {
  const { seq, tenant, corpus, at, body } = answer;
  const { answer_id: id, mode, receipt_id: receipt, effective_until } = body;
  const times = { at: toDateTime(at), effectiveUntil: toDateTime(effective_until) };
  const uses = (as: string) => (claim: ClaimAddr) => ({ as, claim });
  return {
    node: { id, seq, tenant, corpus, mode, receipt, ...times, record: JSON.stringify(answer) },
    uses: [...body.claims.map(uses('summary')), ...(body.ledgers ?? []).map(uses('ledger'))],
    cites: body.artefacts,
  };
}

const SAVE_FINDINGS = `
  UNWIND $rows AS row
  MERGE (f:Finding {seq: row.seq}) SET f = row
  MERGE (a:Answer {id: row.answer})
  MERGE (f)-[:OF]->(a)`;

async function saveFindings(upsert: Upserts, { findings }: Changes): Promise<void> {
  await upsert.rows(
    SAVE_FINDINGS,
    findings.map((finding) => {
      const { seq, tenant, at, body } = finding;
      const turned = { answer: body.answer_id, from: body.from, to: body.to, at: toDateTime(at) };
      return { seq, tenant, ...turned, record: JSON.stringify(finding) };
    }),
  );
}

async function saveKeys(upsert: Upserts, { keys, revocations }: Changes): Promise<void> {
  await upsert.nodes(
    'Key',
    keys.map((key) => ({
      id: key.body.key_id,
      hash: key.body.key_hash,
      seq: key.seq,
      record: JSON.stringify(key),
    })),
  );
  await upsert.nodes(
    'Revocation',
    revocations.map(({ keyId, seq }) => ({ key: keyId, seq })),
  );
}
