/** Documents, comments and test titles are written in the field's terms: private words are refused. */
import { describe, expect, it } from 'vitest';
import { PRIVATE_WORDS, privateWordsIn } from './plain-words.ts';
import { proseLines, repositoryTexts } from './repository-text.ts';

/** The list itself, and the tests of it. */
const ON_PURPOSE = /^test\/docs\/plain-words/;

async function findings(): Promise<readonly string[]> {
  return (await repositoryTexts())
    .filter(({ path }) => !ON_PURPOSE.test(path))
    .flatMap((file) =>
      proseLines(file).flatMap(({ number, text }) =>
        privateWordsIn(text).map((words) => `${file.path}:${number}: ${words}`),
      ),
    );
}

describe('documents, comments and test titles', () => {
  it('hold no private word', async () => {
    expect(await findings(), 'see test/docs/plain-words.ts for what to write').toEqual([]);
  });
});

describe('the list of private words', () => {
  it.each([
    'Whoever was narrowed reads less.',
    'files of which nobody hears of',
    'the caller is told the reason',
    'the query goes the short way',
    'stems are remembered by language',
    'results are kept until the next commit',
    'all entries in one turn',
    'which answers would turn',
    'cached until the log goes on',
  ])('finds what is private in: %s', (line) => {
    expect(privateWordsIn(line)).toHaveLength(1);
  });

  it.each([
    'Two wordings are told apart by their numbers.',
    'It would turn out otherwise.',
    'a pass over the ledger',
    'The log goes on in another store.',
    'Stems are cached by language.',
    'A kept promise.',
  ])('leaves alone: %s', (line) => {
    expect(privateWordsIn(line)).toEqual([]);
  });

  it('has something better for each word', () => {
    expect(PRIVATE_WORDS.filter(({ say }) => privateWordsIn(say).length > 0)).toEqual([]);
  });
});
