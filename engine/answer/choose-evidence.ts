/**
 * Chooses the evidence set of an answer: what each claim may rest on, and the smallest part of that which is enough.
 */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { View } from '../../graph/store/rows.ts';
import { daysBetween } from '../../graph/time.ts';
import { publisherOf, refusedLicence, repeatsStanding } from '../retrieve/originals.ts';
import type { Support } from '../retrieve/support.ts';
import { chooseEvidenceSet } from '../select/choose-evidence-set.ts';
import {
  DEFAULT_NODE_BUDGET,
  MAX_SELECTABLE,
  type SelectedSet,
  type SelectionArtefact,
  type SelectionInput,
} from '../select/evidence-set.ts';
import { artefactPenalty, isLicenceRefused, type TrustPolicy } from '../select/trust-policy.ts';

/** A sentence of the summary: its words come from one artefact, which must therefore be in the set. */
export interface QuotedSentence {
  readonly artefact: ArtefactId;
  readonly claims: readonly ClaimAddr[];
}

export interface ChosenEvidence {
  readonly input: SelectionInput;
  readonly result: SelectedSet;
}

/** Support by the very words of the summary, and by another wording of the same cluster. */
const QUOTED_SCORE = 1;
const CLUSTER_SCORE = 0.9;

/** @param view ages are counted from its T */
export function chooseEvidence(
  sentences: readonly QuotedSentence[],
  support: Support,
  policy: TrustPolicy,
  view: View,
): ChosenEvidence {
  const claims = [...new Set(sentences.flatMap((sentence) => sentence.claims))];
  const quotes = sentences.map((sentence, index) => ({ id: `quote:${index}`, artefact: sentence.artefact }));
  const refuses = (licence: string) => isLicenceRefused(policy, licence);
  const covers = new Map<ArtefactId, Map<string, number>>();
  const add = (artefact: ArtefactId, claim: string, score: number) => {
    const scores = covers.get(artefact) ?? new Map<string, number>();
    scores.set(claim, Math.max(scores.get(claim) ?? 0, score));
    covers.set(artefact, scores);
  };
  for (const claim of claims) {
    for (const place of support.places.get(claim) ?? []) {
      add(place.artefact, claim, place.claim === claim ? QUOTED_SCORE : CLUSTER_SCORE);
    }
  }
  for (const { id, artefact } of quotes) add(artefact, id, QUOTED_SCORE);
  const input: SelectionInput = {
    claims: [...claims, ...quotes.map(({ id }) => id)].map((id) => ({ id, demand: 1 })),
    artefacts: cheapest(
      [...covers].flatMap(([id, scores]) => {
        const state = support.artefacts.get(id);
        if (state === undefined || refusedLicence(state, support.originals, refuses) !== null) return [];
        return [selectable(state, scores, { support, policy, view })];
      }),
      new Set<string>(quotes.map(({ artefact }) => artefact)),
    ),
    policy: policy.set,
    nodeBudget: DEFAULT_NODE_BUDGET,
  };
  return { input, result: chooseEvidenceSet(input) };
}

function cheapest(artefacts: readonly SelectionArtefact[], quoted: ReadonlySet<string>): SelectionArtefact[] {
  const ordered = artefacts.toSorted(
    (a, b) =>
      Number(quoted.has(b.id)) - Number(quoted.has(a.id)) ||
      a.penalty - b.penalty ||
      (a.hash < b.hash ? -1 : 1),
  );
  return ordered.slice(0, MAX_SELECTABLE);
}

interface Choice {
  readonly support: Support;
  readonly policy: TrustPolicy;
  readonly view: View;
}

function selectable(
  state: ArtefactState,
  scores: ReadonlyMap<string, number>,
  { support: { originals }, policy, view }: Choice,
): SelectionArtefact {
  const { record } = state;
  const total = [...scores.values()].reduce((sum, score) => sum + score, 0);
  return {
    id: record.artefact_id,
    hash: record.hash,
    publisher: publisherOf(state, originals),
    penalty: artefactPenalty(policy, {
      licence: record.licence,
      ageDays: daysBetween(record.observed_at, view.until),
      support: total / scores.size,
    }),
    independent: !repeatsStanding(state, originals, view),
    covers: [...scores].map(([claim, score]) => ({ claim, score })),
  };
}
