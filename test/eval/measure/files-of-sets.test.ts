/** The shapes that evaluation sets come in. */
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../bin/cli/exit-code.ts';
import { readDocumentPairs } from '../../../eval/document-pairs.ts';
import { readGoldenFile } from '../../../eval/golden-file.ts';
import { readCorpusFile } from '../../../eval/measure/corpus-file.ts';
import { readPairs } from '../../../eval/measure/pairs-file.ts';
import { readQueries } from '../../../eval/measure/queries-file.ts';
import { readSupportSets } from '../../../eval/measure/support-sets-file.ts';
import { evalFiles, failureOfReading } from './files.ts';

const ABSTRACTS = [
  { id: '7', title: 'Harbours', sentences: ['Harbours are old.', 'Ships pass.', 'Some sink.'] },
  { id: '8', title: 'Running', text: 'No sentences here.' },
];
const CITING = {
  id: '1',
  claim: 'Ships sink.',
  ev: [
    { doc: '7', label: 'SUPPORT', sents: [2, 1] },
    { doc: '7', label: 'SUPPORT', sents: [1] },
  ],
  cited: ['7'],
};

async function withFile<T>(records: readonly unknown[], read: (file: string) => Promise<T>): Promise<T> {
  await using files = await evalFiles();
  return await read(await files.write('records.jsonl', records));
}

const abstracts = () =>
  withFile(ABSTRACTS, async (file) => new Map((await readCorpusFile(file)).map((one) => [one.id, one])));

async function refusal(records: readonly unknown[], read: (file: string) => Promise<unknown>) {
  const { exit, message } = await failureOfReading(withFile(records, read));
  expect(exit).toBe(EXIT.usage);
  expect(message).toMatch(/records\.jsonl, line \d+: .*; accepted: /);
  return message;
}

describe('a corpus', () => {
  it('has running text or sentences', async () => {
    const read = await withFile([...ABSTRACTS, { id: 9, text: '' }], readCorpusFile);
    expect(read.map(({ id, title, text }) => [id, title, text])).toEqual([
      ['7', 'Harbours', 'Harbours are old. Ships pass. Some sink.'],
      ['8', 'Running', 'No sentences here.'],
      ['9', '', ''],
    ]);
  });

  it.each([
    [
      [
        { id: 'a', text: 'x' },
        { id: 'a', text: 'y' },
      ],
      'line 2: the id a occurs twice',
    ],
    [[{ id: 'a' }], 'line 1: it has none of the accepted shapes'],
    [[{ id: 'a', sentences: 'one' }], 'line 1'],
    [[{ text: 'no id' }], 'line 1'],
  ])('is refused where it holds %j', async (records, said) => {
    expect(await refusal(records, readCorpusFile)).toContain(said);
  });
});

describe('queries', () => {
  it('carry grades, or are claims with evidence', async () => {
    const [judged, claim] = await withFile(
      [{ id: 'q', text: 'Which harbour?', qrels: { 7: 4, 8: 0 } }, CITING],
      readQueries,
    );
    expect([...(judged?.grades ?? [])]).toEqual([
      ['7', 4],
      ['8', 0],
    ]);
    expect(judged?.evidence).toEqual([]);
    expect([...(claim?.grades ?? [])]).toEqual([['7', 1]]);
    expect(claim?.evidence).toEqual([{ doc: '7', sentences: [2, 1] }]);
  });

  it.each([
    [{ id: 'q', text: '', qrels: {} }],
    [{ id: 'q', text: 'x', qrels: { a: -1 } }],
    [{ id: 'q', text: 'x', qrels: { a: 'high' } }],
    [{ id: 'q', text: 'x' }],
    [{ ...CITING, ev: [{ doc: '7', label: 'SUPPORT', sents: [-1] }] }],
    [{ ...CITING, ev: [{ doc: '7', label: 'SUPPORT', sents: [0.5] }] }],
  ])('are refused where one is %j', async (record) => {
    await refusal([record], readQueries);
  });
});

