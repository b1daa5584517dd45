/** Reads a question: pure, by rule, the same reading for the same words on every machine. */
import { foldForComparison } from '../text/word-forms.ts';
import { readComparison, type StatedComparison } from './comparison.ts';
import { abbreviations } from './concepts.ts';
import { groupsIn } from './groups.ts';
import { withAskedVerb, withMainVerb } from './main-verb.ts';
import { plainWording, wordings } from './plain-wording.ts';
import { readProposition, stateProposition } from './proposition.ts';
import type { ComparedSide, Comparison, Question, QuestionName, Term } from './question.ts';
import { type Asked, readForm } from './question-form.ts';
import { findNameRuns, type NameRun } from './question-names.ts';
import { readTerms } from './question-terms.ts';
import { keyOf, readWords, type Word } from './stems.ts';
import { type AskedSuccession, readSuccession } from './succession.ts';

/** Longest question that is read; what follows is ignored. */
export const MAX_QUESTION_LENGTH = 2_000;

/** The words of these questions ask for the relation itself; a text states it as "formerly Y" or "renamed". */
const FORMER_NAME =
  /\bwhat\b.*\b(?:called|named|known as)\b.*\b(?:before|formerly|previously|originally|earlier|until)\b|\bwhat\b.*\b(?:formerly|previously|originally|used to be)\s(?:be\s)?(?:called|named|known)|\b(?:former|old|previous|original|earlier) name\b/iu;

/** Reads what `q` asks, in the language `lang` (BCP 47). Never throws: an unreadable question is an open one. */
export function readQuestion(q: string, lang: string): Question {
  const text = q.normalize('NFC').trim().slice(0, MAX_QUESTION_LENGTH);
  const compared = readComparison(text);
  const whole = readWording(text, text, lang);
  if (compared !== null) return { ...whole, form: 'comparison', comparison: readSides(compared, lang) };
  if (whole.form === 'yes-no') return whole;
  const [first, ...others] = wordings(text).map((wording) => readWording(wording, text, lang));
  const simplest = others.find((other) => isSimpler(other, first ?? whole)) ?? first ?? whole;
  return { ...simplest, names: whole.names, years: whole.years };
}

/** Of two ways to put a question, the one that demands fewer words of a text; where they demand as many, the second. */
function isSimpler(one: Question, other: Question): boolean {
  return one.terms.length > 0 && one.terms.length <= other.terms.length;
}

function readWording(wording: string, text: string, lang: string): Question {
  const succession = readSuccession(wording);
  const stated = stateProposition(text);
  const plain = stated?.text ?? plainWording(succession?.rest ?? wording);
  const read = readWords(spellOut(plain), lang);
  const words = stated === null ? withMainVerb(read) : withAskedVerb(read);
  const asked = readForm(words, stated !== null);
  const names = findNameRuns(words).filter((run) => !isAmount(asked, run));
  const formerName = succession === null && FORMER_NAME.test(text);
  const { terms, modifications, superlative } = readTerms(words, names, asked);
  return {
    text,
    lang,
    form: formerName ? 'entity' : asked.form,
    entityKind: formerName ? 'thing' : asked.entityKind,
    names: names.map((one) => withOthers(one, names, terms)),
    terms: formerName ? [] : terms,
    modifications: formerName ? [] : modifications,
    groups: groupsOf(words, terms),
    superlative,
    formerName,
    succession: successionOf(succession, names),
    concept: asked.concept,
    dimensions: asked.dimensions,
    years: yearsOf(words, names),
    tense: succession === null ? tenseOf(words) : 'past',
    comparison: null,
    proposition: stated === null ? null : readProposition(stated, words),
  };
}

function withOthers(
  { surface, words }: NameRun,
  names: readonly NameRun[],
  terms: readonly Term[],
): QuestionName {
  const others = names.flatMap((other) => (other.surface === surface ? [] : other.words.map(keyOf)));
  const beside = [...others, ...terms.flatMap((term) => (term.role === 'verb' ? [] : term.keys))];
  return beside.length === 0 ? { surface, words } : { surface, words, beside };
}

function groupsOf(words: readonly Word[], terms: readonly Term[]): Term[] {
  const said = groupsIn(words).map(({ norm }) => foldForComparison(norm));
  return terms.filter(({ surface }) => said.includes(surface));
}

function successionOf(asked: AskedSuccession | null, names: readonly NameRun[]): Question['succession'] {
  const name = names.find(({ surface }) => surface === asked?.name) ?? names.at(-1);
  return asked === null || name === undefined
    ? null
    : { kind: asked.kind, name: { surface: name.surface, words: name.words } };
}

/** Replaces abbreviations that a text is likely to spell out. */
function spellOut(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}.])\p{Lu}{2,4}(?![\p{L}\p{N}.])/gu,
    (short) => abbreviations.get(short) ?? short,
  );
}

/** "How much RAM": what is asked an amount of is no name. */
function isAmount({ form, at }: Asked, { from, to }: NameRun): boolean {
  return (form === 'measure' || form === 'count') && to === from + 1 && from === at;
}

/** The same question for each of the two. */
function readSides(stated: StatedComparison, lang: string): Comparison {
  const side = (at: 0 | 1): ComparedSide => {
    const words = readWords(stated.sides[at], lang).map(({ norm }) => foldForComparison(norm));
    return {
      name: { surface: stated.sides[at], words },
      questions: stated.questions[at].map((text) => readWording(text, text, lang)),
    };
  };
  const { quality, wantsMore, claimed } = stated;
  return { sides: [side(0), side(1)], quality, wantsMore, claimed };
}

function yearsOf(words: readonly Word[], names: readonly { from: number; to: number }[]): string[] {
  return words
    .filter((_, i) => !names.some((name) => i >= name.from && i < name.to))
    .map((word) => foldForComparison(word.norm))
    .filter((text) => /^(?:1[0-9]|20)\d\d$/.test(text));
}

function tenseOf(words: readonly Word[]): Question['tense'] {
  if (
    words.some((word) =>
      /^(?:will|'ll|shall|planned|expected|supposed|due|next|upcoming|forthcoming|scheduled|meant|projected|forecast)$/.test(
        word.norm,
      ),
    )
  )
    return 'future';
  const past = words.some((word) => /^(?:was|were|did|had)$/.test(word.norm));
  return past ? 'past' : 'present';
}
