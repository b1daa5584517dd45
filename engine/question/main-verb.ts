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

const DOES = /^(?:do|does|did|can|could|will|would|should|must|may|might)$/;
const IS = /^(?:is|are|was|were)$/;

/**
 * The words of an inverted yes-or-no question with one main verb: behind "does" the first bare word after the subject's
 * noun where the tagger found none ("Does Varn own"), and no verb where only a noun can be ("Is the Corrie pass open").
 */
export function withAskedVerb(words: readonly Word[]): Word[] {
  const opener = words[0]?.norm ?? '';
  const plain = words.map((word, i) => (isMistakenVerb(words, i, opener) ? { ...word, pos: 'NOUN' } : word));
  if (!DOES.test(opener) || plain.some(({ pos }, i) => pos === 'VERB' || (pos === 'AUX' && i > 0)))
    return plain;
  const noun = plain.findIndex(({ pos }, i) => i > 0 && NOMINAL.test(pos));
  const at = plain.findIndex((word, i) => {
    const bare = /^(?:NOUN|ADJ)$/.test(word.pos) && word.norm === word.lemma && word.text === word.norm;
    return i > noun && noun > 0 && bare && NOMINAL.test(plain[i - 1]?.pos ?? '');
  });
  return plain.map((word, i) => (i === at ? { ...word, pos: 'VERB' } : word));
}

const NOMINAL = /^(?:NOUN|PROPN|PRON|NUM)$/;

/** A verb in its base form right before the true one, or before the adjective that "is" asks. */
function isMistakenVerb(words: readonly Word[], at: number, opener: string): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (word?.pos !== 'VERB' || before === undefined || after === undefined) return false;
  if (word.norm !== word.lemma || !NOMINAL.test(before.pos)) return false;
  if (DOES.test(opener)) return after.pos === 'VERB' && after.norm === after.lemma;
  return IS.test(opener) && /^(?:ADJ|VERB)$/.test(after.pos);
}
