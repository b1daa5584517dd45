/** What one event-loop slice of a question reads, counted: others of the process run between two slices. */
import { expect, it } from 'vitest';
import { nameOf } from '../../../bench/many-documents.ts';
import { readSentences } from '../../../engine/answer/read-sentences.ts';
import { ANSWER_STAGES, type AnswerStage } from '../../../engine/ports.ts';
import type { ArtefactId } from '../../../graph/address.ts';
import type { ArtefactState } from '../../../graph/artefact.ts';
import { NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { ingestInto, jsonLines, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

/** Artefacts that a slice of retrieval reads. */
const MOST_ARTEFACTS = 32;
/** Characters of texts that a slice reads. */
const SLICE_CHARS = 32_768;
/** Candidates that are read closely, and how many of them in a slice. */
const CLOSELY = { all: 40, slice: 4 };

/** Documents of given lengths that have nothing but the lighthouse in common. */
function documents(lengths: readonly number[]) {
  return jsonLines(
    lengths.map((length, n) => ({
      ...{ id: `d${n}`, title: nameOf(n), domain: `site-${n}.example`, day: '2025-03-01' },
      text: textOf(n, length),
    })),
  );
}

/** Two statements, and then names alone. */
function textOf(n: number, length: number): string {
  const stated = `The lighthouse of ${nameOf(n)} has ${n + 3} lamps. The museum of ${nameOf(n)} was built in 1${n + 700}.`;
  const names = Array.from({ length: Math.ceil(length / 8) }, (_, word) => nameOf(n * 9_973 + word * 7));
  return `${`${stated} ${names.join(' ')}`.slice(0, length - 2)}x.`;
}

interface Slice {
  readonly artefacts: number;
  readonly texts: number;
}

/** The most that one event-loop slice reads by keys. */
function watched(store: GraphStore) {
  let turn = 0;
  let ticking = true;
  let now = { artefacts: 0, texts: 0 };
  let most: Slice = now;
  const tick = () => {
    turn += 1;
    now = { artefacts: 0, texts: 0 };
    if (ticking) setImmediate(tick);
  };
  setImmediate(tick);
  const noted = (kind: keyof Slice, count: number) => {
    now[kind] += count;
    most = { artefacts: Math.max(most.artefacts, now.artefacts), texts: Math.max(most.texts, now.texts) };
  };
  const reads = {
    records: (kind: string, keys: readonly unknown[]) => {
      if (kind === 'artefacts') noted('artefacts', keys.length);
      return store.records(kind as never, keys as never);
    },
    ranges: (kind: string, query: { readonly by: readonly ArtefactId[] }) => {
      if (kind === 'occurrencesIn') noted('texts', query.by.length);
      return store.ranges(kind as never, query as never);
    },
  };
  return {
    store: new Proxy(store, {
      get: (target, name) => Reflect.get(reads, name) ?? Reflect.get(target, name),
    }),
    turn: () => turn,
    end: () => {
      ticking = false;
      return most;
    },
  };
}

interface Asked {
  readonly most: Slice;
  /** When each stage ended. */
  readonly turns: ReadonlyMap<AnswerStage, number>;
}

async function ask(): Promise<Asked> {
  const opened = await openEmptyEmbedded();
  try {
    const lengths = Array.from({ length: MOST_ARTEFACTS + 8 }, () => 100);
    await ingestInto(createTestEngine(opened.store), 'places', [documents(lengths)]);
    const { store, turn, end } = watched(opened.store);
    const turns = new Map<AnswerStage, number>();
    const ended = (stage: AnswerStage) => turns.set(stage, turn());
    const engine = createTestEngine(store, undefined, null, undefined, { ended });
    const view = await viewOf(engine, 'places');
    const q = `How many lamps has the lighthouse of ${nameOf(1)}?`;
    const asked = await engine.ask({ q, k: 50, mode: 'verified', maxSnapshotAge: null, view }, 'local');
    expect(asked.ok).toBe(true);
    return { most: end(), turns };
  } finally {
    await opened.dispose();
  }
}

it('reads thirty-two of the artefacts that it finds, in each event-loop slice', async () => {
  const { most } = await ask();
  expect(most.artefacts).toBe(MOST_ARTEFACTS);
});

it('ends each stage from the vectors on in an event-loop slice of its own', async () => {
  const { turns } = await ask();
  const ends = ANSWER_STAGES.slice(1).map((stage) => turns.get(stage) ?? -1);
  expect(ends).toEqual([...new Set(ends)].sort((a, b) => a - b));
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(0);
  const ranking = (turns.get('rank') ?? 0) - (turns.get('sentences') ?? 0);
  expect(ranking).toBeGreaterThanOrEqual(CLOSELY.all / CLOSELY.slice);
});

it('reads texts of 32,768 characters in a slice, and one text where two have one character more', async () => {
  const half = SLICE_CHARS / 2;
  const opened = await openEmptyEmbedded();
  try {
    await ingestInto(createTestEngine(opened.store), 'places', [documents([half, half, half + 1])]);
    const states = await readRange(
      opened.store,
      'artefacts',
      { corpus: 'places', after: -1 },
      { limit: NO_LIMIT },
    );
    const most = async (chosen: readonly ArtefactState[]) => {
      const { store, end } = watched(opened.store);
      const { sentences, texts } = await readSentences(store, chosen, null);
      expect([...texts.values()].map(({ length }) => length)).toEqual(
        chosen.map(({ record }) => record.sections.at(-1)?.span.end),
      );
      expect(new Set(sentences.map(({ artefact }) => artefact)).size).toBe(chosen.length);
      return end().texts;
    };
    expect(await most(states.slice(0, 2))).toBe(2);
    expect(await most(states.slice(1, 3))).toBe(1);
    expect(await most(states)).toBe(2);
  } finally {
    await opened.dispose();
  }
});
