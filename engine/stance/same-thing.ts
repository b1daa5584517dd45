/**
 * Reasons to take two statements for statements of two things, or of two times: then nothing between them is a
 * contradiction (decisions §9, the traps). Pure.
 */
import { stem } from '../../graph/stemming.ts';
import { findCues } from '../text/cues.ts';
import { type Amount, amountsOf, areApart } from './amounts.ts';
import type { Feature } from './feature.ts';
import { areCountedApart, differInTense, isOfAPart } from './narrower.ts';
import { context, type Pairing } from './pairing.ts';
import { NEGATIONS, type StatedWord } from './read-words.ts';

export type Apartness =
  | 'not_asserted'
  | 'earlier_state'
  | 'other_version'
  | 'other_rank'
  | 'other_time'
  | 'other_subject'
  | 'second_difference'
  | 'part_of_whole'
  | 'shared_figure'
  | 'denied';

/** Around a second difference so many words are the same where it stands in the same place of both. */
const SAME_PLACE = 2;
const SHARED: ReadonlySet<string> = new Set(
  'together combined respectively each altogether apiece total'.split(' '),
);
/** Differences that a denial of one of the two takes back. */
const VALUES: ReadonlySet<Feature['name']> = new Set([
  'count_mismatch',
  'rank_mismatch',
  'year_mismatch',
  'exclusive_values',
]);
const TIMES: ReadonlySet<Feature['name']> = new Set(['year_mismatch', 'day_mismatch']);
const COPULA = /^(?:is|was|are|were|became|remains|as|has|have|had)$/;
const IDENTIFYING: ReadonlySet<Feature['name']> = new Set(['exclusive_values', 'opposite_words']);
const ONCE: ReadonlySet<string> = new Set(
  `born die found establish release publish premiere build complete open close launch begin start end discover invent
  sign create form introduce debut adopt retire graduate marry assassinate kill develop write make win become elect
  incorporate inaugurate demolish destroy appoint name air film set record`
    .split(/\s+/)
    .map((word) => stem(word, 'en')),
);
const ANAPHOR = /^(?:it|its|he|his|she|her|they|their|this|these|that|the|in|on|as|from|after|by|at|during)$/;

/** Why the two statements are apart whatever differs, by the words of both; null where nothing says so. */
export function apartness(claim: string, evidence: string, pairing: Pairing): Apartness | null {
  const cues = [...findCues(claim), ...findCues(evidence)].map(({ kind }) => kind);
  if (cues.some((kind) => kind === 'planned' || kind === 'reported' || kind === 'hypothetical'))
    return 'not_asserted';
  if (cues.includes('superseded')) return 'earlier_state';
  if (!sharesSubject(pairing)) return 'other_subject';
  const [ours, theirs] = [amountsOf(pairing.claim), amountsOf(pairing.evidence)];
  if (namesOtherVersion(ours, theirs)) return 'other_version';
  if ([...pairing.claim, ...pairing.evidence].some(({ norm }) => SHARED.has(norm))) return 'shared_figure';
  return null;
}

/** Why this difference is none, given what else differs; null where nothing says so. */
export function apartnessOf(
  feature: Feature,
  others: readonly Feature[],
  pairing: Pairing,
): Apartness | null {
  const isDenial = feature.name === 'negation_mismatch';
  if (isDenial ? others.some(({ name }) => VALUES.has(name)) : differInPolarity(pairing)) return 'denied';
  const [ours, theirs] = [amountsOf(pairing.claim), amountsOf(pairing.evidence)];
  if (!TIMES.has(feature.name) && timesDiffer(ours, theirs)) return 'other_time';
  const ranks = others.filter(({ name }) => name === 'rank_mismatch');
  if (feature.name === 'rank_mismatch' ? !isPredicate(pairing.claim, feature.at) : ranks.length > 0)
    return 'other_rank';
  if (feature.name === 'count_mismatch' && others.some(({ name }) => name === 'count_mismatch'))
    return 'second_difference';
  if (feature.name === 'count_mismatch') {
    if (isOfAPart(pairing, feature)) return 'part_of_whole';
    if (differInTense(pairing, feature)) return 'earlier_state';
  }
  if (IDENTIFYING.has(feature.name) && areCountedApart(pairing, feature)) return 'second_difference';
  if (isAmountOfAnother([feature, ...others])) return 'second_difference';
  if (IDENTIFYING.has(feature.name) && isIdentity(pairing.claim, feature.at)) return 'other_subject';
  if (others.some((other) => IDENTIFYING.has(other.name) && isIdentity(pairing.claim, other.at)))
    return 'other_subject';
  if (feature.name === 'year_mismatch' && !happensOnce(pairing)) return 'other_time';
  if (TIMES.has(feature.name) && others.some(({ name }) => name === 'count_mismatch')) return 'other_time';
  if (!sharesNames(pairing, [feature, ...others])) return 'other_subject';
  return hasSecondDifference([feature, ...others], pairing) ? 'second_difference' : null;
}

