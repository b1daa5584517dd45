/** Writes of ledgers, annotations, answers, findings and keys. */
import { claimCorpusOf } from '../address.ts';
import type { Changes } from '../store/store.ts';
import type { PostgresConnection } from './connection.ts';
import { tableOf, upsert } from './upserts.ts';

const LEDGER = tableOf({
  name: 'ledger',
  columns: {
    ...{ event_id: 'text', claim: 'text', seq: 'bigint', actor_root: 'text', successor: 'text' },
    ...{ log_seq: 'bigint', corpus: 'text', kind: 'text', record: 'text' },
  },
  key: ['event_id'],
});
const IDEMPOTENCY = tableOf({ name: 'idempotency', columns: { key: 'text', record: 'text' }, key: ['key'] });
const ANNOTATIONS = tableOf({
  name: 'annotations',
  columns: { id: 'text', target: 'text', seq: 'bigint', kind: 'text', record: 'text' },
  key: ['id'],
  firstStays: true,
});
const CLOSURES = tableOf({
  name: 'stub_closures',
  columns: { stub_id: 'text', record: 'text' },
  key: ['stub_id'],
  firstStays: true,
});
const ANSWERS = tableOf({
  name: 'answers',
  columns: { id: 'text', seq: 'bigint', tenant: 'text', corpus: 'text', record: 'text' },
  key: ['id'],
});
const USES = tableOf({
  name: 'answer_uses',
  columns: { used: 'text', seq: 'bigint', answer: 'text' },
  key: ['used', 'seq', 'answer'],
});
const FINDINGS = tableOf({
  name: 'findings',
  columns: { seq: 'bigint', tenant: 'text', answer: 'text', state: 'text', record: 'text' },
  key: ['seq'],
});
const KEYS = tableOf({
  name: 'keys',
  columns: { id: 'text', hash: 'text', seq: 'bigint', record: 'text' },
  key: ['id'],
});
const REVOCATIONS = tableOf({ name: 'revocations', columns: { key: 'text', seq: 'bigint' }, key: ['key'] });

/** What an answer that is saved again used before. */
const FORGET_USES = 'DELETE FROM answer_uses WHERE answer = ANY (@answers::text[])';

/** Statements are sent in this order, without a wait between them. */
export function saveService(connection: PostgresConnection, changes: Changes): Promise<void>[] {
  return [
    ...saveLedger(connection, changes),
    ...saveAnnotations(connection, changes),
    ...saveAnswers(connection, changes),
    ...saveKeys(connection, changes),
  ];
}

function saveLedger(connection: PostgresConnection, { ledger, idempotency }: Changes): Promise<void>[] {
  const rows = ledger.map((entry) => {
    const { event_id, claim, seq, actor_root, successor, log, kind } = entry;
    const corpus = claimCorpusOf(claim);
    const position = { seq, log_seq: log.seq };
    return {
      event_id,
      claim,
      ...position,
      actor_root,
      successor,
      corpus,
      kind,
      record: JSON.stringify(entry),
    };
  });
  const once = idempotency.map((one) => ({ key: one.key, record: JSON.stringify(one) }));
  return [upsert(connection, LEDGER, rows), upsert(connection, IDEMPOTENCY, once)];
}

function saveAnnotations(
  connection: PostgresConnection,
  { annotations, closures }: Changes,
): Promise<void>[] {
  const rows = annotations.map((annotation) => {
    const { id, target, kind } = annotation.record;
    return { id, target, seq: annotation.seq, kind, record: JSON.stringify(annotation) };
  });
  const closed = closures.map((one) => ({ stub_id: one.stub_id, record: JSON.stringify(one) }));
  return [upsert(connection, ANNOTATIONS, rows), upsert(connection, CLOSURES, closed)];
}

function saveAnswers(connection: PostgresConnection, { answers, findings }: Changes): Promise<void>[] {
  const rows = answers.map((answer) => {
    const { seq, tenant, corpus, body } = answer;
    return { id: body.answer_id, seq, tenant, corpus, record: JSON.stringify(answer) };
  });
  const uses = answers.flatMap(({ seq, body }) =>
    [...body.claims, ...(body.ledgers ?? []), ...body.artefacts].map((used) => {
      return { used, seq, answer: body.answer_id };
    }),
  );
  const changed = findings.map((finding) => {
    const { seq, tenant, body } = finding;
    return { seq, tenant, answer: body.answer_id, state: body.to, record: JSON.stringify(finding) };
  });
  const forget = { answers: rows.map(({ id }) => id) };
  return [
    ...(rows.length === 0 ? [] : [connection.run(FORGET_USES, forget)]),
    upsert(connection, ANSWERS, rows),
    upsert(connection, USES, uses),
    upsert(connection, FINDINGS, changed),
  ];
}

function saveKeys(connection: PostgresConnection, { keys, revocations }: Changes): Promise<void>[] {
  const rows = keys.map((key) => {
    return { id: key.body.key_id, hash: key.body.key_hash, seq: key.seq, record: JSON.stringify(key) };
  });
  const revoked = revocations.map(({ keyId, seq }) => ({ key: keyId, seq }));
  return [upsert(connection, KEYS, rows), upsert(connection, REVOCATIONS, revoked)];
}
