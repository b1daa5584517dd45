/**
 * An in-memory stand-in for retrieval: the sentences of the ten best documents by BM25 over stems, as of a time.
 * The engine retrieves with its stores; the golden questions only need the same shape and the same cap.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { CandidateSentence } from '../../../engine/backbone/candidate.ts';
import { functionWords } from '../../../engine/question/function-words.ts';
import { stemOf } from '../../../engine/question/stems.ts';
import { splitSentences } from '../../../engine/text/sentences.ts';

/** A document with its sections; the sentences of a section follow one another. */
interface Doc {
  readonly id: string;
  readonly title: string;
  readonly domain: string;
  readonly observed_at: string;
  readonly lang: string;
  readonly sections: readonly { readonly heading: string | null; readonly text: string }[];
}

/** One golden question: `want` null means that nothing supports it; `never` must not be shown. */
export interface Golden {
  readonly q: string;
  readonly as_of: string | null;
  readonly want: string | null;
  readonly never: readonly string[];
}

/** Documents as of a time, by question. */
export interface Corpus {
  readonly docs: readonly Doc[];
  readonly golden: readonly Golden[];
}

const K = 10;
const END_OF_TIME = '9999';

/** Reads `<base>.docs.jsonl` and `<base>.golden.json`; null when absent. */
export function readJsonlCorpus(base: string): Corpus | null {
  if (!existsSync(`${base}.docs.jsonl`)) return null;
  const docs = readFileSync(`${base}.docs.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map((doc) => ({ ...doc, sections: [{ heading: null, text: doc.text }] }));
  return { docs, golden: JSON.parse(readFileSync(`${base}.golden.json`, 'utf8')) };
}

/** Reads a folder of Markdown documents with front matter and a `golden.json`; null when absent. */
export function readMarkdownCorpus(folder: string): Corpus | null {
  if (!existsSync(`${folder}/golden.json`)) return null;
  const files = readdirSync(folder)
    .filter((name) => /^\d.*\.md$/.test(name))
    .sort();
  const docs = files.map((name) => readMarkdown(readFileSync(`${folder}/${name}`, 'utf8')));
  return { docs, golden: JSON.parse(readFileSync(`${folder}/golden.json`, 'utf8')) };
}

function readMarkdown(source: string): Doc {
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const parts = body.split(/^#{1,6} (.+)$/m);
  const sections = [{ heading: null as string | null, text: parts[0] ?? '' }];
  for (let i = 1; i < parts.length; i += 2) {
    sections.push({ heading: parts[i] ?? null, text: parts[i + 1] ?? '' });
  }
  return { ...parse(front), sections };
}

/** The candidates that retrieval would offer for a golden question. */
export function candidatesFor(corpus: Corpus, golden: Golden): CandidateSentence[] {
  const visible = corpus.docs.filter((doc) => doc.observed_at <= (golden.as_of ?? END_OF_TIME));
  return bestDocs(visible, golden.q).flatMap(({ doc, score }) => sentencesOf(doc, score));
}

function sentencesOf(doc: Doc, retrieval: number): CandidateSentence[] {
  return doc.sections.flatMap(({ heading, text }, section) => {
    const sentences = splitSentences(text, doc.lang).map(({ start, end }) =>
      text.slice(start, end).replace(/\s+/g, ' '),
    );
    return sentences.map((sentence, i) => ({
      id: `${doc.id}#${section}.${i}`,
      artefact: doc.id,
      title: doc.title,
      text: sentence,
      before: sentences.slice(0, i),
      heading,
      lang: doc.lang,
      effectiveAt: doc.observed_at,
      retrieval,
      publisher: doc.domain,
    }));
  });
}

function stemsOf(text: string, lang: string): string[] {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}.,]*[\p{L}\p{N}]/gu) ?? [];
  return words.filter((word) => !functionWords.has(word)).map((word) => stemOf(word, lang));
}

function bestDocs(docs: readonly Doc[], question: string): { doc: Doc; score: number }[] {
  const bags = docs.map((doc) =>
    stemsOf(`${doc.title} ${doc.sections.map((s) => `${s.heading ?? ''} ${s.text}`).join(' ')}`, doc.lang),
  );
  const average = bags.reduce((sum, bag) => sum + bag.length, 0) / Math.max(1, bags.length);
  const terms = new Set(stemsOf(question, 'en'));
  const scored = docs.map((doc, i) => ({ doc, score: bm25(terms, bags[i] ?? [], bags, average) }));
  const best = Math.max(1e-9, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.doc.id < b.doc.id ? -1 : 1))
    .slice(0, K)
    .map(({ doc, score }) => ({ doc, score: score / best }));
}

function bm25(
  terms: ReadonlySet<string>,
  bag: readonly string[],
  bags: readonly string[][],
  average: number,
): number {
  let score = 0;
  for (const term of terms) {
    const frequency = bag.filter((stem) => stem === term).length;
    if (frequency === 0) continue;
    const holding = bags.filter((other) => other.includes(term)).length;
    const idf = Math.log(1 + (bags.length - holding + 0.5) / (holding + 0.5));
    score += (idf * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * bag.length) / average));
  }
  return score;
}
