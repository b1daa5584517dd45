/** Reading the sentences that are near to a question, in event-loop slices. */
import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readAnswerPool, readClosely } from '../../../engine/answer/read-pool.ts';
import type { SentencePool, StatedSentence } from '../../../engine/answer/read-sentences.ts';
import { warmReading } from '../../../engine/answer/warm-reading.ts';
import { type Embedder, EmbedderUnavailable } from '../../../engine/ports.ts';
import type { Candidate } from '../../../engine/reading/rank/candidate.ts';
import { findNear, MAX_NEAR } from '../../../engine/reading/rank/near.ts';
import { readSentences } from '../../../engine/reading/rank/read.ts';
import { READING_POLICY } from '../../../engine/reading/rank/reading-policy.ts';
import { forCaller } from '../../../graph/caller.ts';
import { candidate } from '../reading/rank/candidates.ts';

const QUESTION = 'How many lamps has the lighthouse?';
const POOL = Array.from({ length: MAX_NEAR + 20 }, (_, index) =>
  candidate(`The lighthouse of Pelm ${index} has ${index + 3} lamps.`, {
    before: index % 2 === 0 ? null : `The harbour of Pelm ${index} is old.`,
  }),
);

/** Event-loop iterations while the work goes on. */
async function iterationsDuring(work: Promise<void>): Promise<number> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let iterations = 0;
  for (; !isOver; iterations += 1) await nextIteration();
  await over;
  return iterations;
}

describe('readClosely', () => {
  it('ends a slice after four sentences', async () => {
    expect(await iterationsDuring(readClosely(findNear(QUESTION, 'en', POOL)))).toBeGreaterThanOrEqual(10);
  });

  it('rejects once its caller has left', async () => {
    const leaving = new AbortController();
    const reading = forCaller(leaving.signal, () => readClosely(findNear(QUESTION, 'en', POOL)));
    leaving.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
  });

  it('changes nothing of what the ranking makes of the sentences', async () => {
    const ranked = () => readSentences(findNear(QUESTION, 'en', POOL), null, READING_POLICY);
    const before = ranked();
    await readClosely(findNear(QUESTION, 'en', POOL.toReversed()));
    expect(ranked()).toEqual(before);
  });
});

/** Its sentences state no claims. */
function poolOf(candidates: readonly Candidate[]): SentencePool {
  const sentences = candidates.map((read) => {
    return { read, span: { start: 0, end: read.text.length }, occurrences: [] } as unknown as StatedSentence;
  });
  return { sentences, texts: new Map(), bytesRead: 0 };
}

const FERRY = candidate('The last ferry leaves Skarholm at 21:40.');
const SHIP = candidate('The ship sails late.');

describe('readAnswerPool with a sentence model', () => {
  const asked: string[] = [];
  /** Every text is as near to a question as can be. */
  const embedder = {
    name: 'near',
    digest: 'd1',
    embed: (texts: readonly string[]) => {
      asked.push(...texts);
      return Promise.resolve(texts.map(() => Float32Array.of(1)));
    },
  } as unknown as Embedder;
  const down = {
    name: 'down',
    digest: 'd2',
    embed: () => Promise.reject(new EmbedderUnavailable('it does not answer')),
  } as unknown as Embedder;
  /** @param sure whether words alone are */
  const policy = (sure: boolean): typeof READING_POLICY => {
    const { rank } = READING_POLICY.lexical.several_words;
    const several_words = { rank, confidence: { bias: sure ? 9 : -1, weights: {} } };
    const vectors = { ...READING_POLICY.vectors.several_words, confidence: { bias: 9, weights: {} } };
    return {
      ...READING_POLICY,
      lexical: { ...READING_POLICY.lexical, several_words },
      vectors: { ...READING_POLICY.vectors, several_words: vectors },
    };
  };
  const read = (sure: boolean, model: Embedder | null) => {
    const request = { q: 'When does the last ferry leave Skarholm?', lang: 'en' };
    return readAnswerPool(poolOf([FERRY, SHIP]), { ...request, policy: policy(sure), embedder: model });
  };

  it('answers by words alone where they are sure, and neither asks a model nor names one that is down', async () => {
    const alone = await read(true, null);
    expect(alone.answering).toHaveLength(1);
    expect(await read(true, embedder)).toEqual(alone);
    expect(await read(true, down)).toEqual(alone);
    expect(asked).toEqual([]);
  });

  it('answers by meaning where words alone are not sure', async () => {
    const { answering, confidence, unavailable } = await read(false, embedder);
    expect(answering.map(({ stated }) => stated.read.id)).toEqual([FERRY.id]);
    expect(confidence).toBeGreaterThan(0.9);
    expect(unavailable).toBeNull();
    expect(asked).toHaveLength(3);
  });

  it('answers nothing and names the model where words alone are not sure and it cannot be asked', async () => {
    const { answering, confidence, unavailable } = await read(false, down);
    expect({ answering, confidence }).toEqual({ answering: [], confidence: 0.2689 });
    expect(unavailable).toEqual({ model: 'down', model_hash: 'd2' });
  });
});

describe('warmReading', () => {
  it('runs in several slices', async () => {
    expect(await iterationsDuring(warmReading())).toBeGreaterThanOrEqual(4);
  });
});
