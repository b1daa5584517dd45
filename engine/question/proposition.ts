/** What a yes-or-no question asks to be true: its statement without the wrapping, and whether that is denied. */

import { foldForComparison } from '../text/word-forms.ts';
import { functionWords, lightVerbs, openingAuxiliaries } from './function-words.ts';
import type { Proposition } from './question.ts';
import type { Word } from './stems.ts';

/** The words that are left to be read, and what the others said. */
export interface StatedProposition {
  readonly text: string;
  readonly negated: boolean;
  readonly ambiguous: boolean;
  readonly permission: boolean;
}

const WRAPPER =
  /^(?:(?:is|was)(?:n['’]t)?\s(?:it|that)\s(?:still\s|really\s|actually\s|also\s)?(?<verdict>true|correct|right|accurate|the case|a fact|so|false|wrong|untrue|incorrect)(?:\s(?:to say|that))*|(?:can|could)\s(?:you|anyone)\s(?:tell\sme|say|confirm)\s(?:whether|if|that)|(?:do|does)\s(?:you|anyone)\sknow\s(?:whether|if)|true\sor\sfalse:|am\si\sright\s(?:in\sthinking\s)?that)[,:]?\s+/iu;
/** "…, isn't it?", "…, right?" */
const TAG =
  /,\s(?:right|correct|true|yes|no|is(?:n['’]t)?\s\p{L}+|are(?:n['’]t)?\s\p{L}+|do(?:es)?(?:n['’]t)?\s\p{L}+|did(?:n['’]t)?\s\p{L}+|has(?:n['’]t)?\s\p{L}+|was(?:n['’]t)?\s\p{L}+)\s?\?\s*$/iu;
const FALSE = /^(?:false|wrong|untrue|incorrect)$/iu;
/** Words that deny the statement; "without" denies only what follows it. */
const DENIAL =
  /\b(?:no\slonger|not\sany\s(?:longer|more)|any\s(?:longer|more)|anymore|never|not|nobody|no\s?one|none|nothing|neither)\b|(?<=\b(?:ca|wo|is|are|was|were|do|does|did|has|have|had|could|should|would))n['’]t\b|\b(?:can)not\b/giu;
const DENIES =
  /\b(?:no\slonger|never|not|nobody|no\s?one|none|nothing|neither|cannot)\b|n['’]t\b|\bno\s(?!longer)\p{Ll}/iu;
/** "Does it no longer run?" has a clear yes; "Does it not run?" has none. */
const LASTING_DENIAL = /\b(?:no\slonger|any\s?(?:longer|more)|never)\b/iu;
/** Words of time and emphasis: the newest statement is asked for in any case. */
const ADVERB =
  /\b(?:still|yet|ever|already|really|actually|indeed|nowadays|these\sdays|at\spresent|at\sthe\smoment|(?:him|her|it)self|themselves|at\sall)\b/giu;
const PERMISSION = /^(?:can|could|may|must)\b|\b(?:allowed|permitted|possible)\b/iu;

/** Takes a yes-or-no question apart; null where the text is none. */
export function stateProposition(text: string): StatedProposition | null {
  const wrapper = WRAPPER.exec(text);
  const tag = wrapper === null ? TAG.exec(text) : null;
  const asked = wrapper === null ? text : text.slice(wrapper[0].length);
  const body = tag === null ? asked : `${asked.slice(0, tag.index)}?`;
  const wrapped = wrapper !== null || tag !== null;
  const inverted = openingAuxiliaries.has(/^\p{L}+?(?=n['’]t\b|\b)/iu.exec(body)?.[0]?.toLowerCase() ?? '');
  if (!(wrapped || inverted)) return null;
  // "Isn't it open?" expects what "Is it open?" asks.
  const plain = wrapped ? body : body.replace(/^(\p{L}+?)n['’]t\b/iu, '$1');
  const negated = DENIES.test(plain);
  const refuted = FALSE.test(wrapper?.groups?.verdict ?? '');
  return {
    text: plain
      .replace(DENIAL, ' ')
      .replace(/\bno\s(?=\p{Ll})/giu, ' ')
      .replace(ADVERB, ' ')
      .replace(/\s+/g, ' '),
    negated: negated !== refuted,
    ambiguous: !wrapped && negated && !LASTING_DENIAL.test(plain),
    permission: PERMISSION.test(plain),
  };
}

/** A noun phrase that only says what kind of thing a name is: "a country where". */
const CLASS = /^(?:where|that|which|who|in)$/;
const SUBORDINATE = /^(?:when|while|after|before|since|because|if|although|though)$/;

/** Completes a proposition with the parts of its sentence: `words` are those of its text. */
export function readProposition(stated: StatedProposition, words: readonly Word[]): Proposition {
  const { negated, ambiguous, permission } = stated;
  const predicate = predicateOf(words);
  const optional = words.flatMap((word, at) => (isOptional(words, at) ? [word.norm] : []));
  const without = words.filter((_, at) => followsWithout(words, at)).map(({ norm }) => norm);
  return {
    negated,
    ambiguous,
    permission,
    subject: subjectOf(words),
    subjectWords: subjectPhrase(words, predicate),
    agentWords: agentPhrase(words),
    predicate,
    optional: [...optional, ...without],
    without,
  };
}

function subjectOf(words: readonly Word[]): string | null {
  const first = words.find(({ norm, lemma }, i) => {
    return (i > 0 || !openingAuxiliaries.has(norm)) && !functionWords.has(norm) && !lightVerbs.has(lemma);
  });
  const isName = first === undefined || (first.start > 0 && /^\p{Lu}/u.test(first.text));
  return isName ? null : first.norm;
}

const CONTENT = /^(?:NOUN|PROPN|ADJ|NUM|X|VERB|SYM)$/;
/** Whoever it is: an answer may speak of visitors, of guests, or of nobody. */
const ANYBODY = /^(?:you|one|i|we|there|it|people|anyone|anybody|someone|somebody|they|visitors?|the)$/;

/** The noun phrase behind the auxiliary: up to a preposition, the predicate, an adverb or the next article. */
function subjectPhrase(words: readonly Word[], predicate: string | null): string[] {
  // "a country where traffic drives on the left": what is asked is said of the traffic.
  const where = words.findIndex(({ norm }, i) => norm === 'where' && words[i - 1]?.pos === 'NOUN');
  const start = where > 0 ? where + 1 : Number(openingAuxiliaries.has(words[0]?.norm ?? ''));
  if (start === 0 || words[start]?.norm === predicate) return [];
  const end = words.findIndex((word, i) => {
    if (i <= start) return false;
    if (/^(?:ADP|AUX|ADV|SCONJ|PART)$/.test(word.pos) || lightVerbs.has(word.lemma)) return true;
    if (word.pos === 'DET') return words.slice(start, i).some(({ pos }) => CONTENT.test(pos));
    return word.norm === predicate;
  });
  const own = words.slice(start, end < 0 ? words.length : end).filter(({ norm }) => !/^\W+$/.test(norm));
  if (own.every(({ norm }) => ANYBODY.test(norm))) return [];
  return own.filter(({ norm }) => !functionWords.has(norm)).map(({ norm }) => foldForComparison(norm));
}

function agentPhrase(words: readonly Word[]): string[] {
  const by = words.findIndex(({ norm }) => norm === 'by');
  if (by < 0) return [];
  const after = words.slice(by + 1);
  const end = after.findIndex(({ pos }) => pos === 'ADP');
  const own = after.slice(0, end < 0 ? after.length : end);
  return own.filter(({ pos }) => CONTENT.test(pos)).map(({ norm }) => foldForComparison(norm));
}

/** The main verb, else the adjective after the subject; null where a noun or a name is the predicate. */
function predicateOf(words: readonly Word[]): string | null {
  const end = words.findIndex(({ norm }, i) => i > 0 && SUBORDINATE.test(norm));
  const main = words.slice(0, end < 0 ? words.length : end);
  const verbs = main.filter(({ pos, norm, lemma }) => {
    return pos === 'VERB' && !functionWords.has(norm) && !lightVerbs.has(lemma);
  });
  // The subject of "are dogs allowed" may be taken for a verb.
  const opens = verbs[0] !== undefined && main.indexOf(verbs[0]) === 1;
  const verb = opens ? (verbs[1] ?? verbs[0]) : verbs[0];
  const adjective = main.find(
    ({ pos, norm }, i) =>
      pos === 'ADJ' &&
      !functionWords.has(norm) &&
      !COMPARED.test(norm) &&
      !/^(?:NOUN|ADJ|PROPN)$/.test(main[i + 1]?.pos ?? ''),
  );
  return (verb ?? adjective)?.norm ?? null;
}

const COMPARED = /^(?:more|less|fewer|least|most|many|much)$/;

function isOptional(words: readonly Word[], at: number): boolean {
  const [article, next] = [words[at - 1], words[at + 1]];
  const classed = /^an?$/.test(article?.norm ?? '') && CLASS.test(next?.norm ?? '');
  const clause = words.findIndex(({ norm }, i) => i > 2 && SUBORDINATE.test(norm));
  // What one does free of charge matters less than whether it is free.
  const charged = next?.norm === 'free' && at > 1 && words.some(({ pos }) => pos === 'PROPN');
  return classed || charged || (clause > 0 && at > clause);
}

function followsWithout(words: readonly Word[], at: number): boolean {
  const from = words.slice(Math.max(0, at - 3), at);
  return from.some(({ norm }, i) => norm === 'without' && !from.slice(i).some(({ text }) => text === ','));
}
