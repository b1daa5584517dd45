/** The log behind receipts that a client verifies itself: another one, one that takes back what it has signed, and the memory of it. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type CheckpointMemory, createMemory } from '../../../gateway/client/checkpoint-memory.ts';
import { signCheckpoint, signText, type Verifier, verifierText } from '../../../graph/log/checkpoint.ts';
import { QUESTION } from '../rest/rest-fixture.ts';
import type { Json, Rewrite } from './proxy.ts';
import {
  ask,
  CORPUS,
  client,
  engine,
  fault,
  keys,
  logKey,
  proxy,
  startEngine,
  startRewrittenEngine,
} from './rewritten-engine.ts';

startRewrittenEngine();

/** Which two verifications at once have both read before one of them stores. */
function lateMemory(): CheckpointMemory {
  const stored = createMemory();
  return {
    ...stored,
    read: async (log) => {
      const found = await stored.read(log);
      await new Promise((done) => setTimeout(done, 50));
      return found;
    },
  };
}

describe('a log of another operator', () => {
  it('is refused by pinned keys at once, and by the keys of before where none are pinned', async () => {
    await using evil = await startEngine();
    const trusting = client({ log: {} });
    await trusting.verifiedReceipt((await ask(trusting)).answer_id);
    proxy.upstream = evil.url;
    for (const reader of [client(), trusting]) {
      const answer = await ask(reader);
      const call = reader.verifiedReceipt(answer.answer_id, { answer });
      await expect(call).rejects.toMatchObject(fault('log_key_unknown'));
    }
    proxy.upstream = engine.url;
    await trusting.verifiedReceipt((await ask(trusting)).answer_id);
  });

  it('gains nothing by a signature line of its own key under an honest checkpoint', async () => {
    const pair = generateKeyPairSync('ed25519');
    await using evil = await startEngine(pair.privateKey);
    const readers = [client(), client({ log: {} })];
    for (const reader of readers) await reader.verifiedReceipt((await ask(reader)).answer_id);
    proxy.rewrite = addingSignatures({ name: 'test.example', key: pair.publicKey }, pair.privateKey);
    for (const reader of readers) await reader.verifiedReceipt((await ask(reader)).answer_id);
    proxy.upstream = evil.url;
    for (const reader of readers) {
      const call = reader.verifiedReceipt((await ask(reader)).answer_id);
      await expect(call).rejects.toMatchObject(fault('log_key_unknown'));
    }
  });

  it('that lists no key that can be read is refused where none are pinned', async () => {
    const reader = client({ log: {} });
    const { answer_id } = await ask(reader);
    for (const listed of [[], [{ key: 'x', from_size: 0, until_size: null }]]) {
      proxy.rewrite = (body) => (body.log_keys ? { ...body, log_keys: { origin: 'x', keys: listed } } : body);
      await expect(reader.verifiedReceipt(answer_id)).rejects.toMatchObject(fault('log_keys_unreadable'));
    }
  });
});

/** Signs each checkpoint beside the log, and lists its own key as one that follows from itself. */
function addingSignatures(own: Verifier, privateKey: KeyObject): Rewrite {
  const key = verifierText(own);
  const endorsement = signText(`adduce log key/1\n${key}\n0\n`, own.name, privateKey);
  const listed = { key, from_size: 0, until_size: null, endorsement };
  return (body) => {
    if (body.log_keys)
      return { ...body, log_keys: { ...body.log_keys, keys: [listed, ...body.log_keys.keys] } };
    if (!body.receipt?.log) return body;
    const { log } = body.receipt;
    const head = { origin: own.name, size: log.tree_size, root: Buffer.from(log.root, 'hex') };
    const [, line] = signCheckpoint(head, privateKey).split('\n\n');
    const signed = { ...log, checkpoint: log.checkpoint + line, keys: [...log.keys, key] };
    return { ...body, receipt: { ...body.receipt, log: signed } };
  };
}

