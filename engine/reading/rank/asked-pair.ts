/** A question beside a candidate, as the judge of pairs reads two statements: what the two say otherwise. */
import { type Pair, pairOf } from '../relate/pair.ts';
import { readStatement } from '../relate/statement.ts';
import type { CandidateView } from './view.ts';

const PLAIN = { title: '', above: [], header: null } as const;
const MARK = /[?？]+\s*$/u;

/** Of one view it is read once. */
const read = new WeakMap<CandidateView, Pair>();

/** `a` is the question, `b` the sentence. */
export function askedPair(view: CandidateView): Pair {
  const known = read.get(view);
  if (known !== undefined) return known;
  const asked = readStatement({ ...PLAIN, text: view.pool.asked.text.replace(MARK, '.') });
  const stated = readStatement({ ...PLAIN, text: view.read.candidate.text });
  const pair = pairOf(asked, stated, false);
  read.set(view, pair);
  return pair;
}
