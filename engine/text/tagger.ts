/**
 * The English part-of-speech tagger and lemmatiser (wink-nlp). Loaded on first use; pure and synchronous after.
 */
import { createRequire } from 'node:module';
import type { ItsFunction, Model, WinkMethods } from 'wink-nlp';

/** One word as the tagger cut it: UTF-16 offsets in the tagged text, a universal tag, a lemma. */
export interface TaggedWord {
  readonly start: number;
  readonly end: number;
  readonly pos: string;
  readonly lemma: string;
}

/** The tagger encodes preceding spaces in 16 bits; a longer sentence than this is a table or a data dump. */
const MAX_TAGGED_LENGTH = 4_000;

let loaded: WinkMethods | undefined;

/** Tags one English sentence. A text longer than 4,000 units is not tagged: the list is empty. */
export function tagEnglish(text: string): readonly TaggedWord[] {
  if (text.length > MAX_TAGGED_LENGTH) return [];
  loaded ??= loadTagger();
  const nlp = loaded;
  const tokens = nlp.readDoc(text).tokens();
  const values: string[] = tokens.out();
  const tags: string[] = tokens.out(nlp.its.pos);
  // The published types hide the third argument of `its.lemma` from `out`, which passes it all the same.
  const lemmas: string[] = tokens.out(nlp.its.lemma as ItsFunction<string>);
  const words: TaggedWord[] = [];
  let at = 0;
  for (const [i, value] of values.entries()) {
    const start = text.indexOf(value, at);
    if (start < 0) continue;
    at = start + value.length;
    words.push({ start, end: at, pos: tags[i] ?? 'X', lemma: lemmas[i] ?? value });
  }
  return words;
}

/** Both packages are CommonJS; the model alone takes some 100 ms of CPU to load. */
function loadTagger(): WinkMethods {
  const require = createRequire(import.meta.url);
  const winkNLP: (model: Model, pipe: string[]) => WinkMethods = require('wink-nlp');
  return winkNLP(require('wink-eng-lite-web-model'), ['pos']);
}
