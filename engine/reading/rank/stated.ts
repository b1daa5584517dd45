/** What the structured forms of the candidates say: a value of the asked kind, and whether a newer one takes its place. */
import type { ClaimForm, Span } from '../../../graph/claim.ts';
import { terms } from '../../../graph/terms.ts';
import { compareForms, slotOf } from '../../claims/compare-forms.ts';
import { isDefinition } from '../../claims/definition.ts';
import { type ClaimReading, readFormsBehind } from '../../claims/read-claims.ts';
import { memoizeBy } from '../../memoize.ts';
import { CACHED_SENTENCES } from '../cached-sentences.ts';
import type { BlockKind } from '../document/layout.ts';
import { proseLayout } from '../document/prose-layout.ts';
import { saidKeys, sameWords } from '../words/said-words.ts';
import type { Asked } from './asked.ts';
import type { Candidate } from './candidate.ts';
import type { ReadCandidate } from './read-candidate.ts';

/** A form of the sentence itself, in its words. */
export interface StatedForm {
  /** Within the sentence's text. */
  readonly span: Span;
  /** Its value is of the asked kind. */
  readonly ofKind: boolean;
  /** The sentence names what it is about, and so does the question. */
  readonly named: boolean;
  /** The sentence names what it is about, and the question does not. */
  readonly ofOther: boolean;
  /** How nearly it says what the thing is that the question names: "Vite is a build tool". 0 to 1. */
  readonly defines: number;
}

export interface Stated {
  readonly forms: readonly StatedForm[];
  /** Has a form whose value is of the asked kind. */
  readonly ofKind: boolean;
  /** A newer candidate states another value of something that the question names. */
  readonly replaced: boolean;
  /** It states another value than an older candidate does. */
  readonly replaces: boolean;
}

interface PlacedForm {
  readonly form: ClaimForm;
  /** Index of its candidate. */
  readonly at: number;
  readonly day: string;
}

const STATING: ReadonlySet<BlockKind> = new Set(['paragraph', 'quote', 'item']);
const DAY = 'yyyy-mm-dd'.length;

/** In the order of the candidates. */
export function readStated(asked: Asked, candidates: readonly ReadCandidate[]): Stated[] {
  const forms = candidates.map(({ candidate }) => formsOf(candidate));
  const placed = forms.flatMap((own, at): PlacedForm[] => {
    const day = candidates[at]?.candidate.effectiveAt.slice(0, DAY) ?? '';
    return own.filter(({ form }) => isNamed(asked, form)).map(({ form }) => ({ form, at, day }));
  });
  const replaced = new Set<number>();
  const replaces = new Set<number>();
  for (const rivals of Map.groupBy(placed, ({ form }) => slotOf(form)).values()) {
    for (const older of rivals) {
      for (const newer of rivals) {
        if (newer.day <= older.day || compareForms(older.form, newer.form) !== 'contradicts') continue;
        replaced.add(older.at);
        replaces.add(newer.at);
      }
    }
  }
  return forms.map((own, at) => ({
    forms: own.map(({ span, form }) => ({
      span,
      ofKind: isOfKind(asked, form),
      named: form.subject.how === 'explicit' && isNamed(asked, form),
      ofOther: form.subject.how === 'explicit' && !isNamed(asked, form),
      defines: definesBy(asked, form, candidates[at]?.candidate.text ?? ''),
    })),
    ofKind: own.some(({ form }) => isOfKind(asked, form)),
    replaced: replaced.has(at),
    replaces: replaces.has(at),
  }));
}

function definesBy({ words }: Asked, form: ClaimForm, text: string): number {
  return isDefinition(text, form) ? sameWords(words, saidKeys(form.subject.surface, 'en')) : 0;
}

/** Of the sentence itself, with places in it; read with the sentence before it, which may name what it is about. */
export const formsOf = memoizeBy(keyOf, readForms, CACHED_SENTENCES);

/** Lengths in place of quotes: the texts may have whatever would divide them. */
function keyOf({ kind, title, text, before, lang, effectiveAt }: Candidate): string {
  const lengths = `${title.length} ${before?.length ?? '-'}`;
  return `${kind} ${effectiveAt} ${lengths} ${lang}\n${title}${before ?? ''}${text}`;
}

function readForms({ kind, title, text, before, lang, effectiveAt }: Candidate): readonly ClaimReading[] {
  if (!STATING.has(kind)) return [];
  const lead = before === null ? '' : `${before}${/[.!?]$/.test(before) ? '' : '.'} `;
  const whole = lead + text;
  const document = { title, text: whole, layout: proseLayout(whole), lang, published: effectiveAt };
  const own = readFormsBehind(document, lead.length).filter(({ span }) => span.start >= lead.length);
  return own.map(({ span: { start, end }, form }) => {
    return { span: { start: start - lead.length, end: end - lead.length }, form };
  });
}

/** Whether the question has a word of what the form is about. */
function isNamed(asked: Asked, { subject }: ClaimForm): boolean {
  return terms(subject.surface, 'en').some((term) => asked.terms.includes(term));
}

function isOfKind({ form, dimensions }: Asked, { value, attribute }: ClaimForm): boolean {
  if (form === 'date' || form === 'version') return value.kind === form;
  if (form === 'name' || form === 'entity') return value.kind === 'entity';
  if (form === 'yes-no') return value.kind === 'boolean';
  if (value.kind !== 'quantity' || form === 'open') return false;
  return dimensions.some((one) => one === 'any' || one === attribute.dimension);
}
