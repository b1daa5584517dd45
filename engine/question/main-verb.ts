/** The verb that a question must have, where the tagger took it for a noun: "How much does the Kestrel e-bike cost?" */
import type { Word } from './stems.ts';

const INVERTED = /^(?:do|does|did|can|could|will|would|should|must|may|might)$/;
const ASKS = /^(?:how|what|when|where|who|whom|which|why)$/;

/** The words with a main verb: behind an inverted auxiliary and its subject, the last bare noun where no verb stands. */
export function withMainVerb(words: readonly Word[]): Word[] {
  const auxiliary = words.findIndex(
    ({ norm }, i) => INVERTED.test(norm) && words.slice(0, i).some((word) => ASKS.test(word.norm)),
  );
  const rest = words.slice(auxiliary + 1);
  if (auxiliary < 0 || rest.some(isBareVerb)) return [...words];
  const at = words.findLastIndex((_, i) => i > auxiliary + 1 && endsSubject(words, i));
  return words.map((word, i) => (i === at ? { ...word, pos: 'VERB' } : word));
}

/** A noun in its base form behind a noun, and the end or a preposition behind it. */
function endsSubject(words: readonly Word[], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (word?.pos !== 'NOUN' || word.norm !== word.lemma) return false;
  return /^(?:NOUN|PROPN)$/.test(before?.pos ?? '') && /^(?:ADP|ADV|PUNCT|PRON|)$/.test(after?.pos ?? '');
}

/** Behind the auxiliary the verb stands in its base form: in "did mending the roof cost" the first is none. */
function isBareVerb({ pos, norm, lemma }: Word): boolean {
  return pos === 'VERB' && (norm === lemma || !norm.endsWith('ing'));
}
