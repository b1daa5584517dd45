/** Receipts that a client verifies itself, with somebody on the way who wants them to say something else. */
import { describe, expect, it } from 'vitest';
import { checkAnswerReceipt } from '../../../gateway/client/check-receipt.ts';
import { createMemory } from '../../../gateway/client/checkpoint-memory.ts';
import { base64Of, bytesOfBase64 } from '../../../graph/bytes.ts';
import { decodeCanonical, encodeCanonical } from '../../../graph/canonical.ts';
import { sha256Hex } from '../../../graph/digest.ts';
import { parseCheckpoint } from '../../../graph/log/checkpoint-note.ts';
import { QUESTION } from '../rest/rest-fixture.ts';
import { forging } from './forge.ts';
import type { Json } from './proxy.ts';
import { ask, CORPUS, client, fault, keys, proxy, startRewrittenEngine } from './rewritten-engine.ts';

/** Nothing answers it, and its lake is written of. */
const NEAR = 'Who owns Lake Moor?';

startRewrittenEngine();

describe('a receipt that is verified', () => {
  it('is given as it came, with the answer, and with what the caller recorded of it', async () => {
    const reader = client();
    const answer = await ask(reader);
    const { receipt } = await reader.receipt(answer.answer_id);
    const expected = {
      receiptHash: answer.receipt.hash,
      summaryHash: sha256Hex(Buffer.from(answer.summary)),
      q: `  ${QUESTION} `,
      corpus: CORPUS,
    };
    expect(await reader.verifiedReceipt(answer.answer_id, { answer, expected })).toEqual(receipt);
    expect(receipt.content.sentences[0]?.text).toContain('212');
  });

  it('lets nothing pass that is changed of it, though it was verified before', async () => {
    const reader = client();
    const [answer, other] = [await ask(reader), await ask(reader)];
    const { answer_id } = answer;
    const receipt = await reader.verifiedReceipt(answer_id, { answer });
    const again = await reader.verifiedReceipt(answer_id, { answer });
    expect(again).toEqual(receipt);
    // A caller may change what it got.
    Reflect.set(again.content, 'summary', 'It is 999 metres deep.');
    expect(await reader.verifiedReceipt(answer_id, { answer })).toEqual(receipt);
    const forged = JSON.parse(JSON.stringify(answer).replaceAll('212', '999'));
    await expect(reader.verifiedReceipt(answer_id, { answer: forged })).rejects.toMatchObject(
      fault('receipt_summary_differs'),
    );
    const stolen = { ...other, receipt: answer.receipt };
    await expect(reader.verifiedReceipt(other.answer_id, { answer: stolen })).rejects.toMatchObject(
      fault('receipt_other_receipt'),
    );
    await expect(reader.verifiedReceipt(other.answer_id, { answer: stolen, receipt })).rejects.toMatchObject(
      fault('receipt_other_answer'),
    );
    for (const [path, changed] of mutations(receipt)) {
      const outcome = await reader.verifiedReceipt(answer_id, { answer, receipt: changed }).then(
        () => `${path} passed`,
        (error: { readonly reason?: string }) => error.reason,
      );
      expect(outcome, path).toMatch(/^client:(?:receipt|log)_/);
    }
  });

  it('is refused where another one of its hash is nested without end', async () => {
    const reader = client();
    const answer = await ask(reader);
    const receipt = await reader.verifiedReceipt(answer.answer_id, { answer });
    const deep = structuredClone(receipt);
    Reflect.set(deep.content, 'deep', JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)));
    const call = reader.verifiedReceipt(answer.answer_id, { answer, receipt: deep });
    await expect(call).rejects.toMatchObject(fault('receipt_hash_mismatch'));
  });

  it('trusts the keys of the first verification where none are pinned', async () => {
    const reader = client({ log: {} });
    const answer = await ask(reader);
    await reader.verifiedReceipt(answer.answer_id, { answer });
    expect(proxy.passed.filter((one) => one.includes('log-keys'))).toHaveLength(1);
    await reader.verifiedReceipt(answer.answer_id, { answer });
    expect(proxy.passed.filter((one) => one.includes('log-keys'))).toHaveLength(1);
  });

  it('is asked for alone where the keys are pinned and the memory is empty', async () => {
    const reader = client();
    const { answer_id } = await ask(reader);
    const before = proxy.passed.length;
    await reader.verifiedReceipt(answer_id);
    expect(proxy.passed.slice(before)).toEqual([`GET /v1/answers/${answer_id}/receipt`]);
  });

  it('of an earlier and of a later tree is proved to be of the log in the memory, once each', async () => {
    const checkpoints = createMemory();
    const reader = client({ log: { keys, checkpoints } });
    const [first, second, third] = [await ask(reader), await ask(reader), await ask(reader)];
    for (const one of [second, first, third, first, third]) {
      await reader.verifiedReceipt(one.answer_id);
    }
    expect(proxy.passed.filter((one) => one.includes('consistency'))).toHaveLength(2);
    const remembered = await checkpoints.read(proxy.url);
    const { receipt } = await reader.receipt(third.answer_id);
    expect(remembered?.note).toBe(receipt.log.checkpoint);
  });

  it('is one of many at once, after which the memory has the largest tree', async () => {
    const checkpoints = createMemory();
    const reader = client({ log: { checkpoints }, timeoutMs: 60_000 });
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let i = 0; i < 8; i += 1) answers.push(await ask(reader));
    const receipts = await Promise.all(
      answers.map((answer) => reader.verifiedReceipt(answer.answer_id, { answer })),
    );
    const largest = Math.max(...receipts.map(({ log }) => log.tree_size));
    const { note = '' } = (await checkpoints.read(proxy.url)) ?? {};
    expect(parseCheckpoint(note)?.size).toBe(largest);
  });

  it('is of the confidence in an answer, and of the passages of one that says nothing', async () => {
    const reader = client();
    const sure = await ask(reader);
    expect(sure).toMatchObject({ confidence: expect.any(Number) });
    expect(sure.passages).toBeUndefined();
    await reader.verifiedReceipt(sure.answer_id, { answer: sure });
    const near = await reader.answers({ q: NEAR }, { corpus: CORPUS });
    expect(near).toMatchObject({ summary: '', trust: { findings_state: 'UNKNOWN' } });
    expect(near.confidence).toBeUndefined();
    expect(near.passages).toContainEqual(
      expect.objectContaining({ quote: 'Lake Moor freezes every winter.', start: 0, end: 31 }),
    );
    await reader.verifiedReceipt(near.answer_id, { answer: near });
    const forged = near.passages?.map((one) => ({ ...one, quote: 'Lake Moor never freezes.' }));
    await expect(
      reader.verifiedReceipt(near.answer_id, { answer: { ...near, passages: forged } }),
    ).rejects.toMatchObject(fault('receipt_answer_differs'));
  });

  it('is refused with the words of the engine where there is none', async () => {
    await expect(client().verifiedReceipt('ans_none')).rejects.toMatchObject({ reason: 'missing:answer' });
  });

  it.each(['', 'no keys', '# retired, signed trees of 0 to x entries: k'])(
    'needs pinned keys that can be read: %j',
    (text) => {
      expect(() => client({ log: { keys: text } })).toThrow(/log keys to pin/);
    },
  );
});