describe('pairs', () => {
  it('come in four shapes', async () => {
    const pairs = await withFile(
      [
        { id: 'a', claim: 'c', evidence: 'e', label: 'SUPPORTS', sentence1: 'passed', sentence2: 'over' },
        { claim: 'c', evidence: ['e', 'f'], label: 'NEI' },
        { id: 'b', text: 'c', wikipedia_page: 'Page', gold_evidence: [{ text: 'e' }], label: 'REFUTES' },
        { pairID: 3, sentence1: 'premise', sentence2: 'hypothesis', gold_label: 'contradiction' },
        CITING,
        { ...CITING, id: '2', ev: [] },
      ],
      async (file) => readPairs(file, await abstracts()),
    );
    expect(pairs).toEqual([
      { id: 'a', claim: 'c', title: '', evidence: ['e'], truth: 'SUPPORT' },
      { id: 'line 2', claim: 'c', title: '', evidence: ['e', 'f'], truth: 'NONE' },
      { id: 'b', claim: 'c', title: 'Page', evidence: ['e'], truth: 'CONTRADICT' },
      { id: '3', claim: 'hypothesis', title: '', evidence: ['premise'], truth: 'CONTRADICT' },
      {
        id: '1/7',
        claim: 'Ships sink.',
        title: 'Harbours',
        evidence: ['Ships pass.', 'Some sink.'],
        truth: 'SUPPORT',
      },
      {
        id: '2/7',
        claim: 'Ships sink.',
        title: 'Harbours',
        evidence: ['Harbours are old.', 'Ships pass.', 'Some sink.'],
        truth: 'NONE',
      },
    ]);
  });

  it.each([
    [{ claim: 'c', evidence: 'e', label: 'perhaps' }, 'the label is "perhaps"; accepted: SUPPORT(S), '],
    [{ claim: 'c', evidence: [], label: 'NONE' }, 'line 1: evidence: '],
    [{ claim: 'c', evidence: 'e' }, 'line 1: label: '],
    [{ claim: 'c' }, 'none of the accepted shapes'],
    [{ ...CITING, cited: ['9'] }, 'the corpus has no document 9'],
    [{ ...CITING, cited: ['8'] }, 'document 8 has no sentences'],
    [{ ...CITING, ev: [{ doc: '7', label: 'SUPPORT', sents: [3] }] }, 'there is no sentence 3'],
  ])('are refused where one is %j', async (record, said) => {
    const corpus = await abstracts();
    expect(await refusal([record], (file) => readPairs(file, corpus))).toContain(said);
  });

  it('that cite need a corpus', async () => {
    expect(await refusal([CITING], (file) => readPairs(file, null))).toContain('--corpus FILE');
  });
});

describe('claims with support', () => {
  const WICE = {
    label: 'partially_supported',
    claim: 'c',
    evidence: ['x', 'y', 'z'],
    supporting_sentences: [[0, 2], [], [1]],
  };

  it('keep the sets that hold something', async () => {
    const sets = await withFile(
      [
        WICE,
        { ...WICE, label: 'not_supported' },
        { ...WICE, supporting_sentences: [[]] },
        CITING,
        { ...CITING, ev: [] },
      ],
      async (file) => readSupportSets(file, await abstracts()),
    );
    expect(sets.map(({ acceptable }) => acceptable)).toEqual([
      [[0, 2], [1]],
      [[2, 1], [1]],
    ]);
  });

  it.each([
    [{ ...WICE, supporting_sentences: [[3]] }, 'there is no sentence 3'],
    [{ ...CITING, ev: [{ doc: '7', label: 'SUPPORT', sents: [3] }] }, 'there is no sentence 3'],
    [{ ...WICE, evidence: [] }, 'line 1: evidence: '],
    [{ ...WICE, supporting_sentences: [0] }, 'line 1: supporting_sentences.0: '],
  ])('are refused where one is %j', async (record, said) => {
    const corpus = await abstracts();
    expect(await refusal([record], (file) => readSupportSets(file, corpus))).toContain(said);
  });

  it('have at most 2,000 characters and 4,096 sentences', async () => {
    const long = { ...WICE, claim: 'c'.repeat(2_000), evidence: Array(4_096).fill('x') };
    expect(await withFile([long], (file) => readSupportSets(file, null))).toHaveLength(1);
    for (const more of [{ claim: 'c'.repeat(2_001) }, { evidence: Array(4_097).fill('x') }]) {
      expect(await refusal([{ ...WICE, ...more }], (file) => readSupportSets(file, null))).toContain(
        'Too big',
      );
    }
  });

  it('that cite need a corpus', async () => {
    expect(await refusal([CITING], (file) => readSupportSets(file, null))).toContain('with --corpus');
  });
});

