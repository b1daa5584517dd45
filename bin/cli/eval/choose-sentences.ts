/** The engine's least set of a document's sentences for a claim: the one place where a better cover would be asked. */
import { chooseEvidenceSet } from '../../../engine/select/choose-evidence-set.ts';
import { DEFAULT_NODE_BUDGET } from '../../../engine/select/evidence-set.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import { queryTerms, terms } from '../../../graph/terms.ts';

export interface ChosenSentences {
  /** Indexes, in no order. */
  readonly chosen: readonly number[];
  readonly optimality: 'proved' | 'bounded';
}

const LANG = 'en';
const POLICY = { minPublishers: 1, repeatedPublisher: 0, minScore: 0 };

/** Every word of the claim that the document has is to be covered; sentences cost the same. */
export function chooseSentences(claim: string, sentences: readonly string[]): ChosenSentences {
  const wanted = queryTerms(claim, LANG);
  const artefacts = sentences.map((sentence, index) => {
    const own = new Set(terms(sentence, LANG));
    return {
      id: String(index),
      hash: blake3Hex(new TextEncoder().encode(`${index} ${sentence}`)),
      publisher: String(index),
      penalty: 0,
      independent: true,
      covers: wanted.filter((term) => own.has(term)).map((term) => ({ claim: term, score: 1 })),
    };
  });
  const { chosen, optimality } = chooseEvidenceSet({
    claims: wanted.map((id) => ({ id, demand: 1 })),
    artefacts,
    policy: POLICY,
    nodeBudget: DEFAULT_NODE_BUDGET,
  });
  return { chosen: chosen.map(Number), optimality };
}
