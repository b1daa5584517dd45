import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { adduce, adduceJson } from './cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PATIENCE_MS = 120_000;

const CORPUS = [
  { id: 'lib', title: 'Library', sentences: ['The Harbour Library is old.', 'It holds 45,000 books.'] },
  { id: 'sea', title: 'Ships', text: 'Ships pass the lighthouse at night.' },
  { id: 'void', title: 'Nothing', text: '' },
];
const DATED = [
  {
    id: 'a',
    text: 'The Harbour Library holds 45,000 books.',
    domain: 'a.example',
    observed_at: '2020-01-01',
  },
  {
    id: 'b',
    text: 'The Harbour Library holds 52,000 books.',
    domain: 'b.example',
    observed_at: '2023-01-01',
  },
];
const CLAIM = { id: '1', claim: 'The Harbour Library holds 45,000 books.', cited: ['lib'] };
const EV = [{ doc: 'lib', label: 'SUPPORT', sents: [1] }];

/** Files of one record a line, zipped where the name ends so. */
async function files(named: Readonly<Record<string, readonly unknown[]>>) {
  const folder = await temporaryFolder();
  for (const [name, records] of Object.entries(named)) {
    const text = records.map((record) => JSON.stringify(record)).join('\n');
    await writeFile(join(folder.path, name), name.endsWith('.gz') ? gzipSync(text) : text);
  }
  const at = (name: string) => join(folder.path, name);
  return { at, data: at('data'), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe('adduce eval', { timeout: PATIENCE_MS }, () => {
  it('retrieval measures a lane beside full text, and the sentences of cited abstracts', async () => {
    await using made = await files({ 'corpus.jsonl.gz': CORPUS, 'claims.jsonl': [{ ...CLAIM, ev: EV }] });
    const args = [
      'eval',
      'retrieval',
      '--corpus',
      made.at('corpus.jsonl.gz'),
      '--queries',
      made.at('claims.jsonl'),
    ];
    const { code, document } = await adduceJson(args, { ADDUCE_DATA: made.data });
    expect(code).toBe(0);
    const metrics = { ndcg_at_10: 1, recall_at_100: 1, mrr: 1 };
    expect(document).toMatchObject({
      lane: 'default',
      vectors: 'latent/1',
      queries: 1,
      metrics,
      latency: { calls: 1, p50_ms: expect.any(Number), cpu_ms_each: expect.any(Number) },
      text_alone: { lane: 'text', vectors: null, metrics },
      sentences: { pairs: 1, hit_at_3: 1 },
      corpus: { documents: 2, skipped: 1 },
    });
  });

  it('stance tells the verdicts that contradictions raise', async () => {
    const pair = {
      claim: CLAIM.claim,
      label: 'REFUTES',
      evidence: 'The Harbour Library holds 52,000 books.',
    };
    await using made = await files({
      'pairs.jsonl': [pair, { ...pair, evidence: 'Ships pass.', label: 'NEI' }],
    });
    const { code, document } = await adduceJson(['eval', 'stance', '--pairs', made.at('pairs.jsonl')], {});
    expect(code).toBe(0);
    expect(document).toMatchObject({
      pairs: 2,
      metrics: { macro_f1: 1, CONTRADICT: { precision: 1, recall: 1, f1: 1 } },
      confusion: { CONTRADICT: { CONTRADICT: 1, NONE: 0 }, NONE: { NONE: 1 } },
      verdicts: { WARN: 1, FAIL: 0, precision: 1 },
    });
  });

  it('sets compares the least set with simpler choices', async () => {
    const claim = {
      label: 'supported',
      claim: 'Hilda Brenner designed the lighthouse in 1911.',
      evidence: [
        'Ships pass at night.',
        'Hilda Brenner designed the lighthouse, which opened in 1911.',
        'The keeper had two dogs.',
        'A museum is beside it.',
        'Visitors come by boat.',
      ],
      supporting_sentences: [[1], [1, 2]],
    };
    await using made = await files({ 'claims.jsonl.gz': [claim] });
    const { code, document } = await adduceJson(['eval', 'sets', '--claims', made.at('claims.jsonl.gz')], {});
    expect(code).toBe(0);
    expect(document).toMatchObject({
      claims: 1,
      metrics: { sentence_f1: 1, mean_size: 1, size_ratio: 1, proved: 1 },
      baselines: {
        bm25_top_1: { sentence_f1: 1, mean_size: 1, size_ratio: 1 },
        bm25_top_2: { sentence_f1: 0.6667, mean_size: 2, size_ratio: 2 },
        bm25_top_3: { sentence_f1: 0.8, mean_size: 3 },
        greedy_coverage: { sentence_f1: 1 },
      },
    });
  });

  it('claims finds the true conflicts and changes, and lists what is flagged wrongly', async () => {
    const conflicts = [
      ['a', 'b', '45000', '52000'],
      ['a', 'b', 'true', 'false'],
    ];
    await using made = await files({ 'docs.jsonl': DATED, 'conflicts.jsonl': conflicts });
    const named = ['--corpus', made.at('docs.jsonl'), '--conflicts', made.at('conflicts.jsonl')];
    const { code, document } = await adduceJson(['eval', 'claims', ...named, '--verbose'], {});
    expect(code).toBe(0);
    expect(document).toMatchObject({
      documents: 2,
      claims: 2,
      values: { quantity: 2 },
      conflicts: {
        flagged: 1,
        superseded: 1,
        precision: 1,
        conflicts: { found: 0, of: 0 },
        changes: { found: 2, of: 2 },
        near_flagged: { flagged: 0, of: 0 },
        within_one_document: 0,
        wrong: [],
      },
    });
  });

  it('answers asks golden questions as of their time, and lists each miss', async () => {
    const q = 'How many books does the Harbour Library hold?';
    const golden = [
      { q, as_of: '2021-01-01', want: '45,000', never: ['52,000'] },
      { q, as_of: null, want: '52,000', never: [] },
      { q, as_of: null, want: '99,000', never: [] },
      { q: 'Who founded the City Museum?', as_of: null, want: null },
      { q: 'Who founded the City Museum?', as_of: null, want: 'Nobody' },
    ];
    await using made = await files({ 'docs.jsonl': DATED, 'golden.jsonl': golden });
    const named = ['--corpus', made.at('docs.jsonl'), '--golden', made.at('golden.jsonl')];
    const { stdout, code } = await adduce(['eval', 'answers', ...named, '--verbose'], {});
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      vectors: 'latent/1',
      metrics: { questions: 5, right: 2, wrong: 1, empty: 1, unanswerable: 1, unanswerable_empty: 1 },
      misses: [
        { class: 'wrong', want: ['99,000'], documents: ['b'] },
        { class: 'empty', want: ['Nobody'], documents: [] },
      ],
      not_verbatim: [],
    });
  });

  it('answers writes what was answered, a line a question, and ranks by full text alone where that is asked', async () => {
    const q = 'How many books does the Harbour Library hold?';
    const evidence = [{ document: 'a', fragment: '45,000' }];
    await using made = await files({
      'docs.jsonl.gz': DATED,
      'golden.jsonl.gz': [
        { q, as_of: '2021-01-01', want: ['45,000'], evidence, kind: 'value', style: 'sentence' },
      ],
    });
    const named = ['--corpus', made.at('docs.jsonl.gz'), '--golden', made.at('golden.jsonl.gz')];
    const out = made.at('out.jsonl');
    const { stdout, code } = await adduce(['eval', 'answers', ...named, '--lane', 'text', '--out', out], {});
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      vectors: null,
      metrics: { right: 1, right_with_evidence: 1 },
    });
    expect(JSON.parse(await readFile(out, 'utf8'))).toEqual({
      q,
      as_of: '2021-01-01',
      summary: 'The Harbour Library holds 45,000 books.',
      citations: [{ document: 'a', quote: 'The Harbour Library holds 45,000 books.' }],
      verdict: null,
      confidence: expect.any(Number),
    });
  });
});

