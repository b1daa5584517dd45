/** What the form says by which an answer is saved, as it is sent. Pure. */
import type { SavedEntry, ShownAnswer } from '../trpc.ts';

export const MAX_TITLE = 200;

/** The title that is offered for an answer that is not known to be saved. */
export function offeredTitle({ q }: Pick<ShownAnswer, 'q'>): string {
  return q.slice(0, MAX_TITLE);
}

/**
 * An answer may be saved already without being among the entries that were read: then what the form leaves empty, and a title that
 * is still the offered one, stay as they were.
 * @param saved the entry that the form was filled in from; null where none is known
 */
export function savedFields(
  fields: FormData,
  answer: Pick<ShownAnswer, 'answer_id' | 'q'>,
  saved: Pick<SavedEntry, 'id'> | null,
) {
  const text = (name: string): string => String(fields.get(name) ?? '').trim();
  const tags = text('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const folder = text('folder') || null;
  const title = text('title');
  return {
    answer_id: answer.answer_id,
    ...(saved === null && title === offeredTitle(answer).trim() ? {} : { title }),
    ...(saved === null && tags.length === 0 ? {} : { tags }),
    ...(saved === null && folder === null ? {} : { folder }),
  };
}
