/** Words that have a private meaning here, and what to write instead. Each pattern matches the private use alone. */

export interface PrivateWord {
  readonly pattern: RegExp;
  readonly say: string;
}

export const PRIVATE_WORDS: readonly PrivateWord[] = [
  { pattern: /\bwhoever\b/i, say: 'the caller, the subscriber, anyone who' },
  { pattern: /\bof whom\b/i, say: 'name the person or part' },
  { pattern: /\b(?:hears?|heard) of\b/i, say: 'is notified of' },
  { pattern: /\btold\b(?! apart\b)/i, say: 'notified, reported, stated, distinguished' },
  { pattern: /\bthe short way\b/i, say: 'the fast path' },
  { pattern: /\bthe whole way\b/i, say: 'the full path' },
  { pattern: /\bsuch a one\b/i, say: 'one of these' },
  { pattern: /\bnothing to say\b/i, say: 'has no value, is empty, does not apply' },
  { pattern: /\bremember(?:s|ed|ing)?\b/i, say: 'cache, store, record' },
  { pattern: /\bkept (?:in memory|until|while|by those|as long)\b/i, say: 'cached' },
  { pattern: /\bturns? of the (?:event loop|queue)\b/i, say: 'event-loop slice' },
  {
    pattern:
      /\b(?:in (?:one|its|their|a single) turn|(?:take|takes|took|have|has) (?:a |its |their )?turns?)\b/i,
    say: 'slice, one after the other',
  },
  { pattern: /\b(?:would|could|may|might) turn\b(?! (?:out|into|on|off))/i, say: 'the verdict would change' },
  {
    pattern: /\b(?:answers?|verdicts?|claims?|it) turn(?:s|ed)?\b(?! (?:out|into|on|off))/i,
    say: 'changes, becomes',
  },
  {
    pattern:
      /\b(?:until|once|when|while|as long as) the log (?:goes|went|has gone|stands|stood)\b(?! on in )/i,
    say: 'the log head moves, does not move',
  },
  { pattern: /\bdear(?:er|est)?\b/i, say: 'expensive' },
  { pattern: /\bpass(?:es|ed) over\b/i, say: 'ignore' },
  { pattern: /\b(?:gives?|given|gave) (?:away|out)\b/i, say: 'serve, publish' },
  { pattern: /\bthe wing\b/i, say: 'the module' },
  { pattern: /\bthere (?:is|are) none of (?:it|them)\b/i, say: 'name what is missing' },
];

/** The private words of a line, with what to write instead. */
export function privateWordsIn(line: string): readonly string[] {
  return PRIVATE_WORDS.flatMap(({ pattern, say }) => {
    const found = pattern.exec(line)?.[0];
    return found === undefined ? [] : [`"${found}": ${say}`];
  });
}
