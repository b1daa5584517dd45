/** Bytes that change behind the log's back, and a store that cannot be read: what verdicts say of it, on any store. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import { forCaller } from '../../graph/caller.ts';
import { copyLog } from '../../graph/log/copy-log.ts';
import { verifyLog } from '../../graph/log/verify-log.ts';
import { substituted } from '../../graph/store/by-kind.ts';
import { readRange } from '../../graph/store/ranges.ts';
import type { RecordReads } from '../../graph/store/records.ts';
import { type GraphStore, StoreCorrupted, StoreUnavailable } from '../../graph/store/store.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../engine/documents.ts';
import { createTestEngine } from '../engine/test-engine.ts';
import type { OpenStore } from './graph-store/harness.ts';

const DEPTH: TestDocument = {
  id: 'survey',
  text: 'Lake Vell is 212 metres deep.',
  domain: 'survey.example',
  day: '2024-05-02',
};
const QUESTION = { corpus: 'lakes', q: 'How deep is Lake Vell?' };
const QUIET = { verifiers: [], seen: null, onProgress: () => undefined };
const WRONG = Buffer.from('another');

/** A server on a loaded machine takes a while. */
const TIMEOUT_MS = 120_000;

/** @param openOther another store, for a rebuild */
export function describeDamage(name: string, open: OpenStore, openOther: OpenStore): void {
  const opened = async (opener: OpenStore) => {
    const { store, dispose } = await opener();
    onTestFinished(() => dispose());
    return store;
  };
  const start = async () => {
    const store = await opened(open);
    const engine = createTestEngine(store);
    await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
    const { answer } = await answerOf(engine, QUESTION);
    const [state] = await readRange(store, 'artefacts', { corpus: 'lakes', after: -1 }, { limit: 1 });
    const [stored] = await store.records('answers', [answer.answer_id]);
    if (state === undefined || !stored) throw new Error('nothing was ingested');
    return { store, engine, answer, record: state.record, seq: state.seq, stored };
  };

  describe(`stored bytes that no longer match on ${name}`, { timeout: TIMEOUT_MS }, () => {
    test('fail the answers that rest on them once a sweep has seen it, and pass them once they are whole again', async () => {
      for (const which of ['hash', 'text_hash', 'layout_hash'] as const) {
        const { store, engine, record, seq, answer } = await start();
        const whole = await replaceBlob(store, record[which], WRONG);
        const { damaged, ...counts } = await engine.checkBytes(() => undefined);
        expect(counts).toEqual({ artefacts: 1, answers: 1, redacted: 0 });
        expect(damaged).toEqual([{ id: record.artefact_id, bytes: 'changed', seq }]);
        expect(await turns(engine)).toEqual(['UNKNOWN PASS', 'PASS FAIL hash_mismatch']);
        const found = await engine.answer(answer.answer_id, 'local');
        expect(found?.trust.reasons).toEqual([
          { code: 'hash_mismatch', claim: null, artefact: record.artefact_id },
        ]);
        await engine.checkBytes(() => undefined);
        expect(await turns(engine)).toHaveLength(2);
        await replaceBlob(store, record[which], whole);
        expect((await engine.checkBytes(() => undefined)).damaged).toEqual([]);
        expect(await turns(engine)).toEqual(['UNKNOWN PASS', 'PASS FAIL hash_mismatch', 'FAIL PASS']);
      }
    });

    test('fail them as well where a provenance is read, or a receipt', async () => {
      const { store, engine, record, stored } = await start();
      const whole = await replaceBlob(store, record.hash, WRONG);
      expect((await engine.provenance(record.artefact_id, 'local'))?.bytes).toBe('changed');
      expect(await lastTurn(engine)).toBe('PASS FAIL hash_mismatch');
      await replaceBlob(store, record.hash, whole);
      expect((await engine.provenance(record.artefact_id, 'local'))?.bytes).toBe('stored');
      expect(await lastTurn(engine)).toBe('FAIL PASS');
      const { answer_id, answer_hash, receipt_hash } = stored.body;
      for (const [hash, read] of [
        [receipt_hash, () => engine.receipt(answer_id, 'local')],
        [answer_hash, () => engine.answer(answer_id, 'local')],
      ] as const) {
        const before = await replaceBlob(store, hash, WRONG);
        await expect(read()).rejects.toThrow(StoreCorrupted);
        expect(await lastTurn(engine)).toBe('PASS FAIL hash_mismatch');
        await replaceBlob(store, hash, before);
        await engine.checkBytes(() => undefined);
        expect(await lastTurn(engine)).toBe('FAIL PASS');
      }
    });

    test('fail them although the caller that found it has left', async () => {
      const { store, record } = await start();
      await replaceBlob(store, record.hash, WRONG);
      const leaving = new AbortController();
      const engine = createTestEngine({
        ...store,
        transact: (work) => {
          leaving.abort();
          return store.transact(work);
        },
      });
      await forCaller(leaving.signal, () => engine.provenance(record.artefact_id, 'local'));
      expect(leaving.signal.aborted).toBe(true);
      expect(await lastTurn(engine)).toBe('PASS FAIL hash_mismatch');
    });

    test('fail a new answer from its first verdict on', async () => {
      const { store, engine, record } = await start();
      await replaceBlob(store, record.hash, WRONG);
      await engine.checkBytes(() => undefined);
      const light = await answerOf(engine, { ...QUESTION, mode: 'light' });
      expect(light.trust).toMatchObject({ findings_state: 'FAIL', reasons: [{ code: 'hash_mismatch' }] });
    });

    test('are named by the log’s verification, and are not copied by a rebuild', async () => {
      const { store, record, seq } = await start();
      const whole = await replaceBlob(store, record.hash, WRONG);
      await expect(verifyLog(store, QUIET)).rejects.toMatchObject({ seq });
      await expect(copyLog(store, await opened(openOther))).rejects.toMatchObject({
        seq,
      });
      await replaceBlob(store, record.hash, null);
      await expect(verifyLog(store, QUIET)).rejects.toMatchObject({ seq });
      await replaceBlob(store, record.hash, whole);
      expect((await verifyLog(store, QUIET)).redacted).toBe(0);
    });

    test('that are gone without a redaction are damage, those of a redaction are none', async () => {
      const { store, engine, record, seq } = await start();
      await replaceBlob(store, record.text_hash, null);
      const first = await engine.checkBytes(() => undefined);
      expect(first.damaged).toEqual([{ id: record.artefact_id, bytes: 'missing', seq }]);
      await engine.redact({ artefact: record.artefact_id, reason: 'x', by: null });
      const second = await engine.checkBytes(() => undefined);
      expect([second.damaged, second.redacted]).toEqual([[], 1]);
      expect(await lastTurn(engine)).toBe('FAIL FAIL coverage_lost');
    });
  });

  describe(`a monitor that cannot read on ${name}`, { timeout: TIMEOUT_MS }, () => {
    test('says that nobody knows, keeps a worse verdict, and takes it back when it can read again', async () => {
      const { store, engine } = await start();
      let isAway = true;
      const away = createTestEngine(failing(store, () => isAway));
      await ingestInto(engine, 'lakes', [
        jsonLines([
          {
            ...DEPTH,
            id: 'new',
            domain: 'new.example',
            text: 'Lake Vell is 190 metres deep.',
            day: '2025-01-01',
          },
        ]),
      ]);
      await expect(away.monitor.catchUp()).rejects.toThrow(StoreUnavailable);
      await expect(away.monitor.catchUp()).rejects.toThrow(StoreUnavailable);
      expect(await found(engine)).toEqual(['UNKNOWN PASS', 'PASS UNKNOWN store_unavailable']);
      isAway = false;
      await away.monitor.catchUp();
      expect((await found(engine)).at(-1)).toBe('UNKNOWN WARN newer_rival');
      isAway = true;
      await engine.keys.mintKey('org');
      await ingestInto(engine, 'lakes', [
        jsonLines([
          {
            ...DEPTH,
            id: 'third',
            domain: 'third.example',
            text: 'Lake Vell is 180 metres deep.',
            day: '2025-02-01',
          },
        ]),
      ]);
      await expect(away.monitor.catchUp()).rejects.toThrow(StoreUnavailable);
      expect((await found(engine)).at(-1)).toBe('WARN WARN newer_rival store_unavailable');
      isAway = false;
      await away.monitor.catchUp();
      expect((await found(engine)).at(-1)).toMatch(/^WARN WARN newer_rival$/);
    });

    test('tries again by itself while it follows', async () => {
      const { store, engine, record } = await start();
      let isAway = true;
      const faults: unknown[] = [];
      const away = createTestEngine(failing(store, () => isAway));
      await engine.withdraw({ artefact: record.artefact_id, reason: 'x', by: null });
      const stop = away.monitor.follow((fault) => faults.push(fault));
      await expect.poll(() => faults.length).toBeGreaterThan(0);
      isAway = false;
      await expect.poll(async () => (await found(engine)).at(-1)).toBe('UNKNOWN FAIL coverage_lost');
      await stop();
      expect(faults.every((fault) => fault instanceof StoreUnavailable)).toBe(true);
    });
  });
}

