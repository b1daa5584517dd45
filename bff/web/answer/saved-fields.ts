/** What the form says by which an answer is saved, as it is sent. Pure. */
import type { SavedEntry } from '../trpc.ts';

/**
 * An answer may be saved already without being among the entries that were read: then what the form leaves empty stays as it was.
 * @param saved the entry that the form was filled in from; null where none is known
 */
export function savedFields(fields: FormData, answerId: string, saved: Pick<SavedEntry, 'id'> | null) {
  const text = (name: string): string => String(fields.get(name) ?? '').trim();
  const tags = text('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const folder = text('folder') || null;
  return {
    answer_id: answerId,
    title: text('title'),
    ...(saved === null && tags.length === 0 ? {} : { tags }),
    ...(saved === null && folder === null ? {} : { folder }),
  };
}