describe('adduce eval corpora', { timeout: PATIENCE_MS }, () => {
  it('prints one Markdown table of every set that is asked for', async () => {
    const { stdout, code } = await adduce(['eval', 'corpora', '--lane', 'text', '--group', 'short'], {});
    expect(code).toBe(0);
    const [header, , ...rows] = stdout.trim().split('\n');
    expect(header).toMatch(/^\| Set \| .* \| BM25, best 1 \| best 3 \| Cosine, best 1 \| best 3 \|/);
    expect(rows.map((row) => row.split(' | ')[0])).toEqual(['| c', '| d']);
  });

  it('refuses a group that is none', async () => {
    const { code, stderr } = await adduce(['eval', 'corpora', '--group', 'long'], {});
    expect([code, stderr]).toEqual([2, expect.stringContaining('short, demo, realistic')]);
  });
});

describe('adduce eval refuses in one line', { timeout: PATIENCE_MS }, () => {
  it.each<[what: string, args: (at: (name: string) => string) => string[], said: RegExp]>([
    [
      'wrong queries',
      (at) => ['retrieval', '--corpus', at('docs'), '--queries', at('wrong')],
      /wrong, line 1: .*; accepted: \{"id", "text"/,
    ],
    [
      'a wrong corpus',
      (at) => ['retrieval', '--corpus', at('wrong'), '--queries', at('docs')],
      /wrong, line 1: .*; accepted: \{"id", "title"/,
    ],
    [
      'a model that was not added',
      (at) => ['retrieval', '--corpus', at('docs'), '--queries', at('strange'), '--lane', 'minilm'],
      /adduce models add minilm/,
    ],
    [
      'files that do not belong together',
      (at) => ['retrieval', '--corpus', at('docs'), '--queries', at('strange')],
      /strange judges no document of .*docs/,
    ],
    ['a file that is not there', (at) => ['stance', '--pairs', at('missing')], /missing cannot be read/],
    ['claims without support', (at) => ['sets', '--claims', at('none')], /none has no claim with support/],
    [
      'wrong conflicts',
      (at) => ['claims', '--corpus', at('docs'), '--conflicts', at('wrong')],
      /wrong, line 1: .*; accepted: \["document"/,
    ],
    [
      'wrong golden questions',
      (at) => ['answers', '--corpus', at('docs'), '--golden', at('wrong')],
      /wrong, line 1: .*; accepted: \{"q"/,
    ],
  ])('%s', async (_what, args, said) => {
    await using made = await files({
      docs: DATED,
      wrong: [{ nothing: 'known' }],
      strange: [{ id: 'q', text: 'Where?', qrels: { elsewhere: 1 } }],
      none: [{ label: 'not_supported', claim: 'c', evidence: ['e'], supporting_sentences: [[]] }],
    });
    const { code, stdout, stderr } = await adduce(['eval', ...args(made.at)], { ADDUCE_DATA: made.data });
    expect(stderr).toMatch(said);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it.each([
    [['retrieval', '--corpus', 'a'], /--queries/],
    [['retrieval', '--corpus', 'a', '--queries', 'b', '--lane', 'best'], /text, default, minilm, bge-small/],
    [['answers', '--golden', 'a'], /--corpus/],
  ])('what is missing from %j', async (args, said) => {
    const { code, stderr } = await adduce(['eval', ...args], {});
    expect(stderr).toMatch(said);
    expect(code).toBe(2);
  });
});
