/** What the server says in English, in the page's language: by its words, with places for what differs. Pure. */

interface Pattern {
  readonly english: RegExp;
  readonly names: readonly string[];
  readonly said: string;
}

/** What a regular expression reads otherwise than as itself. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;
const PLACE = /\{(\w+)\}/;
const patterns = new WeakMap<object, readonly Pattern[]>();

/** @returns null for a sentence that is not in the catalogue */
export function sentenceIn(sentences: Readonly<Record<string, string>>, english: string): string | null {
  const exact = Object.hasOwn(sentences, english) ? sentences[english] : undefined;
  if (exact !== undefined) return exact;
  for (const { english: form, names, said } of patternsOf(sentences)) {
    const found = form.exec(english);
    if (found === null) continue;
    const values = new Map(names.map((name, at) => [name, found[at + 1] ?? '']));
    // A value may be of the catalogue itself, such as the name of a field.
    return said.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values.get(name) ?? '';
      return sentenceIn(sentences, value) ?? value;
    });
  }
  return null;
}

function patternsOf(sentences: Readonly<Record<string, string>>): readonly Pattern[] {
  const known = patterns.get(sentences);
  if (known !== undefined) return known;
  const made = Object.entries(sentences).flatMap(([text, said]) => {
    if (!PLACE.test(text)) return [];
    const parts = text.split(PLACE);
    const form = parts.map((part, at) => (at % 2 === 0 ? part.replaceAll(SPECIAL, '\\$&') : '(.+)')).join('');
    return [{ english: new RegExp(`^${form}$`, 's'), names: parts.filter((_, at) => at % 2 === 1), said }];
  });
  patterns.set(sentences, made);
  return made;
}
