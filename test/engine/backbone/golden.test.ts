import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { composeSummary } from '../../../engine/backbone/compose-summary.ts';
import { rankSentences } from '../../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../../engine/question/read-question.ts';
import {
  type Corpus,
  candidatesFor,
  type Golden,
  readJsonlCorpus,
  readMarkdownCorpus,
} from './corpus-source.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const shared = join(root, '../shared/data/qa');

const corpora: readonly (readonly [string, Corpus | null])[] = [
  ['c', readJsonlCorpus(join(shared, 'c'))],
  ['d', readJsonlCorpus(join(shared, 'd'))],
  ['things-that-changed', readMarkdownCorpus(join(root, 'corpus/things-that-changed'))],
];

function answer(corpus: Corpus, golden: Golden): string {
  const question = readQuestion(golden.q, 'en');
  return composeSummary(question, rankSentences(question, candidatesFor(corpus, golden))).text.toLowerCase();
}

function title({ q, as_of, want }: Golden): string {
  return `${q} ${as_of?.slice(0, 10) ?? 'today'}: ${want ?? 'nothing'}`;
}

for (const [name, corpus] of corpora) {
  if (corpus === null) console.warn(`SKIPPED: the golden questions of corpus ${name} are not here`);
  describe.skipIf(corpus === null)(`golden questions of ${name}`, () => {
    const { golden, docs }: Corpus = corpus ?? { golden: [], docs: [] };
    it.each(golden.map((one) => [title(one), one] as const))('%s', (_title, one) => {
      const text = answer({ golden, docs }, one);
      if (one.want === null) expect(text).toBe('');
      else expect(text).toContain(one.want.toLowerCase());
      for (const never of one.never) expect(text).not.toContain(never.toLowerCase());
    });
  });
}

describe('questions put to a corpus that does not cover them', () => {
  const [c, d] = [corpora[0]?.[1] ?? null, corpora[1]?.[1] ?? null];
  it.skipIf(c === null || d === null)('stay without an answer, both ways', () => {
    if (c === null || d === null) return;
    const answered = [
      ...c.golden.filter((golden) => answer(d, { ...golden, as_of: null }) !== ''),
      ...d.golden.filter((golden) => answer(c, { ...golden, as_of: null }) !== ''),
    ];
    expect(answered.map(({ q }) => q)).toEqual([]);
  });
});
