/** What the inbox calls things. */
import { sayInbox } from '../catalogues/inbox.ts';
import type { Turned } from '../trpc.ts';

/** @param changes how many there were since it was last seen */
export function kindWords({ kind, changes }: Pick<Turned, 'kind' | 'changes'>): string {
  const words = sayInbox(`kind.${kind}`);
  return changes > 1 ? sayInbox('afterChanges', { kind: words, count: changes }) : words;
}
