import { describe, expect, onTestFinished, test } from 'vitest';
import { answerOf, ingestInto, jsonLines, type TestQuestion } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine, TestClock } from '../test-engine.ts';

const MOONS = { corpus: 'sky', q: 'How many moons does Saturn have?' };

/** Asks at noon of 1 October, with a corpus observed at that moment; gives what the answer's trust is at a later time. */
async function asked(question: Partial<TestQuestion> = {}) {
  const opened = await openEmptyEmbedded();
  onTestFinished(() => opened.dispose());
  const clock = new TestClock('2026-10-01T12:00:00.000Z');
  const engine = createTestEngine(opened.store, clock);
  const text = 'Saturn has 62 known moons.';
  const files = [jsonLines([{ id: 'a', text, domain: 'a.example', day: '2026-09-01' }])];
  await ingestInto(engine, 'sky', files);
  const { answer } = await answerOf(engine, { ...MOONS, ...question });
  const trustAt = async (now: string) => {
    clock.set(now);
    const trust = (await engine.answer(answer.answer_id, 'local'))?.trust;
    return [trust?.findings_state, ...(trust?.reasons ?? []).map(({ code }) => code)].join(' ');
  };
  const observeAt = async (now: string) => {
    clock.set(now);
    await ingestInto(engine, 'sky', files);
  };
  return { trustAt, observeAt };
}

describe('reading an answer later', () => {
  test.each([
    ['light', '2026-10-15T12:00:00.000Z', '2026-10-15T12:00:00.001Z'],
    ['verified', '2026-10-08T12:00:00.000Z', '2026-10-08T12:00:00.001Z'],
    ['audit', '2026-10-02T12:00:00.000Z', '2026-10-02T12:00:00.001Z'],
  ] as const)('warns as soon as the window of %s has passed, and not before', async (mode, last, past) => {
    const { trustAt } = await asked({ mode });
    expect(await trustAt(last)).toBe('PASS');
    expect(await trustAt(past)).toBe('WARN snapshot_stale');
  });

  test('warns after the narrower window that the question asked for', async () => {
    const { trustAt } = await asked({ maxSnapshotAge: 'PT1H' });
    expect(await trustAt('2026-10-01T13:00:00.001Z')).toBe('WARN snapshot_stale');
  });

  test('no longer warns once the corpus has been observed again', async () => {
    const { trustAt, observeAt } = await asked();
    expect(await trustAt('2026-11-01T12:00:00.000Z')).toBe('WARN snapshot_stale');
    await observeAt('2026-11-01T12:00:00.000Z');
    expect(await trustAt('2026-11-01T12:00:01.000Z')).toBe('PASS');
  });

  test('never warns of an answer about the past, or of one that says nothing', async () => {
    const past = await asked({ asOf: '2026-09-01' });
    expect(await past.trustAt('2027-10-01T12:00:00.000Z')).toBe('PASS');
    const empty = await asked({ q: 'Who wrote the Iliad?' });
    expect(await empty.trustAt('2027-10-01T12:00:00.000Z')).toBe('UNKNOWN no_support');
  });
});
