/** Bounds of ranges as parameters. */
import { NO_LIMIT, type Stretch } from '../store/ranges.ts';

export function endsOf({ after, before }: Stretch): { readonly after: number; readonly before: number } {
  return { after, before: before ?? NO_LIMIT };
}

export function directionOf(newestFirst: boolean): 'ASC' | 'DESC' {
  return newestFirst ? 'DESC' : 'ASC';
}