/** "120 in winter, 240 in summer", "410 without its lens, 690 with it": each word has the figure that belongs to it. */
function isAmountOfAnother(features: readonly Feature[]): boolean {
  const counts = features.some(({ name }) => name === 'count_mismatch');
  return counts && features.some(({ name }) => IDENTIFYING.has(name));
}

/** One of the two denies and the other does not; two denials are none. */
export function differInPolarity({ claim, evidence }: Pairing): boolean {
  return isDenied(claim) !== isDenied(evidence);
}

function isDenied(words: readonly StatedWord[]): boolean {
  return words.filter(({ norm }) => NEGATIONS.has(norm)).length % 2 === 1;
}

/** Of what happens once another year is another claim; of what goes on, such as sales, it is another figure. */
function happensOnce({ claim }: Pairing): boolean {
  return claim.some(
    ({ stem: one, norm }, at) =>
      ONCE.has(one) || (norm === 'a' && claim[at + 1]?.value !== null && at < claim.length - 1),
  );
}

/** The claim's subject is known, or the sentence begins with a word that takes up another one. */
function sharesSubject({ claim, evidence, known }: Pairing): boolean {
  const first = claim.findIndex(({ content }) => content);
  if (first < 0) return false;
  let end = first + 1;
  while (claim[end]?.name === true && claim[end]?.breaks === false) end++;
  if (known.slice(first, end).some(Boolean)) return true;
  return ANAPHOR.test(evidence[0]?.norm ?? '');
}

/** Half of the claim's names at least are known by one of their words, those that differ aside. */
function sharesNames({ claim, known }: Pairing, features: readonly Feature[]): boolean {
  let [at, all, shared] = [0, 0, 0];
  while (at < claim.length) {
    const from = at;
    while (claim[at]?.name === true && (at === from || claim[at]?.breaks === false)) at++;
    const differs = features.some((one) => one.at >= from && one.at < at);
    if (at > from && !differs) {
      all++;
      if (known.slice(from, at).some(Boolean)) shared++;
    }
    if (at === from) at++;
  }
  return shared * 2 >= all;
}

function namesOtherVersion(ours: readonly Amount[], theirs: readonly Amount[]): boolean {
  const named = (amounts: readonly Amount[]) => amounts.filter((one) => one.named);
  return (
    named(ours).some((one) => !theirs.some((other) => other.min === one.min)) && named(theirs).length > 0
  );
}

function timesDiffer(ours: readonly Amount[], theirs: readonly Amount[]): boolean {
  const years = (amounts: readonly Amount[]) =>
    amounts.filter(({ kind }) => kind === 'year' || kind === 'decade');
  const [a, b] = [years(ours), years(theirs)];
  return a.length > 0 && b.length > 0 && a.every((one) => b.every((other) => areApart(one, other)));
}

/** "the red line is", "the northern branch closed": the word tells which one is meant. */
function isIdentity(words: readonly StatedWord[], at: number): boolean {
  const verb = words.findIndex(
    ({ norm, stem: one }, place) =>
      place > 0 && (COPULA.test(norm) || ONCE.has(one) || /..[^e]ed$/.test(norm)),
  );
  return (
    at < verb &&
    words.slice(0, at).every(({ norm }, place) => place > 0 || /^(?:the|this|that|its|their)$/.test(norm))
  );
}

/** "is the third", "was its sixth": the rank is what is said, not what it is said of. */
function isPredicate(words: readonly StatedWord[], at: number): boolean {
  const before = words.slice(0, at);
  const verb = before.findLastIndex(({ norm }) => COPULA.test(norm));
  return verb >= 0 && before.slice(verb + 1).every(({ content }) => !content);
}

/** Another word of the claim stands where the sentence has another word too: an adult ticket and a child ticket. */
function hasSecondDifference(features: readonly Feature[], pairing: Pairing): boolean {
  const { claim, evidence, known, inClaim } = pairing;
  const others = evidence.flatMap((word, at) =>
    inClaim[at] || !word.content || features.some((one) => one.to === at) ? [] : [at],
  );
  return claim.some((word, at) => {
    if (known[at] || !word.content || features.some((one) => one.at === at)) return false;
    return others.some((to) => {
      const { left, right } = context(pairing, at, to);
      return left + right >= SAME_PLACE && left > 0 && right > 0;
    });
  });
}
