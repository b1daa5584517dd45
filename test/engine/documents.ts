/** Small documents and questions for tests of the engine. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerMode, AnswerView } from '../../engine/answer/answer.ts';
import type { AskOutcome } from '../../engine/answer/ask.ts';
import type { Engine } from '../../engine/engine.ts';
import type { IngestReport, SourceFile } from '../../engine/ingest/ingest.ts';
import type { CorpusView } from '../../engine/view.ts';

export interface TestDocument {
  readonly id: string;
  readonly text: string;
  readonly domain: string;
  /** A day. */
  readonly day: string;
  readonly title?: string;
  readonly licence?: string;
  /** A language tag; `en` where there is none. */
  readonly lang?: string;
}

/** One JSON line a document. */
export function jsonLines(documents: readonly TestDocument[]): SourceFile {
  const lines = documents.map(
    ({ id, text, domain, day, title = 'Notes', licence = 'CC0-1.0', lang = 'en' }) =>
      JSON.stringify({
        id,
        url: `https://${domain}/${id}`,
        title,
        text,
        domain,
        licence,
        published: day,
        observed_at: `${day}T09:00:00Z`,
        lang,
      }),
  );
  return { name: 'test.jsonl', bytes: new TextEncoder().encode(lines.join('\n')) };
}

export function ingestInto(
  engine: Engine,
  corpus: string,
  files: readonly SourceFile[],
): Promise<IngestReport> {
  return engine.ingest(files, { corpus, source: 'test', onProgress: () => undefined });
}

export async function viewOf(
  engine: Engine,
  corpus: string,
  asOf: string | null = null,
): Promise<CorpusView> {
  const view = await engine.resolveCorpus(corpus, asOf);
  if (!view.ok) throw new Error(view.refusal.message);
  return view.value;
}

export interface TestQuestion {
  readonly corpus: string;
  readonly q: string;
  readonly asOf?: string | null;
  readonly mode?: AnswerMode;
  readonly maxSnapshotAge?: string | null;
  readonly tenant?: string;
}

export async function askEngine(engine: Engine, question: TestQuestion): Promise<AskOutcome> {
  const { corpus, q, asOf = null, mode = 'verified', maxSnapshotAge = null, tenant = 'local' } = question;
  return engine.ask({ q, k: 10, mode, maxSnapshotAge, view: await viewOf(engine, corpus, asOf) }, tenant);
}

/** The answer, for questions that are not refused. */
export async function answerOf(engine: Engine, question: TestQuestion): Promise<AnswerView> {
  const outcome = await askEngine(engine, question);
  if (!outcome.ok) throw new Error(`${outcome.refusal.reason}: ${outcome.refusal.message}`);
  return outcome.value;
}

export const DEMO_FOLDER = join(import.meta.dirname, '../../corpus/things-that-changed');

/** The demo corpus' documents. */
export function demoFiles(): SourceFile[] {
  const names = readdirSync(DEMO_FOLDER).filter((name) => /^\d\d-.*\.md$/.test(name));
  return names.map((name) => ({ name, bytes: readFileSync(join(DEMO_FOLDER, name)) }));
}

/** A golden question of the evaluation data. */
export interface Golden {
  readonly q: string;
  readonly as_of: string | null;
  /** Must stand in the summary; null where nothing supports an answer. */
  readonly want: string | null;
  readonly never: readonly string[];
  readonly state?: string;
  readonly counterfactual?: string;
}

export function readGolden(path: string): Golden[] {
  // The file's shape is checked by test/corpus.
  return JSON.parse(readFileSync(path, 'utf8')) as Golden[];
}

/** What is wrong with an answer to a golden question; empty when it is right. */
export function faultsOf(golden: Golden, { answer, trust }: AnswerView): string[] {
  const summary = answer.summary.toLowerCase();
  const faults = golden.never
    .filter((word) => summary.includes(word.toLowerCase()))
    .map((word) => `says ${word}`);
  if (golden.want === null && summary !== '') faults.push('answers what nothing supports');
  if (golden.want !== null && !summary.includes(golden.want.toLowerCase()))
    faults.push(`does not say ${golden.want}`);
  if (golden.state !== undefined && golden.state !== trust.findings_state)
    faults.push(`is ${trust.findings_state}`);
  const against = JSON.stringify(answer.claim_clusters.flatMap(({ counterfactuals }) => counterfactuals));
  if (golden.counterfactual !== undefined && !against.includes(golden.counterfactual)) {
    faults.push(`does not show ${golden.counterfactual}`);
  }
  return faults.map((fault) => `${golden.q} (${golden.as_of ?? 'now'}): ${fault}; “${answer.summary}”`);
}
