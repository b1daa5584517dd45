/** What the inbox calls things. */
import type { Turned } from '../trpc.ts';
import { countOf } from '../words.ts';

const KINDS: Readonly<Record<Turned['kind'], string>> = {
  changed: 'The answer has changed',
  gap_closed: 'There is an answer now',
  gap_opened: 'Nothing answers it any more',
  verdict: 'The same answer has another verdict',
  restored: 'It changed, and is again as it was',
};

/** @param changes how many there were since it was last seen */
export function kindWords({ kind, changes }: Pick<Turned, 'kind' | 'changes'>): string {
  const times = changes > 1 ? `, after ${countOf(changes, 'change', 'changes')}` : '';
  return `${KINDS[kind]}${times}`;
}

/** In the place of an empty answer. */
export const NO_ANSWER = 'No answer.';
