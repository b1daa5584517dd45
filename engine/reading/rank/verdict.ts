/**
 * Yes or no, where a sentence says it: it has every word of the question, in these or others, and affirms them, or it denies
 * what has most of them with its context. "No" is right for 41 of the 45 golden questions that meet its condition; "yes" was
 * for 15 of 18 before it was distinguished from a kind of it (ADR 59). Elsewhere the sentence stands alone.
 */
import { isAlike } from '../relate/alignment.ts';
import { isValue, polarityDiffers } from '../relate/features.ts';
import type { Pair } from '../relate/pair.ts';
import { isPlain } from '../relate/words.ts';
import { askedPair } from './asked-pair.ts';
import type { RankedView } from './ranking.ts';

export type YesOrNo = 'yes' | 'no';

/** Rounding of the share of words. */
const ALL = 0.99;
/** A denial is of what is asked from this share of the question's words on: few sentences deny anything. */
const MOST = 0.6;
/** Words of opposite sense mean the same place of the sentence from this likeness of their surroundings on. */
const AT_ONE_PLACE = 0.3;
const ARTICLE = /^(?:an?|the)$/;

/** Whether the sentence and what it stands under have every word of the question: then it speaks of what is asked. */
export function saysAll({ view }: RankedView): boolean {
  return view.said.withContext >= ALL;
}

/** Null where nothing is asked for yes or no, or nothing says it. */
export function verdictOf(lead: RankedView): YesOrNo | null {
  const { pool, said } = lead.view;
  if (pool.asked.form !== 'yes-no' || said.withContext < MOST) return null;
  const pair = askedPair(lead.view);
  const isOpposite = (pair.differences.get('opposite')?.near ?? 0) > AT_ONE_PLACE;
  if (isValue(pair) || pair.b.read.hedged || (isOpposite && polarityDiffers(pair))) return null;
  if (isOpposite || polarityDiffers(pair)) return 'no';
  return said.own >= ALL && saysAll(lead) && !isNarrowed(pair) ? 'yes' : null;
}

/**
 * Whether the sentence says a kind of what is asked: where the question has an article before a word, it has a word of its own. A
 * dwarf planet need not be a planet, nor a former capital the capital.
 */
function isNarrowed({ a, b }: Pair): boolean {
  const named = a.read.words.filter(
    (word, at) => isPlain(word) && ARTICLE.test(a.read.words[at - 1]?.norm ?? ''),
  );
  return b.read.words.some((word, at) => {
    const next = b.read.words[at + 1];
    const isOwn = isPlain(word) && !b.met[at] && next?.breaks === false;
    return isOwn && named.some((one) => isAlike(one, next));
  });
}