describe('an intermediary that changes 212 metres to 999', () => {
  it('passes every check of hashes, and is refused by the log', async () => {
    proxy.rewrite = forging('212', '999');
    const reader = client({ checkReceipts: true });
    const answer = await ask(reader);
    expect(answer.summary).toContain('999');
    const { receipt } = await reader.receipt(answer.answer_id);
    expect(checkAnswerReceipt(answer, receipt)).toEqual({ ok: true });
    await expect(reader.verifiedReceipt(answer.answer_id, { answer })).rejects.toMatchObject(
      fault('receipt_log_entry'),
    );
  });

  it('is refused where the entry is rewritten too', async () => {
    proxy.rewrite = forging('212', '999', (receipt) => {
      const entry = decodeCanonical(bytesOfBase64(receipt.log.entry)!) as Json;
      const body = { ...entry.body, receipt_hash: receipt.hash, receipt_id: receipt.receipt_id };
      return { ...receipt, log: { ...receipt.log, entry: base64Of(encodeCanonical({ ...entry, body })) } };
    });
    const reader = client({ checkReceipts: true });
    const answer = await ask(reader);
    await expect(reader.verifiedReceipt(answer.answer_id, { answer })).rejects.toMatchObject(
      fault('receipt_inclusion'),
    );
  });

  it('is refused where only the answer says so, and the receipt is honest', async () => {
    const reader = client();
    const answer = await ask(reader);
    const forged = JSON.parse(JSON.stringify(answer).replaceAll('212', '999'));
    await expect(reader.verifiedReceipt(answer.answer_id, { answer: forged })).rejects.toMatchObject(
      fault('receipt_summary_differs'),
    );
  });

  it.each<[string, (answer: Json) => Json]>([
    ['the words of a claim', (answer) => ({ ...answer, claims: [] })],
    ['how sure it is', (answer) => ({ ...answer, confidence: 0.01 })],
    [
      'where an artefact is',
      ({ artefacts: [first, ...more], ...answer }) => ({
        ...answer,
        artefacts: [{ ...first, url: 'https://evil.example/' }, ...more],
      }),
    ],
    ['how many documents there are', (a) => ({ ...a, coverage: { ...a.coverage, doc_count: 7_000 } })],
    ['the corpus', (a) => ({ ...a, corpus: { ...a.corpus, name: 'towers' } })],
    ['a number that is none', (a) => ({ ...a, claims: [Number.NaN] })],
  ])('is refused where a member changed that no receipt repeats: %s', async (_, change) => {
    const reader = client();
    const answer = await ask(reader);
    const call = reader.verifiedReceipt(answer.answer_id, { answer: change(answer) });
    await expect(call).rejects.toMatchObject(fault('receipt_answer_differs'));
  });

  it('never counts as an outage, and is not asked again', async () => {
    proxy.rewrite = forging('212', '999');
    const reader = client({ retries: 2 });
    const { answer_id } = await ask(reader);
    const before = proxy.passed.length;
    for (let i = 0; i < 8; i += 1) await reader.verifiedReceipt(answer_id).catch(() => {});
    expect(proxy.passed).toHaveLength(before + 8);
    expect(reader.circuit().state).toBe('closed');
  });
});

