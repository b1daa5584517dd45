/** Words of which one denies the other where both are said of the same thing. Compared by their stems. */
import { stem } from '../../graph/stemming.ts';
import { oppositeRows } from '../question/lexicon/opposites.ts';
import { sidesOf } from '../question/lexicon/rows.ts';

/**
 * Beside the lexicon's: what two whole statements are told apart by, and no question asks after. Rows of the same form.
 */
export const furtherRows: readonly string[] = [
  'increase, rise, grow, raise, elevate, enhance, upregulate, augment | decrease, reduce, fall, lower, decline, diminish, drop, shrink, lessen, downregulate, attenuate',
  'promote, stimulate, induce, facilitate, accelerate, encourage, enable | inhibit, suppress, prevent, block, impair, hinder, impede, repress, discourage',
  'improve | impair, exacerbate, aggravate',
  'higher, greater, larger | lower, smaller',
  'most | fewest',
  'best | worst',
  'largest, biggest | smallest',
  'longer | shorter',
  'longest | shortest',
  'tallest | shortest',
  'older | younger, newer',
  'oldest | youngest, newest',
  'earlier | later',
  'faster | slower',
  'victory | defeat',
  'contain | lack',
  'with | without',
  'presence | absent, absence',
  'male, man, boy, gentleman | female, woman, girl, lady',
  'beneficial | harmful, detrimental',
  'effective, efficacious | ineffective',
  'sensitive, sensitivity | resistant, resistance, insensitive',
  'susceptible, susceptibility, vulnerable | resistant, resistance, immune, protected',
  'similar | different, unequal',
  'above, over | underneath, beneath',
  'in | out',
  'near, close | away',
  'front | behind',
  'on | off',
  'morning | night',
  'bright | dark',
  'glad | sad, unhappy',
  'loud, noisy | quiet, silent',
  'good | evil',
  'beautiful, pretty | ugly',
  'fat | thin, slim, skinny',
  'rough | smooth',
  'sharp | dull, blunt',
  'ascend, climb | descend',
  'wake, awake | asleep, sleep',
  'sit, seated | stand',
  'smile, laugh | frown, cry',
  'praise, praised, acclaimed | criticize, criticized, panned',
  'support, supported | oppose, opposed',
  'protagonist, hero | antagonist, villain',
  'voluntary | involuntary',
  'fiction, fictional | nonfiction, factual',
  'related | unrelated',
  'required, necessary, essential | unnecessary, dispensable',
  'mature | immature',
  'popular | unpopular',
  'acute | chronic',
  'overestimate | underestimate',
  'hyper | hypo',
  'proximal | distal',
  'anterior | posterior',
  'dominant | recessive',
  'homozygous | heterozygous',
  'aerobic | anaerobic',
  'expand | contract',
  'create | destroy, demolish',
  'awarded | denied',
  'ended | began',
  'nearest, closest | farthest, furthest',
  'clockwise | counterclockwise, anticlockwise',
  'empty | crowded',
  'standing | sitting, lying',
  'dressed, clothed | naked, undressed',
  'calm | angry, agitated, nervous',
  'predator | prey',
  'sunrise | sunset',
  'sunny | rainy',
  'lead | follow',
  'protect, protects | harm',
  'upward | downward',
];

/** Words that go with any verb ("ends up", "falls for"): one denies another one, and no verb. */
const PARTICLES: ReadonlySet<string> = new Set(
  'up down in out on off over under above below with without'.split(' '),
);
/** What is true of a thing beside its opposite: it may need the land as well as the sea, and who comes here goes there. */
const NOT_EXCLUSIVE: ReadonlySet<string> = new Set(['land', 'come', 'go']);

const OPPOSITES: ReadonlyMap<string, ReadonlySet<string>> = collect();

/** Whether affirming a word of one stem denies the other. Symmetric. */
export function areAntonyms(a: string, b: string): boolean {
  if (OPPOSITES.get(a)?.has(b)) return true;
  return isPrefixed(a, b) || isPrefixed(b, a);
}

/** "inaccurate", "unrelated", "non-toxic": the prefix denies the rest. */
function isPrefixed(a: string, b: string): boolean {
  if (b.length < 5 || !a.endsWith(b)) return false;
  return /^(?:un|in|im|ir|il|non|dis)$/.test(a.slice(0, a.length - b.length));
}

function collect(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (a: string, b: string) => {
    const one = stem(a, 'en');
    const set = found.get(one) ?? new Set<string>();
    found.set(one, set.add(stem(b, 'en')));
  };
  for (const row of [...oppositeRows, ...furtherRows]) {
    const [left = [], right = []] = sidesOf(row).map((side) => side.filter(isUsed));
    for (const a of left) {
      for (const b of right) {
        if (PARTICLES.has(a) !== PARTICLES.has(b)) continue;
        add(a, b);
        add(b, a);
      }
    }
  }
  return found;
}

/** Words are compared one by one: an expression of several says nothing here. */
function isUsed(entry: string): boolean {
  return !entry.includes(' ') && !NOT_EXCLUSIVE.has(entry);
}
