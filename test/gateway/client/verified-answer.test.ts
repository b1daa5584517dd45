/** Answers that a client verifies without their receipt, since it has verified them before (docs/adr/0065-…). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CheckpointMemory, createMemory } from '../../../gateway/client/checkpoint-memory.ts';
import type { AdduceClient } from '../../../gateway/client/create-client.ts';
import { QUESTION } from '../rest/rest-fixture.ts';
import { forging } from './forge.ts';
import type { Json } from './proxy.ts';
import {
  ask,
  client,
  fault,
  keys,
  logKey,
  proxy,
  startEngine,
  startRewrittenEngine,
} from './rewritten-engine.ts';

/** So long after its head was verified, a log counts as verified. */
const CURRENT_MS = 1_000;

startRewrittenEngine();
// The second is over when a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const RECEIPT = expect.stringMatching(/^GET \/v1\/answers\/ans_\w+\/receipt$/);
const HEAD = 'GET /v1/log/checkpoint';

/** Names of the calls that the work makes. */
async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = proxy.passed.length;
  await work();
  return proxy.passed.slice(before).filter((call) => !call.includes('consistency'));
}

async function verified(by: AdduceClient): Promise<Json> {
  const answer = await ask(by);
  await by.verifyAnswer(answer);
  return answer;
}

describe('an answer that was verified before', () => {
  it('needs no receipt: only that the log continues, which is verified once a second', async () => {
    const reader = client();
    const answer = await ask(reader);
    const again = () => reader.verifyAnswer(answer, { expected: { q: ` ${QUESTION}` } });
    expect(await callsOf(again)).toEqual([RECEIPT]);
    expect(await callsOf(again)).toEqual([HEAD]);
    vi.advanceTimersByTime(CURRENT_MS - 1);
    expect(await callsOf(again)).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await callsOf(again)).toEqual([HEAD]);
  });

  it('is verified like another where it comes to another client', async () => {
    const answer = await verified(client());
    expect(await callsOf(() => client().verifyAnswer(answer))).toEqual([RECEIPT]);
  });

  it('passes with another verdict, which no receipt covers', async () => {
    const reader = client();
    const answer = await verified(reader);
    const changed = { ...answer, trust: { ...answer.trust, findings_state: 'FAIL' } };
    expect(await callsOf(() => reader.verifyAnswer(changed))).toEqual([HEAD]);
  });

  it.each<[string, (answer: Json) => Json]>([
    ['the summary', (answer) => ({ ...answer, summary: 'It is 999 metres deep.' })],
    [
      'a sentence',
      ({ sentences: [first, ...more], ...rest }) => ({
        ...rest,
        sentences: [{ ...first, text: 'It is 999 metres deep.' }, ...more],
      }),
    ],
    ['the words of a claim', (answer) => ({ ...answer, claims: [] })],
    ['how sure it is', (answer) => ({ ...answer, confidence: 0.01 })],
    ['how sure it is, which is left out', ({ confidence: _, ...answer }) => answer],
    ['passages, which it has not', (answer) => ({ ...answer, passages: [] })],
    [
      'where an artefact is',
      ({ artefacts: [first, ...more], ...rest }) => ({
        ...rest,
        artefacts: [{ ...first, url: 'https://evil.example/' }, ...more],
      }),
    ],
    ['the evidence', (answer) => ({ ...answer, evidence_set: { ...answer.evidence_set, artefact_ids: [] } })],
    ['what disagrees', (answer) => ({ ...answer, claim_clusters: [] })],
    ['how many documents there are', (a) => ({ ...a, coverage: { ...a.coverage, doc_count: 7_000 } })],
    ['the corpus', (answer) => ({ ...answer, corpus: { ...answer.corpus, name: 'towers' } })],
    ['the receipt', (answer) => ({ ...answer, receipt: { ...answer.receipt, hash: '0'.repeat(64) } })],
    ['the number of a claim', (answer) => ({ ...answer, claims: [Number.NaN] })],
  ])('is refused by its receipt where it differs: %s', async (_, change) => {
    const reader = client();
    const answer = await verified(reader);
    await expect(reader.verifyAnswer(change(answer))).rejects.toMatchObject({
      reason: expect.stringMatching(/^client:receipt_/),
    });
    await reader.verifyAnswer(answer);
  });

  it('is refused where it is nested without end', async () => {
    const reader = client();
    const answer = await verified(reader);
    const deep = { ...answer, claims: JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) };
    await expect(reader.verifyAnswer(deep)).rejects.toMatchObject(fault('receipt_answer_differs'));
  });

  it('is refused under the name of another one', async () => {
    const reader = client();
    const [mine, other] = [await verified(reader), await verified(reader)];
    const stolen = { ...mine, answer_id: other.answer_id };
    await expect(reader.verifyAnswer(stolen)).rejects.toMatchObject(fault('receipt_other_receipt'));
  });

  it.each([
    ['question', { q: 'How deep is Lake Moor?' }],
    ['corpus', { corpus: 'towers' }],
    ['hash', { receiptHash: '0'.repeat(64) }],
    ['summary', { summaryHash: '0'.repeat(64) }],
  ])('is refused where another %s is expected', async (what, expected) => {
    const reader = client();
    const answer = await verified(reader);
    const call = reader.verifyAnswer(answer, { expected });
    await expect(call).rejects.toMatchObject(fault(`receipt_unexpected_${what}`));
  });
});

