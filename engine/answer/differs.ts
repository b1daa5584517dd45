/**
 * Whether another statement disagrees with the one that leads. Precision first: a missed disagreement costs a line under
 * the answer, an invented one costs trust. Pure (decisions §9, "traps that must give no false contradiction").
 */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ClaimForm, ClaimRecord } from '../../graph/claim.ts';
import type { Ranked } from '../backbone/candidate.ts';
import { RECENCY_WINDOW } from '../backbone/recency.ts';
import { compareForms } from '../claims/compare-forms.ts';
import { disjoint, intervalOf } from '../claims/intervals.ts';
import type { CueKind } from '../text/cues.ts';
import { findQuantities, type QuantityMention } from '../text/quantities.ts';
import { tokenise } from '../text/tokens.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { hedgesIn } from './hedges.ts';

/** A ranked sentence with the structured forms of the claims that its answering words state. */
export interface Voice {
  readonly ranked: Ranked;
  readonly forms: readonly ClaimForm[];
}

/** The forms of claims, where they have one. */
export function formsOf(
  claims: readonly ClaimAddr[],
  records: ReadonlyMap<ClaimAddr, ClaimRecord>,
): ClaimForm[] {
  return claims.flatMap((claim) => records.get(claim)?.core.form ?? []);
}

/** Whether the other sentence answers the same question otherwise, as surely as the leading one answers it. */
export function differs(lead: Voice, other: Voice): boolean {
  if (sameWords(lead.ranked, other.ranked)) return false;
  const verdicts = lead.forms.flatMap((one) => other.forms.map((form) => compareForms(one, form)));
  if (verdicts.includes('contradicts')) return true;
  if (verdicts.includes('same')) return false;
  if (other.ranked.score < lead.ranked.score * RECENCY_WINDOW) return false;
  if (other.ranked.reasons.some(({ feature }) => UNSURE.has(feature))) return false;
  if (other.forms.some((form) => lead.forms.some((one) => isOtherMatter(one, form)))) return false;
  const { polarity } = lead.ranked;
  if (polarity !== null || other.ranked.polarity !== null) return opposes(lead.ranked, other.ranked);
  return !isHedged(lead.ranked, other.ranked) && valuesDiffer(lead.ranked, other.ranked);
}

/** Features of the ranking that speak of another time, another mouth or no fact at all. */
const UNSURE: ReadonlySet<string> = new Set(['reported', 'uncertain', 'planned', 'earlier in a series']);

function sameWords(a: Ranked, b: Ranked): boolean {
  return a.candidate.id === b.candidate.id || fold(a.candidate.text) === fold(b.candidate.text);
}

/** Wording before the value that keeps the sentence from asserting it, where the leading one does assert. */
function isHedged(lead: Ranked, other: Ranked): boolean {
  const own = hedgesOf(lead);
  return hedgesOf(other).some((kind) => !own.includes(kind));
}

function hedgesOf({ candidate, value }: Ranked): CueKind[] {
  return hedgesIn(candidate.text, value.start);
}

/** A part, a rank, a difference, another year, another place or another thing is no other value. */
function isOtherMatter(lead: ClaimForm, form: ClaimForm): boolean {
  if (form.modality !== 'asserted' || form.role === 'part' || form.role === 'ordinal') return true;
  if (form.role === 'delta' && lead.role !== 'delta') return true;
  if (form.polarity !== lead.polarity && form.value.kind !== 'boolean') return true;
  const [a, b] = [lead.scope, form.scope];
  if (b.valid_to !== null && (a.valid_from !== b.valid_from || a.valid_to !== b.valid_to)) return true;
  if (a.qualifiers.join('|') !== b.qualifiers.join('|')) return true;
  if (a.place !== null && b.place !== null && a.place !== b.place) return true;
  const sameKind = lead.value.kind === form.value.kind;
  const comparable = form.value.kind === 'boolean' || lead.attribute.head === form.attribute.head;
  const named = lead.subject.how === 'explicit' && form.subject.how === 'explicit';
  return sameKind && comparable && named && lead.subject.key !== form.subject.key;
}

/** Only an explicit yes beside an explicit no, said in full: what leans on the sentences before may be about another thing. */
function opposes(lead: Ranked, other: Ranked): boolean {
  if (lead.polarity === null || other.polarity === null || lead.polarity === other.polarity) return false;
  return !other.reasons.some(({ feature, factor }) => IN_FULL.has(feature) && factor < 1);
}

/** Features of the ranking that fall below 1 where names or terms stand only in the context. */
const IN_FULL: ReadonlySet<string> = new Set(['coverage', 'names']);

/** Figures that no rounding reconciles, names of which none is within the other, other words otherwise. */
function valuesDiffer(a: Ranked, b: Ranked): boolean {
  const [left, right] = [quantityOf(a), quantityOf(b)];
  if (left !== null && right !== null) return amountsDiffer(left, right);
  // An amount and a rank, or words without a number, are not compared.
  if (left !== right) return false;
  const [one, two] = [a, b].map(({ value }) => fold(value.text).split(' '));
  if (one === undefined || two === undefined) return false;
  return !(one.every((word) => two.includes(word)) || two.every((word) => one.includes(word)));
}

function amountsDiffer(a: QuantityMention, b: QuantityMention): boolean {
  if (a.ordinal !== b.ordinal) return false;
  const [left, right] = [intervalOf({ kind: 'quantity', ...a }), intervalOf({ kind: 'quantity', ...b })];
  return left.base === right.base && disjoint(left, right);
}

function quantityOf({ candidate, value }: Ranked): QuantityMention | null {
  const found = findQuantities(candidate.text, tokenise(candidate.text, candidate.lang));
  return found.find((one) => one.start < value.end && value.start < one.end) ?? null;
}

function fold(text: string): string {
  return foldForComparison(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
