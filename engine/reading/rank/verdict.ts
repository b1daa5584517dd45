/**
 * Yes or no, where a sentence says it: it has every word of the question, in these or others, and affirms or denies them. The
 * verdict is right for 23 of the 25 golden questions that meet these conditions (ADR 46). Elsewhere the sentence stands alone.
 */
import { isValue, polarityDiffers } from '../relate/measures.ts';
import { pairOf } from '../relate/pair.ts';
import { readStatement } from '../relate/statement.ts';
import type { RankedView } from './ranking.ts';

export type Verdict = 'yes' | 'no';

/** Rounding of the share of words. */
const ALL = 0.99;
/** Words of opposite sense mean the same place of the sentence from this likeness of their surroundings on. */
const AT_ONE_PLACE = 0.3;

/** Whether the sentence and what it stands under have every word of the question: then it speaks of what is asked. */
export function saysAll({ view }: RankedView): boolean {
  return view.said.withContext >= ALL;
}

/** Null where nothing is asked for yes or no, or nothing says it. */
export function verdictOf(lead: RankedView): Verdict | null {
  const { pool, said, read } = lead.view;
  if (pool.asked.form !== 'yes-no' || said.own < ALL || !saysAll(lead)) return null;
  const asked = readStatement({ ...PLAIN, text: pool.asked.text.replace(/[?？]+\s*$/u, '.') });
  const stated = readStatement({ ...PLAIN, text: read.candidate.text });
  const pair = pairOf(asked, stated, false);
  const isOpposite = (pair.differences.get('opposite')?.near ?? 0) > AT_ONE_PLACE;
  if (isValue(pair) || stated.hedged || (isOpposite && polarityDiffers(pair))) return null;
  return isOpposite || polarityDiffers(pair) ? 'no' : 'yes';
}

const PLAIN = { title: '', above: [], header: null } as const;
