/** Documents, comments and test titles are written in the field's terms: private words are refused. */
import { describe, expect, it } from 'vitest';
import { PRIVATE_WORDS, privateWordsIn } from './plain-words.ts';
import { proseLines, repositoryTexts } from './repository-text.ts';

/**
 * Folders that still have private words, and how many at most: a number may only shrink. `engine/*` are the files directly
 * in that folder.
 */
const NOT_YET: Readonly<Record<string, number>> = {
  'bench/': 7,
  'engine/belief/': 12,
  'engine/findings/': 6,
  'engine/reading/': 2,
  'graph/embedded/': 8,
  'graph/neo4j/': 9,
  'graph/postgres/': 2,
  'test/engine/belief/': 7,
  'test/graph/embedded/': 5,
  'test/graph/neo4j/': 9,
};
/** The list itself, and the tests of it. */
const ON_PURPOSE = /^test\/docs\/plain-words/;

interface Found {
  readonly path: string;
  readonly place: string;
}

async function findings(): Promise<readonly Found[]> {
  return (await repositoryTexts())
    .filter(({ path }) => !ON_PURPOSE.test(path))
    .flatMap((file) =>
      proseLines(file).flatMap(({ number, text }) =>
        privateWordsIn(text).map((words) => ({ path: file.path, place: `${file.path}:${number}: ${words}` })),
      ),
    );
}

function notYetOf(path: string): string | undefined {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  if (`${folder}*` in NOT_YET) return `${folder}*`;
  return Object.keys(NOT_YET).find((listed) => path.startsWith(listed));
}

describe('documents, comments and test titles', () => {
  it('hold no private word where folders are covered', async () => {
    const faults = (await findings()).filter(({ path }) => notYetOf(path) === undefined);
    expect(faults.map(({ place }) => place)).toEqual([]);
  });

  it('hold fewer private words in every other folder than when it was listed', async () => {
    const counts = Object.fromEntries(Object.keys(NOT_YET).map((folder) => [folder, 0]));
    for (const { path } of await findings()) {
      const folder = notYetOf(path);
      if (folder !== undefined) counts[folder] = (counts[folder] ?? 0) + 1;
    }
    const sum = Object.values(counts).reduce((total, count) => total + count, 0);
    console.info(
      `private words left: ${sum}, in ${Object.keys(NOT_YET).length} folders: ${JSON.stringify(counts)}`,
    );
    const more = Object.entries(counts).filter(([folder, count]) => count > (NOT_YET[folder] ?? 0));
    expect(more, 'private words were added: see test/docs/plain-words.ts for what to write').toEqual([]);
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
