/**
 * The table of features by which a pair of statements is judged, each 0 to 1 and symmetric in the two. `relate-policy.json`
 * has their weights: whoever changes the table trains again (`npm run train:relate`).
 */
import type { DifferenceKind } from './alignment.ts';
import {
  areApart,
  common,
  editionsDiffer,
  extendsName,
  firstUnknown,
  isStrong,
  isValue,
  knownShare,
  labelOverlap,
  least,
  longestPhrase,
  most,
  namesLeft,
  namesShared,
  overlap,
  polarityDiffers,
  ranksDiffer,
  STRONG,
  sharedShare,
  titleKnown,
  topic,
  upTo,
  wordsLeft,
  yes,
} from './measures.ts';
import type { Pair } from './pair.ts';

export interface Feature {
  readonly name: string;
  readonly of: (pair: Pair) => number;
}

const KINDS: readonly DifferenceKind[] = [
  'number',
  'date',
  'time',
  'name',
  'word',
  'opposite',
  'exclusive',
  'denial',
];

const WORDS: readonly Feature[] = [
  { name: 'least_known', of: (pair) => least(knownShare, pair) },
  { name: 'most_known', of: (pair) => most(knownShare, pair) },
  { name: 'least_shared', of: (pair) => least(sharedShare, pair) },
  { name: 'most_shared', of: (pair) => most(sharedShare, pair) },
  { name: 'shared_count', of: ({ a, b }) => upTo(common(a.read.stems, b.read.stems), 6) },
  { name: 'shared_one', of: ({ a, b }) => yes(common(a.read.stems, b.read.stems) < 2) },
  { name: 'topic', of: topic },
  { name: 'phrase', of: (pair) => upTo(longestPhrase(pair), 3) },
  { name: 'few_words', of: ({ a, b }) => 1 - upTo(Math.min(a.read.stems.size, b.read.stems.size), 6) },
  {
    name: 'lengths',
    of: ({ a, b }) => {
      const [one, two] = [a.read.words.length, b.read.words.length];
      return Math.min(one, two) / Math.max(1, one, two);
    },
  },
];

const CONTEXT: readonly Feature[] = [
  { name: 'titled', of: ({ a, b }) => yes(a.read.title.size > 0 && b.read.title.size > 0) },
  { name: 'one_titled', of: ({ a, b }) => yes(a.read.title.size > 0 !== b.read.title.size > 0) },
  { name: 'title_length', of: ({ a, b }) => upTo(Math.max(a.read.title.size, b.read.title.size), 10) },
  { name: 'title_shared', of: ({ a, b }) => overlap(a.read.title, b.read.title) },
  { name: 'title_apart', of: ({ a, b }) => yes(areApart(a.read.title, b.read.title)) },
  { name: 'title_known_most', of: ({ a, b }) => Math.max(titleKnown(a, b), titleKnown(b, a)) },
  { name: 'title_known_least', of: ({ a, b }) => Math.min(titleKnown(a, b), titleKnown(b, a)) },
  { name: 'context_shared', of: ({ a, b }) => overlap(a.read.above, b.read.above) },
  { name: 'same_publisher', of: ({ samePublisher }) => yes(samePublisher) },
  {
    name: 'same_publisher_title',
    of: ({ a, b, samePublisher }) => (samePublisher ? overlap(a.read.title, b.read.title) : 0),
  },
  { name: 'names_shared', of: (pair) => upTo(namesShared(pair), 3) },
  { name: 'names_none', of: (pair) => yes(!pair.samePublisher && namesShared(pair) === 0) },
  { name: 'names_apart', of: ({ a, b }) => yes(areApart(a.read.names.own, b.read.names.own)) },
  { name: 'names_clash', of: ({ a, b }) => yes(namesLeft(a, b) > 0 && namesLeft(b, a) > 0) },
  { name: 'title_names_apart', of: ({ a, b }) => yes(areApart(a.read.names.title, b.read.names.title)) },
  { name: 'name_extended', of: ({ a, b }) => yes(extendsName(a, b) || extendsName(b, a)) },
  { name: 'ids_shared', of: ({ a, b }) => yes(common(a.read.ids, b.read.ids) > 0) },
  { name: 'ids_apart', of: ({ a, b }) => yes(areApart(a.read.ids, b.read.ids)) },
  { name: 'label_shared', of: labelOverlap },
  { name: 'label_same', of: (pair) => yes(labelOverlap(pair) === 1) },
  {
    name: 'label_differs',
    of: (pair) => (pair.a.read.label && pair.b.read.label ? 1 - labelOverlap(pair) : 0),
  },
  { name: 'one_label', of: ({ a, b }) => yes((a.read.label === null) !== (b.read.label === null)) },
];