describe('golden questions and conflicts', () => {
  it('may leave out what must not be said', async () => {
    const [golden] = await withFile([{ q: 'Where?', as_of: null, want: null }], readGoldenFile);
    const rest = { never: [], evidence: null, kind: 'none', style: 'sentence', all: null };
    expect(golden).toEqual({ q: 'Where?', asOf: null, want: null, ...rest });
  });

  it.each([
    [{ q: '', as_of: null, want: null }, 'q: '],
    [{ q: 'q'.repeat(2_001), as_of: null, want: null }, 'q: Too big'],
    [{ q: 'Where?', as_of: null, want: '' }, 'want: '],
    [{ q: 'Where?', as_of: null, want: [] }, 'want: '],
    [{ q: 'Where?', as_of: null }, 'none of the accepted shapes'],
    [{ q: 'Where?', as_of: null, want: 'x', evidence: [{ document: 'a' }] }, 'evidence.0.fragment: '],
    [{ q: 'Where?', as_of: null, want: 'x', all: [[]] }, 'all.0: '],
    [{ q: 'Where?', as_of: 7, want: null }, 'as_of: '],
    [{ q: 'Where?', as_of: '2024-13-01', want: null }, 'as_of: 2024-13-01 is neither'],
    [{ q: 'Where?', as_of: null, want: null, never: [''] }, 'never.0: '],
  ])('are refused where one is %j', async (record, said) => {
    expect(await refusal([record], readGoldenFile)).toContain(said);
  });

  it('are refused where a conflict is not of four texts', async () => {
    await refusal(
      [
        ['a', 'b', '1', '2'],
        ['a', 'b', '1'],
      ],
      readDocumentPairs,
    );
    await refusal(
      [
        ['a', 'b', '1', '2'],
        ['a', 'b', 1, 2],
      ],
      readDocumentPairs,
    );
    await refusal([{ conflicts: [['a', 'b', '1', '2']], near: [['a', 'b']] }], readDocumentPairs);
  });

  it('have one form, whether their file is of the older form or of the newer', async () => {
    const asked = { as_of: '2024-05-01', never: ['84'] };
    const evidence = [{ document: 'a', fragment: 'costs 120' }];
    const [older, newer] = await withFile(
      [
        { q: 'Price?', ...asked, want: '120' },
        {
          q: 'price',
          ...asked,
          want: ['120', '120.00'],
          evidence,
          kind: 'list',
          style: 'keyword',
          all: [['120']],
        },
      ],
      readGoldenFile,
    );
    const rest = { asOf: '2024-05-01', never: ['84'] };
    const derived = { evidence: null, kind: 'as_of', style: 'sentence', all: null };
    expect(older).toEqual({ q: 'Price?', ...rest, want: ['120'], ...derived });
    const stated = { evidence, kind: 'list', style: 'keyword', all: [['120']] };
    expect(newer).toEqual({ q: 'price', ...rest, want: ['120', '120.00'], ...stated });
  });

  it('accept any document where the list of accepted ones is empty', async () => {
    const [golden] = await withFile(
      [{ q: 'price', as_of: null, want: ['No'], evidence: [] }],
      readGoldenFile,
    );
    expect(golden).toMatchObject({ evidence: null, kind: 'yesno', style: 'keyword' });
  });
});
