/** Writes of answers, of their findings, and of keys. */
import type { Changes } from '../store.ts';
import type { Sink } from './pipeline.ts';
import type { Upserts } from './upserts.ts';

export async function saveService(sink: Sink, upsert: Upserts, changes: Changes): Promise<void> {
  await saveAnswers(sink, upsert, changes);
  await saveFindings(upsert, changes);
  await saveKeys(upsert, changes);
}

/** An answer that is saved again may use other claims. */
const FORGET_USES = 'UNWIND $ids AS id MATCH (:Answer {id: id})-[u:USES|RESTS_ON]->() DELETE u';

async function saveAnswers(sink: Sink, upsert: Upserts, { answers }: Changes): Promise<void> {
  if (answers.length === 0) return;
  await sink.run(FORGET_USES, { ids: answers.map(({ body }) => body.answer_id) });
  await upsert.nodes(
    'Answer',
    answers.map((answer) => {
      const { seq, tenant, corpus, body } = answer;
      return { id: body.answer_id, seq, tenant, corpus, record: JSON.stringify(answer) };
    }),
  );
  await upsert.relations(
    { from: 'Answer', type: 'USES', to: 'Claim' },
    answers.flatMap(({ body }) =>
      [...body.claims, ...(body.ledgers ?? [])].map((claim) => ({ from: body.answer_id, to: claim })),
    ),
  );
  await upsert.relations(
    { from: 'Answer', type: 'RESTS_ON', to: 'Artefact' },
    answers.flatMap(({ body }) => body.artefacts.map((artefact) => ({ from: body.answer_id, to: artefact }))),
  );
}

async function saveFindings(upsert: Upserts, { findings }: Changes): Promise<void> {
  await upsert.nodes(
    'Finding',
    findings.map((finding) => {
      const { seq, tenant, body } = finding;
      return { seq, tenant, answer: body.answer_id, to: body.to, record: JSON.stringify(finding) };
    }),
  );
  await upsert.relations(
    { from: 'Finding', type: 'OF', to: 'Answer' },
    findings.map(({ seq, body }) => ({ from: seq, to: body.answer_id })),
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
