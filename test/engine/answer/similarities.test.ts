import { describe, expect, it } from 'vitest';
import { cosinesOf, similaritiesOf, spread } from '../../../engine/answer/similarities.ts';
import { type Embedder, EmbedderUnavailable } from '../../../engine/ports.ts';
import { findNear } from '../../../engine/reading/rank/near.ts';
import { readSentences } from '../../../engine/reading/rank/read.ts';
import { READING_POLICY } from '../../../engine/reading/rank/reading-policy.ts';
import { candidate } from '../reading/rank/candidates.ts';

const QUESTION = 'When does the ferry leave?';
const MANY = Array.from({ length: 20 }, (_, i) => candidate(`A ferry has ${i + 2} seats.`));
const BEST = candidate('The ferry leaves at 21:40.');

/** Answers each text with a vector of its own, and writes down what it was asked. */
function embedderOf(asked: string[], vectorOf: (text: string) => number[]): Embedder {
  return {
    name: 'fake',
    embed: (texts: readonly string[]) => {
      asked.push(...texts);
      return Promise.resolve(texts.map((text) => Float32Array.from(vectorOf(text))));
    },
  } as unknown as Embedder;
}

describe('similarities of near sentences', () => {
  it('are none without a model, without sentences, and of a model that cannot be asked', async () => {
    const near = findNear(QUESTION, 'en', MANY);
    const down = {
      name: 'down',
      digest: 'd1',
      embed: () => Promise.reject(new EmbedderUnavailable('it does not answer')),
    } as unknown as Embedder;
    const { ranking } = readSentences(near, null, READING_POLICY);
    const [nobody, nothing, unavailable] = await Promise.all([
      similaritiesOf(near.near, { q: QUESTION, ranking, embedder: null }),
      similaritiesOf([], { q: QUESTION, ranking: [], embedder: down }),
      similaritiesOf(near.near, { q: QUESTION, ranking, embedder: down }),
    ]);
    expect(nobody).toEqual({ similarities: null, unavailable: null });
    expect(nothing).toEqual({ similarities: null, unavailable: null });
    expect(unavailable).toEqual({
      similarities: null,
      unavailable: { model: 'down', model_hash: 'd1' },
    });
  });

  it('are made of the twelve sentences that rank best by words alone, and the others are as far as the farthest', async () => {
    const near = findNear(QUESTION, 'en', [...MANY, BEST]);
    const asked: string[] = [];
    const embedder = embedderOf(asked, (text) =>
      text.includes('21:40') || text === QUESTION ? [1, 0] : [0.2, 0],
    );
    const { ranking } = readSentences(near, null, READING_POLICY);
    const { similarities } = await similaritiesOf(near.near, { q: QUESTION, ranking, embedder });
    expect(asked).toHaveLength(1 + 12);
    expect(asked.some((text) => text.includes(BEST.text))).toBe(true);
    expect(similarities).toHaveLength(near.near.length);
    const at = near.near.findIndex(({ candidate: { id } }) => id === BEST.id);
    expect(similarities?.[at]).toBe(1);
    expect(similarities?.every((one, i) => i === at || Math.abs(one - 0.2) < 1e-6)).toBe(true);
  });

  it('go by the nearest of the context, of at most 160 characters', async () => {
    const asked: string[] = [];
    const long = candidate('It leaves at 21:40.', { title: 'x'.repeat(300), headings: ['Timetable'] });
    const { near } = findNear(QUESTION, 'en', [long]);
    await cosinesOf(
      near,
      QUESTION,
      embedderOf(asked, () => [1]),
    );
    expect(asked[1]).toBe(`${'x'.repeat(160 - ' > Timetable'.length)} > Timetable. It leaves at 21:40.`);
  });

  it('spread over no cosine at all is nearness itself, and fails nowhere', () => {
    const { near } = findNear(QUESTION, 'en', MANY);
    expect(spread(near, new Map())).toEqual(near.map(() => 1));
  });
});
