/**
 * Whether a near-copy states what its original does not: a frame adds menus and notices, a correction adds a fact. A
 * correction is a voice of its own, however many words of the text it repeats. Pure.
 */
import type { ClaimForm, Span } from '../../graph/claim.ts';
import { compareForms } from '../claims/compare-forms.ts';
import { type ReadableDocument, readClaims } from '../claims/read-claims.ts';
import { sentencesOf } from '../reading/document/sentences.ts';
import { findCues } from '../text/cues.ts';
import { findQuantities, type QuantityMention } from '../text/quantities.ts';
import { tokenise } from '../text/tokens.ts';
import { singular } from '../text/word-forms.ts';

/** Words in a row that make a run one of the original's. */
const RUN = 5;
/** Words by which a text calls a statement wrong; "Corrections" is the name of a page. */
const CORRECTS =
  /\b(?:correction|corrected|corrigendum|erratum|retracted|retraction|wrong|incorrect|untrue|mistaken|erroneous|outdated)\b/;
/** What a negation without the original's words may stand for. */
const POINTS_BACK = /^(?:this|that|these|those|it|they)\s(?:is|was|are|were|has|have|had|does|do|did)\b/;
/** Shorter words are mostly grammar: "do not sell" shares none with any text. */
const MIN_TOPIC = 4;

interface Original {
  readonly runs: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly sentences: ReadonlySet<string>;
}

interface Added {
  readonly span: Span;
  readonly text: string;
  /** Its words that stand in no run of the original's. */
  readonly words: readonly string[];
}

/** Whether `copy` has a sentence with a value of its own on what `original` is about, or one that denies or corrects it. */
export function saysMore(original: ReadableDocument, copy: ReadableDocument): boolean {
  const known = knownOf(original);
  const added = addedTo(known, copy);
  if (added.length === 0) return false;
  if (added.some((one) => objects(one, known))) return true;
  const stated = readClaims(original).flatMap(({ claims }) => claims.map(({ form }) => form));
  return (
    newForms(copy, { known, added }).some((form) => isNews(form, stated)) ||
    hasRivalAmount(stated, copy, added)
  );
}

function knownOf({ text, layout, lang }: ReadableDocument): Original {
  const words = wordsOf(text);
  const sentences = sentencesOf(text, layout, lang).map(({ start, end }) => keyOf(text.slice(start, end)));
  return { runs: new Set(runsOf(words)), words: new Set(words.map(singular)), sentences: new Set(sentences) };
}

function addedTo(known: Original, { text, layout, lang }: ReadableDocument): Added[] {
  return sentencesOf(text, layout, lang).flatMap((span) => {
    const sentence = text.slice(span.start, span.end);
    const words = known.sentences.has(keyOf(sentence)) ? [] : newWords(wordsOf(sentence), known.runs);
    return words.length === 0 ? [] : [{ span, text: sentence, words }];
  });
}

function newWords(words: readonly string[], runs: ReadonlySet<string>): string[] {
  const repeated = new Set<number>();
  for (const [start, run] of runsOf(words).entries()) {
    if (runs.has(run)) for (let at = start; at < start + RUN; at += 1) repeated.add(at);
  }
  return words.filter((_, at) => !repeated.has(at));
}

/** "That was wrong.", "Saturn does not have 62 moons.", and neither "Do not sell my data." nor a question. */
function objects({ text, words }: Added, known: Original): boolean {
  if (text.trimEnd().endsWith('?')) return false;
  const said = words.join(' ');
  if (CORRECTS.test(said)) return true;
  const denies = findCues(said).some(({ kind }) => kind === 'negated' || kind === 'superseded');
  const related = words.some((word) => word.length >= MIN_TOPIC && known.words.has(singular(word)));
  return denies && (related || POINTS_BACK.test(said));
}

/** What the added sentences state of a subject that the original speaks of. */
function newForms(
  copy: ReadableDocument,
  { known, added }: { readonly known: Original; readonly added: readonly Added[] },
): ClaimForm[] {
  const starts = new Set(added.map(({ span }) => span.start));
  const forms = readClaims(copy).flatMap(({ sentence, claims }) =>
    starts.has(sentence.start) ? claims.map(({ form }) => form) : [],
  );
  return forms.filter(({ subject }) => wordsOf(subject.key).every((word) => known.words.has(singular(word))));
}

/** A value that no form of the original agrees with; a yes or no only where the original says the opposite. */
function isNews(form: ClaimForm, stated: readonly ClaimForm[]): boolean {
  const verdicts = stated.map((one) => compareForms(one, form));
  if (verdicts.includes('contradicts')) return true;
  return form.value.kind !== 'boolean' && !verdicts.includes('same');
}

/**
 * "True count: 145 moons." beside the claim of 62. Durations are left out ("3 min read" is part of many frames), and
 * amounts that the original claims of nothing ("14 comments").
 */
function hasRivalAmount(
  stated: readonly ClaimForm[],
  { lang }: ReadableDocument,
  added: readonly Added[],
): boolean {
  const claimed = stated.flatMap(({ value }) => (value.kind === 'quantity' ? [value] : []));
  const units = new Set(claimed.map(unitOf));
  const values = new Set(claimed.map(amountOf));
  const amounts = added.flatMap(({ text }) => findQuantities(text, tokenise(text, lang)));
  return amounts.some(
    (one) =>
      one.unit !== '' && one.dimension !== 'duration' && units.has(unitOf(one)) && !values.has(amountOf(one)),
  );
}

type Amount = Pick<QuantityMention, 'min' | 'max' | 'unit'>;

function unitOf({ unit }: Amount): string {
  return unit.split(' ').at(-1) ?? '';
}

function amountOf(amount: Amount): string {
  return `${amount.min} ${amount.max} ${unitOf(amount)}`;
}

function keyOf(sentence: string): string {
  return wordsOf(sentence).join(' ');
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '));
}
