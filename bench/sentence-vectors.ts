/** Vectors as corpora have them: of the sentences of SciFact's abstracts, with its claims as queries. */

import { proseLayout } from '../engine/reading/document/prose-layout.ts';
import { sentencesOf } from '../engine/reading/document/sentences.ts';
import { foldIn } from '../engine/retrieve/latent/fold-in.ts';
import { trainLatent } from '../engine/retrieve/latent/train-latent.ts';
import { queryTerms, terms } from '../graph/terms.ts';
import { readScifact } from './scifact.ts';

export interface SentenceVectors {
  readonly dimensions: number;
  readonly queries: readonly Float32Array[];
  /** The vector of the sentence with this number; numbers beyond the sentences are near those within. */
  rowAt(number: number): Float32Array;
}

const TRAINED = 4_000;
const QUERIES = 100;
/** Length of what sets a vector beyond the sentences apart from the one that it repeats, that being 1. */
const SPREAD = 0.5;

export async function readSentenceVectors(): Promise<SentenceVectors> {
  const { documents, queries } = await readScifact();
  const texts = documents.flatMap(({ title, text }) =>
    sentencesOf(text, proseLayout(text), 'en').map(({ start, end }) => `${title}. ${text.slice(start, end)}`),
  );
  const analysed = texts.map((text, at) => ({ id: String(at), terms: terms(text, 'en') }));
  const step = Math.ceil(analysed.length / TRAINED);
  const model = trainLatent(
    analysed.filter((_, at) => at % step === 0),
    { seed: 'bench' },
  );
  const rows = analysed.map((one) => foldIn(model, one.terms));
  return {
    dimensions: model.dimensions,
    queries: queries.slice(0, QUERIES).map(({ text }) => foldIn(model, queryTerms(text, 'en'))),
    rowAt: (number) => {
      const row = rows[number % rows.length] ?? new Float32Array(model.dimensions);
      return number < rows.length ? row : near(row, number);
    },
  };
}

/** The same for the same number. */
function near(row: Float32Array, number: number): Float32Array {
  let state = (number * 2_654_435_761 + 1) >>> 0;
  const scale = SPREAD * Math.sqrt(12 / row.length);
  const moved = row.map((value) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return value + scale * (state / 2 ** 32 - 0.5);
  });
  const length = Math.hypot(...moved);
  return moved.map((value) => value / length);
}
