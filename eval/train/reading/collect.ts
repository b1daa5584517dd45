/** Asks the golden questions of a corpus as an answer would, and writes down what the ranking sees and what is right. */
import { granted } from '../../../bin/cli/failure.ts';
import { readSentences, type SentencePool } from '../../../engine/answer/read-sentences.ts';
import { cosinesOf, spread } from '../../../engine/answer/similarities.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { Embedder } from '../../../engine/ports.ts';
import type { Candidate } from '../../../engine/reading/rank/candidate.ts';
import { findNear } from '../../../engine/reading/rank/near.ts';
import { readViews } from '../../../engine/reading/rank/view.ts';
import { LatentLane } from '../../../engine/retrieve/latent-lane.ts';
import { retrieve } from '../../../engine/retrieve/retrieve.ts';
import type { GoldenCorpus } from '../../corpora-of.ts';
import type { GoldenQuestion } from '../../golden-file.ts';
import { judgeAnswer } from '../../judge/judge-answer.ts';
import { EVAL_CORPUS } from '../../measure/eval-store.ts';
import type { Sample } from './sample.ts';
import { smallPools } from './small-pools.ts';

const K = 10;
const NOT_REFUSED = () => false;
/** A value that stands elsewhere in an accepted document may stand there by chance. */
const BY_VALUE = 0.5;

/** @param embedder null: without vectors */
export async function collectSamples(
  corpus: GoldenCorpus,
  engine: Engine,
  embedder: Embedder | null,
): Promise<Sample[]> {
  const lane = new LatentLane();
  const samples: Sample[] = [];
  for (const golden of corpus.questions) {
    const view = granted(await engine.resolveCorpus(EVAL_CORPUS, golden.asOf));
    const lang = 'en';
    const request = { q: golden.q, lang, k: K, view, refuses: NOT_REFUSED };
    const retrieval = await retrieve(engine.store, lane, request);
    const pool = await readSentences(engine.store, retrieval.artefacts, retrieval.sections);
    const near = findNear(
      golden.q,
      lang,
      pool.sentences.map(({ read }) => read),
    );
    const cosines = embedder && near.near.length > 0 ? await cosinesOf(near.near, golden.q, embedder) : null;
    const documentOf = documentsOf(pool);
    const whole: Sample = {
      corpus: corpus.name,
      group: corpus.group,
      part: 'whole',
      golden,
      views: readViews(near.pool, near.near),
      similarities: cosines && spread(near.near, cosines),
      labels: near.near.map(({ candidate }) => labelOf(golden, candidate, documentOf)),
      documentOf,
    };
    samples.push(whole, ...smallPools(whole));
  }
  return samples;
}

function documentsOf({ sentences }: SentencePool): Map<string, string> {
  return new Map(sentences.map(({ artefact }) => [artefact.artefact_id, artefact.doc_id]));
}

function labelOf(
  golden: GoldenQuestion,
  { text, document: artefact }: Pick<Candidate, 'text' | 'document'>,
  documentOf: Sample['documentOf'],
): number {
  if (golden.want === null) return 0;
  const document = documentOf.get(artefact) ?? '';
  const judged = judgeAnswer(golden, {
    q: golden.q,
    as_of: golden.asOf,
    summary: text,
    citations: [{ document, quote: text }],
    verdict: null,
  });
  const isVerdict = golden.kind === 'yesno';
  if (judged.class !== 'right' && !(isVerdict && judged.evidence)) return 0;
  return judged.evidence ? 1 : BY_VALUE;
}