const DIFFERENCES: readonly Feature[] = [
  ...KINDS.flatMap((kind): Feature[] => [
    { name: `${kind}_differs`, of: ({ differences }) => yes(differences.has(kind)) },
    { name: `${kind}_near`, of: ({ differences }) => differences.get(kind)?.near ?? 0 },
    { name: `${kind}_fit`, of: ({ differences }) => differences.get(kind)?.fit ?? 0 },
    {
      name: `${kind}_topic`,
      of: (pair) => {
        const { near = 0, unit = 0 } = pair.differences.get(kind) ?? {};
        return near * unit * most(knownShare, pair);
      },
    },
  ]),
  { name: 'number_unit', of: ({ differences }) => differences.get('number')?.unit ?? 0 },
  { name: 'amounts_agree', of: ({ agreeing }) => upTo(agreeing, 4) },
  { name: 'amounts_left', of: ({ disagreeing }) => upTo(Math.max(0, disagreeing - 2), 4) },
  { name: 'figures_agree', of: ({ agreeing, disagreeing }) => yes(agreeing > 0 && disagreeing === 0) },
  { name: 'strong', of: (pair) => yes(isStrong(pair)) },
  { name: 'strong_phrase', of: (pair) => (isStrong(pair) ? upTo(longestPhrase(pair), 3) : 0) },
  {
    name: 'strong_title',
    of: (pair) => (isStrong(pair) ? Math.max(titleKnown(pair.a, pair.b), titleKnown(pair.b, pair.a)) : 0),
  },
  { name: 'strong_names', of: (pair) => (isStrong(pair) ? upTo(namesShared(pair), 2) : 0) },
  { name: 'strong_known', of: (pair) => (isStrong(pair) ? least(knownShare, pair) : 0) },
  {
    name: 'equal',
    of: (pair) => (pair.disagreeing === 0 && !isStrong(pair) ? least(sharedShare, pair) : 0),
  },
  { name: 'denied', of: (pair) => yes(polarityDiffers(pair)) },
  { name: 'denied_known', of: (pair) => (polarityDiffers(pair) ? most(knownShare, pair) ** 3 : 0) },
  { name: 'denied_alone', of: (pair) => yes(polarityDiffers(pair) && !isStrong(pair)) },
];

/** Signs that the two speak of two things, times or editions, or that one does not assert what it says. */
const SCOPE: readonly Feature[] = [
  { name: 'planned', of: ({ a, b }) => yes(a.read.planned !== b.read.planned) },
  { name: 'hedged', of: ({ a, b }) => yes(a.read.hedged !== b.read.hedged) },
  { name: 'hedged_strong', of: (pair) => yes(isStrong(pair) && (pair.a.read.hedged || pair.b.read.hedged)) },
  {
    name: 'other_subject',
    of: (pair) => yes(isValue(pair) && namesLeft(pair.a, pair.b) > 0 && namesLeft(pair.b, pair.a) > 0),
  },
  {
    name: 'subject_left',
    of: (pair) => yes(isValue(pair) && namesLeft(pair.a, pair.b) + namesLeft(pair.b, pair.a) > 0),
  },
  { name: 'first_unknown', of: ({ a, b }) => yes(firstUnknown(a) || firstUnknown(b)) },
  {
    name: 'first_unknown_strong',
    of: (pair) => yes(isStrong(pair) && (firstUnknown(pair.a) || firstUnknown(pair.b))),
  },
  { name: 'other_edition', of: (pair) => yes(editionsDiffer(pair)) },
  {
    name: 'other_time',
    of: ({ differences }) =>
      yes(
        differences.has('date') &&
          ['number', 'name', 'exclusive'].some((kind) => differences.has(kind as DifferenceKind)),
      ),
  },
  {
    name: 'two_differences',
    of: ({ differences }) => upTo(Math.max(0, STRONG.filter((kind) => differences.has(kind)).length - 1), 2),
  },
  {
    name: 'value_words_left',
    of: (pair) => (isValue(pair) ? upTo(most(wordsLeft, pair), 5) : 0),
  },
  {
    name: 'value_none_left',
    of: (pair) => yes(isValue(pair) && wordsLeft(pair.a) + wordsLeft(pair.b) === 0),
  },
  {
    name: 'value_word',
    of: (pair) =>
      yes(isValue(pair) && (pair.differences.has('exclusive') || pair.differences.has('opposite'))),
  },
  { name: 'ranks_differ', of: (pair) => yes(ranksDiffer(pair)) },
  {
    name: 'value_and_name',
    of: (pair) => (isValue(pair) ? (pair.differences.get('name')?.fit ?? 0) : 0),
  },
  {
    name: 'value_and_word',
    of: (pair) => (isValue(pair) ? (pair.differences.get('word')?.fit ?? 0) : 0),
  },
  {
    name: 'more_differences',
    of: ({ differences }) =>
      upTo(Math.max(0, [...differences.values()].filter(({ fit }) => fit > 0).length - 1), 2),
  },
  { name: 'tense_differs', of: ({ a, b }) => yes(a.read.past !== b.read.past) },
  { name: 'value_tense', of: (pair) => yes(isValue(pair) && pair.a.read.past !== pair.b.read.past) },
  { name: 'former', of: ({ a, b }) => yes(a.read.former !== b.read.former) },
  { name: 'pointing', of: ({ a, b }) => yes(a.read.pointing || b.read.pointing) },
  {
    name: 'pointing_apart',
    of: ({ a, b }) => (a.read.pointing || b.read.pointing ? 1 - overlap(a.read.title, b.read.title) : 0),
  },
];

export const FEATURES: readonly Feature[] = [...WORDS, ...CONTEXT, ...DIFFERENCES, ...SCOPE];

export function featuresOf(pair: Pair): number[] {
  return FEATURES.map(({ of }) => of(pair));
}
