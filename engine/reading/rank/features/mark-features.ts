/** Where the names, numbers and codes of the question stand. */

import { contextWords } from '../candidate.ts';
import type { Feature } from '../feature.ts';
import type { View } from '../view.ts';

export const MARK_FEATURES: readonly Feature[] = [
  {
    name: 'mark_in_context',
    means: 'has them in its title, headings or lead-in only',
    of: (view) => shareOf(view, (mark) => !isSaid(view, mark) && isAbove(view, mark)),
  },
  {
    name: 'mark_missing',
    means: 'has them nowhere',
    of: (view) => shareOf(view, (mark) => !isSaid(view, mark) && !isAbove(view, mark)),
  },
];

function shareOf({ pool: { asked } }: View, holds: (mark: string) => boolean): number {
  return asked.marks.length === 0 ? 0 : asked.marks.filter(holds).length / asked.marks.length;
}

function isSaid({ read: { candidate } }: View, mark: string): boolean {
  return candidate.text.toLowerCase().includes(mark);
}

function isAbove({ read: { candidate } }: View, mark: string): boolean {
  return contextWords(candidate).some((words) => words.toLowerCase().includes(mark));
}