/** Puts other bytes under a blob's name, or none; gives what was there. */
async function replaceBlob(store: GraphStore, hash: string, bytes: Uint8Array | null): Promise<Uint8Array> {
  const [before] = await store.blobs([hash]);
  await store.transact(async (tx) => {
    await tx.removeBlobs([hash]);
    if (bytes !== null) await tx.saveBlobs([{ hash, bytes }]);
  });
  return before ?? WRONG;
}

/** The store, where ledgers cannot be read for a while. */
function failing(store: GraphStore, isAway: () => boolean): GraphStore {
  const ledgerHeads: RecordReads['ledgerHeads'] = async (addrs) => {
    if (isAway()) throw new StoreUnavailable('away');
    return store.records('ledgerHeads', addrs);
  };
  const failed: GraphStore = {
    ...substituted(store, { records: { ledgerHeads } }),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
  return failed;
}

async function turns(engine: Engine): Promise<string[]> {
  await engine.monitor.catchUp();
  return found(engine);
}

/** As the log has it, without a look at what is new. */
async function found(engine: Engine): Promise<string[]> {
  const findings = await engine.findingsAfter('local', -1, null);
  return findings.map(({ body }) => [body.from, body.to, ...body.reasons.map(({ code }) => code)].join(' '));
}

async function lastTurn(engine: Engine): Promise<string | undefined> {
  return (await turns(engine)).at(-1);
}
