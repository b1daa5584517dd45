import { sayAdd } from '../catalogues/add.ts';

/**
 * Why a file that was sent is not read, in the reader's words.
 * @param detail of the reader, for what is not in the list: it names the member that is at fault
 */
export function skippedWords({
  reason,
  detail,
}: {
  readonly reason: string;
  readonly detail: string;
}): string {
  return sayAdd.known(`skipped.${reason}`) ?? `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}
