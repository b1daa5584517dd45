/** Why a file that was sent is not read, in the reader's words. */
const WORDS: Readonly<Record<string, string>> = {
  unsupported: 'No reader knows files of this kind.',
  empty: 'It has no text.',
  too_large: 'It is too large.',
  too_complex: 'It is nested too deeply, or has too many parts.',
  invalid_utf8: 'Its text is not in UTF-8: save it so, and add it again.',
  contains_nul: 'It is no text: a binary file.',
  unreadable: 'The server could not open it.',
  redacted: 'An operator has had this text erased.',
};

/** @param detail of the reader, for what is not in the list: it names the member that is at fault */
export function skippedWords({
  reason,
  detail,
}: {
  readonly reason: string;
  readonly detail: string;
}): string {
  return WORDS[reason] ?? `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}
