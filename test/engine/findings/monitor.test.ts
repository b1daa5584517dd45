import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import type { AnswerId } from '../../../graph/address.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import type { EntryBody } from '../../../graph/log/entry.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { answerOf, ingestInto, jsonLines, viewOf } from '../documents.ts';
import { createTestEngine, TestClock } from '../test-engine.ts';

const QUESTION = { corpus: 'sky', q: 'How many moons does Saturn have?' };

async function start() {
  const path = await mkdtemp(join(tmpdir(), 'adduce-monitor-'));
  const stores: GraphStore[] = [];
  const clock = new TestClock();
  onTestFinished(async () => {
    for (const store of stores) await store[Symbol.asyncDispose]();
    await rm(path, { recursive: true });
  });
  const open = async () => {
    const store = await openEmbedded({ path });
    stores.push(store);
    return createTestEngine(store, clock);
  };
  return { engine: await open(), openAnother: open, clock };
}

const state = (id: string, moons: number, day: string, licence?: string) =>
  jsonLines([
    {
      id,
      day,
      domain: `${id}.example`,
      text: `Saturn has ${moons} known moons.`,
      ...(licence && { licence }),
    },
  ]);

async function write(engine: Engine, body: EntryBody, tenant: string | null = null): Promise<void> {
  const entry = { corpus: 'sky', tenant, effectiveAt: null, body };
  await engine.writer.append(async () => ({ entries: [entry], result: () => undefined }));
}

async function transitions(engine: Engine): Promise<string[]> {
  const found = await engine.findingsAfter('local', -1, null);
  return found.map(({ body }) => [body.from, body.to, ...body.reasons.map(({ code }) => code)].join(' '));
}

describe('the findings monitor', () => {
  test('writes each transition once, however many monitors follow one store', async () => {
    const { engine, openAnother } = await start();
    const others = [await openAnother(), await openAnother()];
    await ingestInto(engine, 'sky', [state('a', 62, '2026-09-01')]);
    await answerOf(engine, QUESTION);
    await ingestInto(engine, 'sky', [state('b', 82, '2026-09-02')]);
    await Promise.all([engine, ...others].map(({ monitor }) => monitor.catchUp()));
    await Promise.all([engine, ...others].map(({ monitor }) => monitor.catchUp()));
    expect(await transitions(engine)).toEqual(['UNKNOWN PASS', 'PASS WARN newer_rival']);
  });

  test('follows commits of another process and stops when asked to', async () => {
    const { engine, openAnother } = await start();
    const elsewhere = await openAnother();
    await ingestInto(engine, 'sky', [state('a', 62, '2026-09-01')]);
    await answerOf(engine, QUESTION);
    const faults: unknown[] = [];
    const stop = engine.monitor.follow((fault) => faults.push(fault));
    await ingestInto(elsewhere, 'sky', [state('b', 82, '2026-09-02')]);
    await expect.poll(() => transitions(engine)).toHaveLength(2);
    await stop();
    await ingestInto(elsewhere, 'sky', [state('c', 82, '2026-09-03')]);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await transitions(engine)).toHaveLength(2);
    expect(faults).toEqual([]);
  });

  test('catches up with what happened while nobody followed', async () => {
    const { engine, openAnother } = await start();
    await ingestInto(engine, 'sky', [state('a', 62, '2026-09-01')]);
    await answerOf(engine, QUESTION);
    await ingestInto(engine, 'sky', [state('b', 82, '2026-09-02')]);
    await ingestInto(engine, 'sky', [state('c', 82, '2026-09-03')]);
    const later = await openAnother();
    await later.monitor.catchUp();
    expect((await transitions(later)).at(-1)).toMatch(/^PASS FAIL/);
  });

  test('turns an answer against which evidence was committed, and followed, while it was made', async () => {
    const { engine } = await start();
    await ingestInto(engine, 'sky', [state('a', 62, '2026-09-01')]);
    const view = await viewOf(engine, 'sky');
    await ingestInto(engine, 'sky', [state('b', 82, '2026-09-02')]);
    await engine.monitor.catchUp();
    const { q } = QUESTION;
    const asked = await engine.ask({ q, k: 10, mode: 'verified', maxSnapshotAge: null, view }, 'local');
    expect(asked.ok && asked.value.trust.findings_state).toBe('PASS');
    await engine.monitor.catchUp();
    expect(await transitions(engine)).toEqual(['UNKNOWN PASS', 'PASS WARN newer_rival']);
  });

  test('looks again at an answer that another process could not read after all entries were followed', async () => {
    const { engine } = await start();
    await ingestInto(engine, 'sky', [state('a', 62, '2026-09-01')]);
    const { answer } = await answerOf(engine, QUESTION);
    await engine.monitor.catchUp();
    const [first] = await engine.findingsAfter('local', -1, null);
    const unread: EntryBody = {
      type: 'findings.changed',
      answer_id: answer.answer_id as AnswerId,
      from: 'PASS',
      to: 'UNKNOWN',
      reasons: [{ code: 'store_unavailable', claim: null }],
      evaluated_seq: first?.body.evaluated_seq ?? -1,
    };
    await write(engine, unread, 'local');
    await engine.monitor.catchUp();
    await engine.monitor.catchUp();
    expect(await transitions(engine)).toEqual([
      'UNKNOWN PASS',
      'PASS UNKNOWN store_unavailable',
      'UNKNOWN PASS',
    ]);
  });

  test('leaves an answer about the past alone when the present changes', async () => {
    const { engine } = await start();
    await ingestInto(engine, 'sky', [state('a', 62, '2026-09-01')]);
    await answerOf(engine, { ...QUESTION, asOf: '2026-09-01' });
    await ingestInto(engine, 'sky', [state('b', 82, '2026-09-02')]);
    await ingestInto(engine, 'sky', [state('c', 82, '2026-09-03')]);
    await engine.monitor.catchUp();
    expect(await transitions(engine)).toEqual(['UNKNOWN PASS']);
  });

  test('fails an answer whose only artefact is withdrawn, and does not rest on it again', async () => {
    const { engine } = await start();
    await ingestInto(engine, 'sky', [state('a', 62, '2026-09-01')]);
    const { answer } = await answerOf(engine, QUESTION);
    const [artefact] = answer.evidence_set.artefact_ids;
    if (artefact === undefined) throw new Error('an answer without evidence');
    await write(engine, { type: 'artefact.withdrawn', artefact, reason: 'retracted' });
    await engine.monitor.catchUp();
    expect((await transitions(engine)).at(-1)).toBe('PASS FAIL coverage_lost');
    const again = await answerOf(engine, QUESTION);
    expect(again.answer.summary).toBe('');
  });

  test('warns when a new version of a cited document comes under another licence', async () => {
    const { engine } = await start();
    await ingestInto(engine, 'sky', [state('a', 62, '2026-09-01')]);
    await answerOf(engine, QUESTION);
    await ingestInto(engine, 'sky', [state('a', 62, '2026-09-01', 'CC-BY-4.0')]);
    await engine.monitor.catchUp();
    expect((await transitions(engine)).at(-1)).toBe('PASS WARN licence_changed');
  });

  test('looks at every answer again when the day has moved, and says nothing where nothing has turned', async () => {
    const { engine, clock } = await start();
    await ingestInto(engine, 'sky', [state('a', 62, '2026-09-01')]);
    await answerOf(engine, QUESTION);
    clock.set('2026-10-03T12:00:00.000Z');
    await ingestInto(engine, 'sky', [state('a', 62, '2026-09-01')]);
    await engine.monitor.catchUp();
    expect(await transitions(engine)).toEqual(['UNKNOWN PASS']);
  });
});
