/** Plain yes/no statements: "it is (no longer) open on Sundays", "coffee does not increase blood pressure". */
import { findQuantities } from '../text/quantities.ts';
import type { Token } from '../text/token.ts';
import { foldForComparison } from '../text/word-forms.ts';
import type { ClauseView, Draft } from './draft.ts';
import { isDated, keyOf, modifiersOf, type Phrase, readPhrase } from './noun-phrase.ts';
import { isNegation } from './verb-group.ts';

/** A longer statement states several things. */
const MAX_WORDS = 14;
const MAX_SUBJECT_WORDS = 7;
/** Words that make a statement true in part or in degree only. */
const DEGREE =
  /^(?:only|always|often|sometimes|usually|rarely|fully|entirely|than|as|that|what|enough|too|so|more|less)$/;

/** "Poorly understood" and "not fully understood" do not contradict each other. */
const MANNER =
  /^(?!currently$|presently$|officially$|daily$|weekly$|only$|supply$|family$|apply$)\p{L}{2,}ly$/u;

/** Reads a statement in the present as true or false by its polarity; null when it says more than one thing. */
export function readStatementFrame(view: ClauseView): Draft | null {
  const { clause, subject } = view;
  const { verb } = clause;
  const rest = withoutAnyMore(clause.rest);
  if (!isPlain({ ...view, clause: { ...clause, rest } })) return null;
  const plain = rest.filter((token, i) => !isNegationWord(rest, i) && token.pos !== 'ADV');
  const phrase = readPhrase(plain);
  const complement = phrase.base.filter((token) => token.pos !== 'DET');
  const named = verb.lemma === 'be' ? nameState(complement) : nameAction(verb.lemma, complement);
  if (named === null || named.head === '') return null;
  const parts = phrase.adjuncts.filter((a) => !isDated(a)).map((a) => `${a.preposition} ${keyOf(a.tokens)}`);
  const modifiers = [...named.modifiers, ...parts].filter((word) => word !== '').sort();
  const negated = verb.negated || rest.some((_, i) => isNegationWord(rest, i));
  return {
    subject,
    attribute: {
      head: foldForComparison(named.head),
      modifiers,
      predicate: verb.lemma,
      dimension: 'boolean',
    },
    value: { kind: 'boolean', value: !negated },
    valueTokens: [...clause.verbTokens, ...rest],
    starts: false,
    adjuncts: phrase.adjuncts.filter(isDated),
  };
}

interface Named {
  readonly head: string;
  readonly modifiers: readonly string[];
}

/** "is open", "is a planet": the adjective or noun is the attribute. */
function nameState(complement: readonly Token[]): Named | null {
  const head = complement.at(-1);
  if (head === undefined || !/^(?:ADJ|NOUN|VERB)$/.test(head.pos)) return null;
  if (complement.slice(0, -1).some((token) => !/^(?:ADJ|NOUN|PROPN)$/.test(token.pos))) return null;
  return { head: keyOf([head]), modifiers: modifiersOf(complement.slice(0, -1)) };
}

/** "increases blood pressure": the verb is the attribute, its object narrows it. */
function nameAction(lemma: string, complement: readonly Token[]): Named | null {
  if (complement.some((token) => !/^(?:ADJ|NOUN|PROPN|NUM|PART)$/.test(token.pos))) return null;
  return { head: lemma, modifiers: [keyOf(complement)] };
}

function isPlain({ clause, subject, sentence }: ClauseView): boolean {
  const { verb, rest } = clause;
  if (verb.tense === 'past' || verb.tense === 'pluperfect' || clause.tail.length > 0) return false;
  if (!isPlainSubject(subject.phrase) || clause.verbTokens.length + rest.length > MAX_WORDS) return false;
  if (rest.length === 0 && !verb.passive) return false;
  if ([...clause.verbTokens, ...rest].some(({ norm }) => MANNER.test(norm))) return false;
  if (rest.some((token) => token.pos === 'CCONJ' || DEGREE.test(token.norm))) return false;
  return findQuantities(sentence, rest).length === 0;
}

/** A noun phrase without a clause in it; "drinking coffee" counts. */
function isPlainSubject({ tokens }: Phrase): boolean {
  if (tokens.length > MAX_SUBJECT_WORDS) return false;
  return tokens.every(
    ({ pos, norm }, i) =>
      /^(?:DET|ADJ|NOUN|PROPN|NUM|ADP|PART)$/.test(pos) ||
      (i === 0 && (pos === 'PRON' || norm.endsWith('ing'))),
  );
}

/** "Any more" after a negated verb adds nothing to it. */
function withoutAnyMore(rest: readonly Token[]): readonly Token[] {
  if (rest.at(-1)?.norm === 'anymore') return rest.slice(0, -1);
  return rest.at(-2)?.norm === 'any' && rest.at(-1)?.norm === 'more' ? rest.slice(0, -2) : rest;
}

function isNegationWord(rest: readonly Token[], at: number): boolean {
  return isNegation(rest, at) || (rest[at]?.norm === 'no' && rest[at + 1]?.norm === 'longer');
}
