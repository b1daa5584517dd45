import type { AnswerId } from '../../graph/address.ts';
import { hashId } from '../../graph/address.ts';
import { FOLD_POLICY } from '../../graph/belief/policy.ts';
import type { Embedder, SentenceChooser } from '../ports.ts';
import { policyName, type ReadingPolicy } from '../reading/rank/reading-policy.ts';
import type { TrustPolicy } from '../select/trust-policy.ts';
import type { UnavailableModel } from '../unavailable-model.ts';
import type { CorpusView } from '../view.ts';
import type { CanonicalRequest } from './answer.ts';
import type { AnswerPolicies } from './answer-policies.ts';

/** What takes part in an answer beside the models of retrieval. */
export interface ReadingModels {
  readonly chooser: Pick<SentenceChooser, 'id' | 'version'> | null;
  readonly sentenceEmbedder: Pick<Embedder, 'name' | 'digest'> | null;
  readonly reading: ReadingPolicy;
}

/** @param retrieval id of the fusion policy */
export function policiesOf(
  trust: TrustPolicy,
  retrieval: string,
  { chooser, sentenceEmbedder, reading }: ReadingModels,
): AnswerPolicies {
  return {
    fold: FOLD_POLICY.id,
    trust: trust.id,
    retrieval,
    reading: nameOf(reading),
    counterfactuals: 'opposite/1',
    ...(chooser !== null && { chooser: `${chooser.id}/${chooser.version}` }),
    ...(sentenceEmbedder !== null && {
      sentences: `after-words/1/${sentenceEmbedder.name}/${sentenceEmbedder.digest}`,
    }),
  };
}

const names = new WeakMap<ReadingPolicy, string>();

/** Every answer names the policy, and to hash its weights takes a while: once for each policy. */
function nameOf(reading: ReadingPolicy): string {
  const name = names.get(reading) ?? policyName(reading);
  names.set(reading, name);
  return name;
}

/**
 * Answer id = hash of (tenant, canonical request, corpus, snapshot, T, policies) (docs/spec/decisions.md#2-answer-id).
 * @param unavailable the models that failed: an answer made without them is another answer, so that it is not taken for
 * the whole one once they can be asked again
 */
export function answerIdOf(
  tenant: string,
  request: CanonicalRequest,
  { corpus, snapshot, view }: CorpusView,
  policies: AnswerPolicies,
  unavailable: readonly UnavailableModel[] = [],
): AnswerId {
  const whole = { v: 1, tenant, request, corpus, snapshot, until: view.until, policies };
  const [first, ...more] = unavailable.map(({ model_hash }) => model_hash);
  if (first === undefined) return hashId('ans_', whole);
  return hashId('ans_', { ...whole, unavailable: more.length === 0 ? first : [first, ...more] });
}
