/** Asks golden questions of an engine and writes down what it answers, as the judge reads it. */
import { z } from 'zod';
import { granted } from '../../bin/cli/failure.ts';
import type { Answer } from '../../engine/answer/answer.ts';
import type { Engine } from '../../engine/engine.ts';
import { LOCAL_TENANT } from '../../gateway/operations/authenticate.ts';
import type { ArtefactId } from '../../graph/address.ts';
import type { GoldenQuestion } from '../golden-file.ts';
import type { CitedQuote, OutputLine } from '../judge/output-line.ts';
import { EVAL_CORPUS } from './eval-store.ts';
import type { TimeMeter } from './meter.ts';

const K = 10;

/** What an answer may have beside its summary. */
const beside = z.looseObject({
  passages: z.array(z.looseObject({ artefact_id: z.string(), quote: z.string() })).optional(),
  confidence: z.number().min(0).max(1).optional(),
});

/** @param meter measures each ask alone */
export async function askCorpus(
  engine: Engine,
  questions: readonly GoldenQuestion[],
  meter: TimeMeter,
  onProgress: (done: number, of: number) => void = () => undefined,
): Promise<OutputLine[]> {
  const outputs: OutputLine[] = [];
  for (const question of questions) {
    outputs.push(await askOne(engine, question, meter));
    onProgress(outputs.length, questions.length);
  }
  return outputs;
}

async function askOne(engine: Engine, { q, asOf }: GoldenQuestion, meter: TimeMeter): Promise<OutputLine> {
  const view = granted(await engine.resolveCorpus(EVAL_CORPUS, asOf));
  const request = { q, k: K, mode: 'verified', maxSnapshotAge: null, view } as const;
  const outcome = await meter.measure(() => engine.ask(request, LOCAL_TENANT));
  const line = { q, as_of: asOf, summary: '', citations: [], verdict: null };
  if (!outcome.ok) return { ...line, error: `${outcome.refusal.reason}: ${outcome.refusal.message}` };
  const { answer } = outcome.value;
  const { passages, confidence } = beside.parse(answer);
  return {
    ...line,
    summary: answer.summary,
    citations: await citedOf(engine, citationsOf(answer)),
    ...(passages === undefined ? {} : { passages: await citedOf(engine, passages) }),
    ...(confidence === undefined ? {} : { confidence }),
  };
}

interface QuotedArtefact {
  readonly artefact_id: string;
  readonly quote: string;
}

function citationsOf({ sentences }: Answer): QuotedArtefact[] {
  return sentences.flatMap(({ citations }) => citations);
}

/** The quotes by their documents' ids, which golden files name. */
async function citedOf({ store }: Engine, quoted: readonly QuotedArtefact[]): Promise<CitedQuote[]> {
  // Ids of a stored answer are ids of artefacts.
  const artefacts = await store.records(
    'artefacts',
    quoted.map(({ artefact_id }) => artefact_id as ArtefactId),
  );
  return quoted.map(({ artefact_id, quote }, index) => {
    return { document: artefacts[index]?.record.doc_id ?? artefact_id, quote };
  });
}
