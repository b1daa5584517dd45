/** The counterfactual lane over every golden answer: what is listed speaks of the same thing, from another document. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Answer, Counterfactual } from '../../engine/answer/answer.ts';
import { findCorpora, type GoldenCorpus } from '../../eval/corpora-of.ts';
import { terms } from '../../graph/terms.ts';
import { answerOf, ingestInto } from '../engine/documents.ts';
import { openEmptyEmbedded } from '../engine/open-stores.ts';
import { createTestEngine } from '../engine/test-engine.ts';

const PLANETS = /Saturn|Jupiter|Pluto/g;
const { corpora } = await findCorpora(['demo', 'short', 'realistic']);

async function answersOf(corpus: GoldenCorpus): Promise<Answer[]> {
  const opened = await openEmptyEmbedded();
  onTestFinished(() => opened.dispose());
  const engine = createTestEngine(opened.store);
  await ingestInto(engine, 'golden', corpus.files);
  const answers: Answer[] = [];
  for (const { q, asOf } of corpus.questions)
    answers.push((await answerOf(engine, { corpus: 'golden', q, asOf })).answer);
  return answers;
}

function listed(answer: Answer): Counterfactual[] {
  return answer.claim_clusters.flatMap(({ counterfactuals }) => counterfactuals);
}

/** Words, without numbers, that a sentence of the answer and the quote both have. */
function shared(answer: Answer, { quote }: Counterfactual): number {
  const own = new Set(answer.sentences.flatMap(({ text }) => terms(text, 'en')));
  return new Set(terms(quote, 'en').filter((term) => own.has(term) && !/^\d/.test(term))).size;
}

describe.each(corpora.map((corpus) => [corpus.name, corpus] as const))(
  'the golden answers of %s',
  (_, corpus) => {
    test('list no counterfactual of their own set or document, and none about another thing', async () => {
      const answers = await answersOf(corpus);
      expect(answers.some((answer) => listed(answer).length > 0)).toBe(true);
      const documents = new Map(
        answers.flatMap(({ artefacts }) => artefacts.map((one) => [one.artefact_id, one.url])),
      );
      for (const answer of answers) {
        const quoted = answer.sentences.flatMap(({ citations }) => citations.map((one) => one.artefact_id));
        for (const one of listed(answer)) {
          const told = `${answer.request.q}: ${answer.summary} / ${one.quote}`;
          expect(answer.evidence_set.artefact_ids, told).not.toContain(one.artefact_id);
          expect(
            quoted.map((id) => documents.get(id)),
            told,
          ).not.toContain(documents.get(one.artefact_id));
          expect(shared(answer, one), told).toBeGreaterThan(0);
          expect(one.quote.trim(), told).not.toBe(answer.summary.trim());
          const subjects: readonly string[] = answer.summary.match(PLANETS) ?? [];
          const named = one.quote.match(PLANETS) ?? [];
          if (subjects.length > 0 && named.length > 0)
            expect(
              named.some((planet) => subjects.includes(planet)),
              told,
            ).toBe(true);
          expect(one.action).toBe(one.kind === 'superseded' ? 'disclosed' : 'flagged');
        }
      }
    }, 120_000);
  },
);
