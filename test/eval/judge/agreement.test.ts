/** The judge here and `judge.py` of the development data say the same of the same answers. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerBySentences } from '../../../eval/baselines/answer-by-sentences.ts';
import { bm25Scorer } from '../../../eval/baselines/rank-sentences.ts';
import { sourceSentences } from '../../../eval/baselines/source-sentences.ts';
import { findCorpora, SHARED_DATA } from '../../../eval/corpora-of.ts';
import type { CorpusGroup } from '../../../eval/corpus-groups.ts';
import { type Judgement, judgeAnswer } from '../../../eval/judge/judge-answer.ts';
import type { OutputLine } from '../../../eval/judge/output-line.ts';
import { judgeAll, notVerbatim } from '../../../eval/judge/score.ts';
import { skipBecause } from '../../setup/skip-because.ts';

/** What both say of an answer. */
type Said = Pick<Judgement, 'class' | 'evidence' | 'items' | 'both'>;

interface JudgedOutput extends Said {
  readonly corpus: string;
  readonly output: OutputLine;
}

function saidOf({ class: own, evidence, items, both }: Said): Said {
  return { class: own, evidence, items, both };
}

describe('answers of an engine, and some made of their evidence', () => {
  it('are judged as judge.py judged them', async () => {
    const lines = await readFile(new URL('judged-outputs.jsonl', import.meta.url), 'utf8');
    const judged = lines
      .trim()
      .split('\n')
      .map((line): JudgedOutput => JSON.parse(line));
    const { corpora } = await findCorpora(['realistic']);
    expect(judged).toHaveLength(135);
    for (const one of judged) {
      const { q, as_of } = one.output;
      const questions = corpora.find(({ name }) => name === one.corpus)?.questions ?? [];
      const golden = questions.find((question) => question.q === q && question.asOf === as_of);
      if (golden === undefined) throw new Error(`nobody asks ${q}`);
      expect(saidOf(judgeAnswer(golden, one.output)), q).toEqual(saidOf(one));
    }
    expect(new Set(judged.map((one) => one.class)).size).toBe(3);
  });
});

const judge = join(SHARED_DATA, 'realistic', 'judge.py');
const present = existsSync(judge);
if (!present) console.warn(`SKIPPED: there is no ${judge} to agree with`);

const run = promisify(execFile);
/** Two Python processes a set. */
const TIMEOUT = { timeout: 120_000 } as const;
const SETS: readonly (readonly [name: string, group: CorpusGroup, golden: string, documents: string])[] = [
  ['i', 'realistic', 'i.golden.json', 'i.docs.jsonl'],
  ['j', 'realistic', 'j.golden.json', 'j.docs.jsonl'],
  ['k', 'realistic', 'k.golden.json', 'k.docs.jsonl'],
  ['real', 'real', 'real.golden.json', 'real'],
  ['squad', 'squad', 'squad/dev.golden.json.gz', 'squad/dev.docs.jsonl.gz'],
];

describe('answers of up to three sentences', () => {
  skipBecause(present ? null : 'the evaluation data are not beside the repository');
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'adduce-judge-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(SETS)('to %s are judged as judge.py judges them', TIMEOUT, async (...set) => {
    const [name, group, golden, documents] = set;
    const corpus = (await findCorpora([group])).corpora.find((one) => one.name === name);
    if (corpus === undefined) throw new Error(`there is no corpus ${name}`);
    const sentences = sourceSentences(corpus.documents);
    const outputs = await answerBySentences(corpus.questions, sentences, bm25Scorer(sentences), [1, 3]);
    for (const count of [1, 3] as const) {
      // A quote that no document shows, and an answer that is not there.
      const lines = outputs[count].slice(1).map((line, index) => (index === 0 ? misquoted(line) : line));
      const theirs = await judgedByPython(join(folder, name), { golden, documents, lines });
      const ours = judgeAll(corpus.questions, lines);
      expect(ours.map(({ judgement }) => saidOf(judgement))).toEqual(theirs.said);
      expect(notVerbatim(ours, corpus.documents)).toHaveLength(theirs.notVerbatim);
    }
  });
});

function misquoted(line: OutputLine): OutputLine {
  return {
    ...line,
    citations: line.citations.map(({ document, quote }) => ({ document, quote: `${quote}s` })),
  };
}

interface Work {
  readonly golden: string;
  readonly documents: string;
  readonly lines: readonly OutputLine[];
}

async function judgedByPython(base: string, { golden, documents, lines }: Work) {
  const data = join(SHARED_DATA, 'realistic');
  await writeFile(`${base}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const files = [join(data, golden), `${base}.jsonl`, '--docs', join(data, documents)];
  const { stdout } = await run('python3', [judge, ...files, '--misses', '0', '--json', `${base}.rows.json`]);
  const rows = JSON.parse(await readFile(`${base}.rows.json`, 'utf8'));
  const [, notVerbatim = 'none'] = /not verbatim (\d+)$/m.exec(stdout) ?? [];
  return { said: rows.map(saidByPython), notVerbatim: Number(notVerbatim) };
}

function saidByPython(row: Partial<Said>): Said {
  const { class: own = 'empty', evidence = null, items = null, both = null } = row;
  return { class: own, evidence, items, both };
}
