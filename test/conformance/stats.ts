/** What there is, counted on any store. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import type { CorpusStats } from '../../engine/stats/stats.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../engine/documents.ts';
import { createTestEngine, testVerifier } from '../engine/test-engine.ts';
import type { OpenStore } from './graph-store/harness.ts';

const LAKE: TestDocument = {
  id: 'survey',
  text: 'Lake Vell is 212 metres deep. Lake Vell lies in Orland.',
  domain: 'survey.example',
  day: '2024-05-02',
};

export function describeStats(name: string, open: OpenStore): void {
  const start = async (): Promise<Engine> => {
    const opened = await open();
    onTestFinished(() => opened.dispose());
    return createTestEngine(opened.store);
  };

  describe(`stats on ${name}`, () => {
    test('say that there is nothing where there is nothing', async () => {
      const stats = await (await start()).stats('local');
      expect(stats.corpora).toEqual([]);
      expect(stats.findings).toEqual({ logSize: 0, answers: {} });
      expect(stats.log).toMatchObject({ origin: testVerifier.name, size: 0 });
    });

    test('count each corpus for itself', async () => {
      const engine = await start();
      await ingestInto(engine, 'lakes', [
        jsonLines([LAKE, { ...LAKE, id: 'atlas', domain: 'atlas.example' }]),
      ]);
      const tower = { ...LAKE, id: 'tower', text: 'The Arden Tower is 310 metres tall.', licence: 'MIT' };
      await ingestInto(engine, 'towers', [jsonLines([tower])]);
      const [lakes, towers] = (await engine.stats(null)).corpora;
      expect(lakes?.counts).toMatchObject({
        artefacts: 2,
        documents: 2,
        claims: 2,
        licences: { 'CC0-1.0': 2 },
        snapshot: lakes?.snapshot,
      });
      expect(towers?.counts).toMatchObject({ artefacts: 1, claims: 1, licences: { MIT: 1 } });
      expect(lakes?.beliefs?.claims).toMatchObject({ settled: 2, none: 0 });
      expect(towers?.beliefs?.claims).toMatchObject({ settled: 1 });
    });

    test('count every claim in one state of belief, whatever is withdrawn, superseded or versioned', async () => {
      const engine = await start();
      const newer = { ...LAKE, id: 'new', domain: 'new.example', day: '2025-01-01' };
      await ingestInto(engine, 'lakes', [jsonLines([LAKE])]);
      await ingestInto(engine, 'lakes', [jsonLines([{ ...newer, text: 'Lake Vell is 190 metres deep.' }])]);
      await ingestInto(engine, 'lakes', [jsonLines([{ ...LAKE, text: 'Lake Vell is 213 metres deep.' }])]);
      const [lakes] = (await engine.stats(null)).corpora;
      expect(total(lakes)).toBe(lakes?.counts.claims);
    });

    test('move with what is appended', async () => {
      const engine = await start();
      await ingestInto(engine, 'lakes', [jsonLines([LAKE])]);
      const before = (await engine.stats(null)).corpora[0];
      await ingestInto(engine, 'lakes', [
        jsonLines([{ ...LAKE, id: 'moor', text: 'Lake Moor is 40 metres deep.' }]),
      ]);
      const after = (await engine.stats(null)).corpora[0];
      expect(after?.counts.claims).toBe((before?.counts.claims ?? 0) + 1);
      expect(after?.counts.snapshot).not.toBe(before?.counts.snapshot);
      expect(total(after)).toBe(after?.counts.claims);
    });

    test('count the verdicts of the tenant that was named, and of no other', async () => {
      const engine = await start();
      await ingestInto(engine, 'lakes', [jsonLines([LAKE])]);
      await answerOf(engine, { corpus: 'lakes', q: 'How deep is Lake Vell?', tenant: 'acme' });
      await answerOf(engine, { corpus: 'lakes', q: 'Who painted the ceiling?', tenant: 'acme' });
      expect((await engine.stats('acme')).findings?.answers).toMatchObject({ UNKNOWN: 1 });
      expect(Object.values((await engine.stats('acme')).findings?.answers ?? {})).toHaveLength(2);
      expect((await engine.stats('rival')).findings?.answers).toEqual({});
      expect((await engine.stats(null)).findings).toBeNull();
    });

    test('of a corpus that holds much come before its beliefs are counted', async () => {
      const engine = await start();
      const text = Array.from({ length: 1_100 }, (_, n) => `Lighthouse L${n} has ${n + 3} lamps.`);
      await ingestInto(engine, 'lamps', [jsonLines([{ ...LAKE, text: text.slice(0, 550).join(' ') }])]);
      await ingestInto(engine, 'lamps', [
        jsonLines([{ ...LAKE, id: 'more', text: text.slice(550).join(' ') }]),
      ]);
      const first = (await engine.stats(null)).corpora[0];
      expect(first?.counts.claims).toBe(1_100);
      expect(first?.beliefs).toBeNull();
      await expect
        .poll(async () => (await engine.stats(null)).corpora[0]?.beliefs, { timeout: 30_000 })
        .not.toBeNull();
      expect(total((await engine.stats(null)).corpora[0])).toBe(1_100);
    }, 60_000);
  });
}

function total(corpus: CorpusStats | undefined): number {
  return Object.values(corpus?.beliefs?.claims ?? {}).reduce((sum, claims) => sum + claims, 0);
}
