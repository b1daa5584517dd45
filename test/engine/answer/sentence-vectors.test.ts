import { expect, it } from 'vitest';
import { sentenceVectors } from '../../../engine/answer/sentence-vectors.ts';
import { EmbedderUnavailable } from '../../../engine/ports.ts';
import { TinyEmbedder } from '../retrieve/embed/tiny-embedder.ts';

it('gives the vectors that the model gives, in the order of the texts, repeats included', async () => {
  const texts = ['A moon.', 'A boat.', 'A moon.'];
  expect(await sentenceVectors(new TinyEmbedder(), texts)).toEqual(
    await new TinyEmbedder().embed(texts, 'passage'),
  );
});

it('asks a model once for each text, and another model for itself', async () => {
  const [one, other] = [new TinyEmbedder(), new TinyEmbedder()];
  await sentenceVectors(one, ['A moon.', 'A boat.']);
  await sentenceVectors(one, ['A boat.', 'A ship.', 'A ship.']);
  expect(one.texts('passage')).toEqual(['A moon.', 'A boat.', 'A ship.']);
  await sentenceVectors(other, ['A boat.']);
  expect(other.texts('passage')).toEqual(['A boat.']);
});

it('begins anew beyond its bound, and gives what it had known all the same', async () => {
  const model = new TinyEmbedder();
  await sentenceVectors(model, ['A moon.']);
  const many = Array.from({ length: 2_048 }, (_, i) => `Boat ${i}.`);
  const [moon] = await sentenceVectors(model, ['A moon.', ...many]);
  expect([moon]).toEqual(await new TinyEmbedder().embed(['A moon.'], 'passage'));
  await sentenceVectors(model, ['A moon.', 'Boat 0.']);
  expect(model.texts('passage').filter((text) => text === 'A moon.')).toHaveLength(2);
  expect(model.texts('passage').filter((text) => text === 'Boat 0.')).toHaveLength(1);
});

it('rejects with the fault of the model, and caches nothing of it', async () => {
  const model = new TinyEmbedder();
  model.isAway = true;
  await expect(sentenceVectors(model, ['A moon.'])).rejects.toThrow(EmbedderUnavailable);
  model.isAway = false;
  expect(await sentenceVectors(model, ['A moon.'])).toHaveLength(1);
});