describe('another answer’s receipt', () => {
  it('is refused for this one', async () => {
    const reader = client();
    const [mine, other] = [await ask(reader), await ask(reader)];
    const stolen = await reader.receipt(other.answer_id);
    proxy.rewrite = (body, { url }) => (url.pathname.endsWith('/receipt') ? stolen : body);
    await expect(reader.verifiedReceipt(mine.answer_id)).rejects.toMatchObject(fault('receipt_other_answer'));
  });

  it('with its answer is refused where the caller says what was asked, or what was recorded', async () => {
    const reader = client();
    const [mine, answer] = [await ask(reader), await ask(reader)];
    const call = (expected: Json) => reader.verifiedReceipt(answer.answer_id, { answer, expected });
    await expect(call({ q: 'How deep is Lake Moor?' })).rejects.toMatchObject(
      fault('receipt_unexpected_question'),
    );
    await expect(call({ corpus: 'towers' })).rejects.toMatchObject(fault('receipt_unexpected_corpus'));
    await expect(call({ receiptHash: mine.receipt.hash })).rejects.toMatchObject(
      fault('receipt_unexpected_hash'),
    );
    await expect(call({ summaryHash: sha256Hex(Buffer.from('999 metres')) })).rejects.toMatchObject(
      fault('receipt_unexpected_summary'),
    );
  });
});

describe('a receipt with anything in it changed', () => {
  it('is refused, member by member', async () => {
    const reader = client();
    const answer = await ask(reader);
    const honest = await reader.receipt(answer.answer_id);
    const changed = [...mutations(honest.receipt)];
    expect(changed.length).toBeGreaterThan(150);
    for (const [path, receipt] of changed) {
      proxy.rewrite = () => ({ ...honest, receipt });
      const outcome = await reader.verifiedReceipt(answer.answer_id, { answer }).then(
        () => `${path} passed`,
        (error: { readonly reason?: string }) => error.reason,
      );
      expect(outcome, path).toMatch(/^client:(?:receipt|log|reply)_/);
    }
  });

  it('is refused where it is larger than the engine itself would verify, before it is hashed', async () => {
    const reader = client();
    const { answer_id } = await ask(reader);
    proxy.rewrite = (body) => {
      const content = { ...body.receipt.content, more: 'x'.repeat(1_048_576) };
      return { ...body, receipt: { ...body.receipt, content } };
    };
    await expect(reader.verifiedReceipt(answer_id)).rejects.toMatchObject(fault('reply_too_long'));
  });

  it('is refused with a member more than it should have', async () => {
    const reader = client();
    const { answer_id } = await ask(reader);
    proxy.rewrite = (body) => ({ ...body, receipt: { ...body.receipt, note: 'trust me' } });
    await expect(reader.verifiedReceipt(answer_id)).rejects.toMatchObject(fault('receipt_malformed'));
  });
});

/** The value with one of its leaves changed, for each leaf, and where. */
function* mutations(value: Json, path = ''): Generator<[path: string, value: Json]> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const [where, changed] of mutations(member, `${path}/${name}`)) {
        const copy = Array.isArray(value) ? [...value] : { ...value };
        Reflect.set(copy, name, changed);
        yield [where, copy];
      }
    }
    return;
  }
  yield [path, otherThan(value)];
}

function otherThan(leaf: Json): Json {
  if (typeof leaf === 'number') return leaf + 1;
  if (typeof leaf === 'boolean') return !leaf;
  if (typeof leaf !== 'string') return 'x';
  const middle = Math.floor(leaf.length / 2);
  return `${leaf.slice(0, middle)}${leaf[middle] === 'a' ? 'b' : 'a'}${leaf.slice(middle + 1)}`;
}
