const MAX_SUMMARY_CHARS = 240;
/** How far into a text its summary is looked for. */
const LOOKED_AT_CHARS = 4096;
const SENTENCE_END = /[.!?](?=["')\]]?(?:\s|$))/g;

/**
 * The first sentences of a text, at most 240 characters; one sentence that is longer is cut at a word with "…".
 * Headings, which are lines without a full stop, are skipped where a sentence follows.
 */
export function summarise(text: string): string {
  const lines = text.slice(0, LOOKED_AT_CHARS).split('\n').map(oneLine);
  const prose = lines.find((line) => /[.!?]["')\]]?$/.test(line)) ?? lines.find((line) => line !== '') ?? '';
  if (prose.length <= MAX_SUMMARY_CHARS) return prose;
  const ends = [...prose.slice(0, MAX_SUMMARY_CHARS).matchAll(SENTENCE_END)];
  const last = ends.at(-1);
  return last === undefined ? cutAtWord(prose) : prose.slice(0, last.index + 1);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cutAtWord(text: string): string {
  const cut = text.slice(0, MAX_SUMMARY_CHARS - 1);
  const space = cut.lastIndexOf(' ');
  const kept = space > 0 ? cut.slice(0, space) : cut;
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
}
