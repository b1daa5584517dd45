/** The documented normalisation of markup (docs/adr/0040-…): two texts say the same where they are the same after it. */

const DASH = /[\u2010-\u2015\u2212]/g;
const BLANK = /[\u00a0\u202f\u2009]/g;
const RULES: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^[\]]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/g, '$1'],
  [/!?\[([^[\]]*)\]\[[^[\]]*\]/g, '$1'],
  [/\*\*(?=\S)(.+?)(?<=\S)\*\*/g, '$1'],
  [/(?<![\p{L}\p{N}_])__(?=\S)(.+?)(?<=\S)__(?![\p{L}\p{N}_])/gu, '$1'],
  [/(?<![\p{L}\p{N}_*])\*(?=[^\s*])([^*\n]+?)(?<=\S)\*(?![\p{L}\p{N}_*])/gu, '$1'],
  [/(?<![\p{L}\p{N}_])_(?=[^\s_])([^\n]+?)(?<=[^\s_])_(?![\p{L}\p{N}_])/gu, '$1'],
  [/<\/?[a-zA-Z][^<>\n]*>/g, ' '],
  [/\\([\\`*_{}[\]()#+.!|~<>-])/g, '$1'],
];

/** Letters, digits and the signs that carry meaning, without inline markup, case and blanks. */
export function bare(text: string): string {
  return norm(text)
    .replace(/[`*_|#]+/g, '')
    .replace(/[^\p{L}\p{N}_%$€£°+<>=/.,:-]+/gu, '');
}

function norm(text: string): string {
  return withoutMarkup(text.normalize('NFC'))
    .replace(DASH, '-')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(BLANK, ' ')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Code spans keep their words as they are; of everything else the marks go. */
function withoutMarkup(text: string): string {
  const codes: string[] = [];
  const held = text.replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, (_, __, code: string) => {
    codes.push(code.trim());
    return `\0${codes.length - 1}\0`;
  });
  const plain = RULES.reduce((words, [mark, kept]) => words.replace(mark, kept), held);
  return plain.replace(/\0(\d+)\0/g, (_, index: string) => codes[Number(index)] ?? '');
}