describe('a log that takes back what it has signed', () => {
  it('is refused where two trees of one size are signed', async () => {
    await using fork = await startEngine(logKey);
    await using honest = await startEngine(logKey);
    proxy.upstream = honest.url;
    const checkpoints = createMemory();
    const reader = client({ log: { keys, checkpoints } });
    await reader.verifiedReceipt((await ask(reader)).answer_id);
    const before = await checkpoints.read(proxy.url);
    proxy.upstream = fork.url;
    const forked = await ask(reader);
    await expect(reader.verifiedReceipt(forked.answer_id)).rejects.toMatchObject(fault('log_forked'));
    expect(await checkpoints.read(proxy.url)).toEqual(before);
  });

  it('is refused where the larger tree does not begin with the stored one', async () => {
    await using fork = await startEngine(logKey);
    await using honest = await startEngine(logKey);
    proxy.upstream = honest.url;
    const checkpoints = createMemory();
    const reader = client({ log: { keys, checkpoints } });
    await reader.verifiedReceipt((await ask(reader)).answer_id);
    const before = await checkpoints.read(proxy.url);
    proxy.upstream = fork.url;
    await ask(reader);
    const later = await ask(reader);
    await expect(reader.verifiedReceipt(later.answer_id)).rejects.toMatchObject(fault('log_forked'));
    expect(await checkpoints.read(proxy.url)).toEqual(before);
    proxy.upstream = honest.url;
    await reader.verifiedReceipt((await ask(reader)).answer_id);
  });

  it('is refused where it is the log of before, without its newest entries', async () => {
    await using shrunk = await startEngine(logKey);
    await using whole = await startEngine(logKey);
    const checkpoints = createMemory();
    const reader = client({ log: { keys, checkpoints } });
    proxy.upstream = whole.url;
    await reader.answers({ q: QUESTION }, { corpus: CORPUS });
    await reader.verifiedReceipt((await ask(reader)).answer_id);
    const before = await checkpoints.read(proxy.url);
    proxy.upstream = shrunk.url;
    const { answer_id } = await reader.answers({ q: QUESTION }, { corpus: CORPUS });
    await expect(reader.verifiedReceipt(answer_id)).rejects.toMatchObject(fault('log_shrunk'));
    expect(await checkpoints.read(proxy.url)).toEqual(before);
  });

  it('is refused in one of two verifications at once, which both began with an empty memory', async () => {
    await using fork = await startEngine(logKey);
    await using honest = await startEngine(logKey);
    const checkpoints = lateMemory();
    const reader = client({ log: { keys, checkpoints } });
    const ids: string[] = [];
    const receipts = new Map<string, Json>();
    for (const [{ url }, k] of [[honest, 7] as const, [fork, 8] as const]) {
      proxy.upstream = url;
      const { answer_id } = await reader.answers({ q: QUESTION, k }, { corpus: CORPUS });
      ids.push(answer_id);
      receipts.set(`/v1/answers/${answer_id}/receipt`, await reader.receipt(answer_id));
    }
    // Both engines know both answers, and their receipts are those of the two logs.
    proxy.upstream = honest.url;
    await reader.answers({ q: QUESTION, k: 8 }, { corpus: CORPUS });
    proxy.rewrite = (body, { url }) => receipts.get(url.pathname) ?? body;
    const outcomes = await Promise.allSettled(ids.map((id) => reader.verifiedReceipt(id)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject(fault('log_forked'));
  });

  it('is refused in one of two verifications at once, which both continue the memory', async () => {
    await using fork = await startEngine(logKey);
    await using honest = await startEngine(logKey);
    const checkpoints = lateMemory();
    const reader = client({ log: { keys, checkpoints } });
    const asked = (k: number) => reader.answers({ q: QUESTION, k }, { corpus: CORPUS });
    proxy.upstream = honest.url;
    await reader.log.verifiedCheckpoint();
    const { answer_id: mine } = await asked(7);
    for (const k of [8, 9, 10]) await asked(k);
    proxy.upstream = fork.url;
    await asked(8);
    const { answer_id: other } = await asked(9);
    const receipt = await reader.receipt(other);
    const ofFork = new Map<string, Json>([[`/v1/answers/${other}/receipt`, receipt]]);
    proxy.upstream = honest.url;
    proxy.rewrite = async (body, { url }) => {
      if (url.searchParams.get('size') !== String(receipt.receipt.log.tree_size))
        return ofFork.get(url.pathname) ?? body;
      return (await fetch(`${fork.url}${url.pathname}${url.search}`)).json();
    };
    const outcomes = await Promise.allSettled([mine, other].map((id) => reader.verifiedReceipt(id)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject(fault('log_forked'));
  });

  it('is refused where it gives an answer again whose receipt was verified before', async () => {
    await using old = await startEngine(logKey);
    await using fork = await startEngine(logKey);
    const reader = client({ log: { keys } });
    const asked = () => reader.answers({ q: QUESTION, k: 7 }, { corpus: CORPUS });
    proxy.upstream = old.url;
    const before = await asked();
    await reader.verifiedReceipt(before.answer_id, { answer: before });
    proxy.upstream = fork.url;
    await ask(reader);
    const answer = await asked();
    expect(answer.receipt.hash).toBe(before.receipt.hash);
    const call = reader.verifiedReceipt(answer.answer_id, { answer });
    await expect(call).rejects.toMatchObject(fault('log_forked'));
  });

  it('is the log from now on where an operator has made the client forget the one before', async () => {
    await using old = await startEngine(logKey);
    await using restored = await startEngine(logKey);
    let stored = createMemory();
    const checkpoints: CheckpointMemory = {
      read: (log) => stored.read(log),
      write: (log, remembered) => stored.write(log, remembered),
    };
    const reader = client({ log: { keys, checkpoints } });
    const asked = () => reader.answers({ q: QUESTION, k: 7 }, { corpus: CORPUS });
    proxy.upstream = old.url;
    const before = await asked();
    await reader.verifiedReceipt(before.answer_id, { answer: before });
    proxy.upstream = restored.url;
    await ask(reader);
    stored = createMemory();
    const answer = await asked();
    expect(answer.receipt.hash).toBe(before.receipt.hash);
    const receipt = await reader.verifiedReceipt(answer.answer_id, { answer });
    expect((await checkpoints.read(proxy.url))?.note).toBe(receipt.log.checkpoint);
    const later = await ask(reader);
    await reader.verifiedReceipt(later.answer_id, { answer: later });
  });

  it('is refused by the next process, which has the memory of this one', async () => {
    await using fork = await startEngine(logKey);
    const checkpoints: CheckpointMemory = createMemory();
    const first = client({ log: { checkpoints } });
    await first.verifiedReceipt((await ask(first)).answer_id);
    proxy.upstream = fork.url;
    const next = client({ log: { checkpoints } });
    const call = next.verifiedReceipt((await ask(next)).answer_id);
    await expect(call).rejects.toMatchObject({
      reason: expect.stringMatching(/^client:log_(?:forked|shrunk)$/),
    });
  });

  it('has one deadline for all that is asked of it', async () => {
    const reader = client({ timeoutMs: 3_000 });
    const [first, second] = [await ask(reader), await ask(reader)];
    await reader.verifiedReceipt(first.answer_id);
    proxy.rewrite = async (body, { url }) => {
      await new Promise((done) => setTimeout(done, url.pathname.includes('consistency') ? 6_000 : 2_000));
      return body;
    };
    const begin = performance.now();
    await expect(reader.verifiedReceipt(second.answer_id)).rejects.toMatchObject({
      reason: 'client:timeout',
    });
    // With a deadline of its own, the second request would end after 5 s.
    expect(performance.now() - begin).toBeLessThan(4_900);
  });

  it('is not taken for one that cannot be asked', async () => {
    const reader = client();
    const [first, second] = [await ask(reader), await ask(reader)];
    await reader.verifiedReceipt(first.answer_id);
    proxy.rewrite = (body, { url }) => (url.pathname.includes('consistency') ? 'pardon?' : body);
    await expect(reader.verifiedReceipt(second.answer_id)).rejects.toMatchObject({
      reason: 'client:reply_not_understood',
    });
  });
});

describe('a memory', () => {
  it.each([
    ['a note that is none', { note: 'x' }, 'log_memory_unreadable'],
    ['keys that are none', { keys: 'x' }, 'log_memory_unreadable'],
  ])('with %s is an error, and stays as it is', async (_, damage, reason) => {
    const checkpoints = createMemory();
    const reader = client({ log: { checkpoints } });
    const { answer_id } = await ask(reader);
    await reader.verifiedReceipt(answer_id);
    const damaged = { ...(await checkpoints.read(proxy.url))!, ...damage };
    await checkpoints.write(proxy.url, damaged);
    await expect(reader.verifiedReceipt(answer_id)).rejects.toMatchObject(fault(reason));
    expect(await checkpoints.read(proxy.url)).toEqual(damaged);
  });

  it('that fails is the caller’s own error', async () => {
    const broken = new Error('the disk is full');
    const checkpoints = { ...createMemory(), write: () => Promise.reject(broken) };
    const reader = client({ log: { keys, checkpoints } });
    const { answer_id } = await ask(reader);
    await expect(reader.verifiedReceipt(answer_id)).rejects.toBe(broken);
  });
});