describe('an answer that was refused', () => {
  it('is read again each time, and passes once it is honest', async () => {
    const reader = client();
    const honest = await ask(reader);
    proxy.rewrite = forging('212', '999');
    const forged = JSON.parse(JSON.stringify(honest).replaceAll('212', '999'));
    const refused = () => reader.verifyAnswer(forged).catch(() => undefined);
    expect(await callsOf(refused)).toEqual([RECEIPT]);
    expect(await callsOf(refused)).toEqual([RECEIPT]);
    proxy.rewrite = (body) => body;
    await reader.verifyAnswer(honest);
    await expect(reader.verifyAnswer(forged)).rejects.toMatchObject(fault('receipt_summary_differs'));
  });
});

describe('a log that no longer continues', () => {
  it('is noticed by an answer that was verified before, a second later at the latest', async () => {
    await using fork = await startEngine(logKey);
    const reader = client({ log: { keys } });
    const answer = await verified(reader);
    await reader.verifyAnswer(answer);
    proxy.upstream = fork.url;
    expect(await callsOf(() => reader.verifyAnswer(answer))).toEqual([]);
    vi.advanceTimersByTime(CURRENT_MS);
    const refused = { reason: expect.stringMatching(/^client:log_(forked|shrunk)$/) };
    await expect(reader.verifyAnswer(answer)).rejects.toMatchObject(refused);
    // Nothing of it is believed from then on.
    await expect(reader.verifyAnswer(answer)).rejects.toMatchObject(refused);
  });

  it('is believed no longer within that second where another answer has shown it', async () => {
    await using fork = await startEngine(logKey);
    const reader = client({ log: { keys } });
    const answer = await verified(reader);
    await reader.verifyAnswer(answer);
    proxy.upstream = fork.url;
    const other = await ask(reader);
    const refused = { reason: expect.stringMatching(/^client:log_(forked|shrunk)$/) };
    await expect(reader.verifyAnswer(other)).rejects.toMatchObject(refused);
    await expect(reader.verifyAnswer(answer)).rejects.toMatchObject(refused);
  });

  it('is refused by keys that did not sign it', async () => {
    await using evil = await startEngine();
    const reader = client();
    const answer = await verified(reader);
    proxy.upstream = evil.url;
    await expect(reader.verifyAnswer(answer)).rejects.toMatchObject(fault('log_key_unknown'));
  });

  it('is noticed where it ends at a head that was verified before', async () => {
    await using restored = await startEngine(logKey);
    const reader = client({ log: { keys } });
    const answer = await verified(reader);
    const early = await reader.log.verifiedCheckpoint();
    await verified(reader);
    await reader.log.verifiedCheckpoint();
    // As an engine whose older store was restored: it has signed the early head, and has nothing behind it.
    proxy.upstream = restored.url;
    proxy.rewrite = (body, { url }) => (url.pathname.endsWith('/checkpoint') ? early : body);
    vi.advanceTimersByTime(CURRENT_MS);
    await expect(reader.verifyAnswer(answer)).rejects.toMatchObject(fault('log_shrunk'));
    await expect(reader.log.verifiedCheckpoint()).rejects.toMatchObject(fault('log_shrunk'));
  });

  it('is believed no longer where that shows while its head is being verified', async () => {
    await using fork = await startEngine(logKey);
    const reader = client({ log: { keys }, timeoutMs: 60_000 });
    const answer = await verified(reader);
    await reader.log.verifiedCheckpoint();
    vi.advanceTimersByTime(CURRENT_MS);
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    proxy.rewrite = async (body, { url }) => {
      if (!url.pathname.endsWith('/checkpoint')) return body;
      asked.resolve();
      await held.promise;
      return body;
    };
    const before = reader.verifyAnswer(answer);
    await asked.promise;
    proxy.upstream = fork.url;
    const refused = { reason: expect.stringMatching(/^client:log_(forked|shrunk)$/) };
    await expect(reader.verifyAnswer(await ask(reader))).rejects.toMatchObject(refused);
    held.resolve();
    await before;
    await expect(reader.verifyAnswer(answer)).rejects.toMatchObject(refused);
  });

  it('has the answer no longer where an operator has made the client forget it', async () => {
    await using restored = await startEngine(logKey);
    let stored = createMemory();
    const checkpoints: CheckpointMemory = {
      read: (log) => stored.read(log),
      write: (log, remembered) => stored.write(log, remembered),
    };
    const reader = client({ log: { keys, checkpoints } });
    const answer = await verified(reader);
    proxy.upstream = restored.url;
    stored = createMemory();
    await expect(reader.verifyAnswer(answer)).rejects.toMatchObject({ reason: 'missing:answer' });
  });
});
