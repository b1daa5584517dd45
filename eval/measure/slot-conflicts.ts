/** Slot conflicts of a corpus: which claim records contradict each other, and which of these are true. Pure. */
import { compareForms } from '../../engine/claims/compare-forms.ts';
import { readClaims } from '../../engine/claims/read-claims.ts';
import { slotOf } from '../../engine/claims/slot.ts';
import { proseLayout } from '../../engine/reading/document/prose-layout.ts';
import type { ClaimForm } from '../../graph/claim.ts';
import type { DocumentPair } from '../document-pairs.ts';

/** A value that a document states. */
export interface StatedValue {
  readonly doc: string;
  readonly form: ClaimForm;
  /** The words that carry it: lower case, digits without separators. */
  readonly words: string;
}

export interface ReadDocumentText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly lang: string;
  readonly published: string | null;
}

export interface DocumentClaims {
  readonly sentences: number;
  readonly stated: readonly StatedValue[];
}

export function claimsIn(document: ReadDocumentText): DocumentClaims {
  const readings = readClaims({ ...document, layout: proseLayout(document.text) });
  const stated = readings.flatMap(({ claims }) =>
    claims.map(({ form, span }) => ({
      doc: document.id,
      form,
      words: foldWords(document.text.slice(span.start, span.end)),
    })),
  );
  return { sentences: readings.length, stated };
}

export type ConflictPair = readonly [StatedValue, StatedValue];

/** Every pair that contradicts, in the order of the values. */
export function findConflicts(stated: readonly StatedValue[]): ConflictPair[] {
  const slots = Map.groupBy(stated, ({ form }) => slotOf(form));
  slots.delete(null);
  return [...slots.values()].flatMap((inSlot) =>
    inSlot.flatMap((a, index) =>
      inSlot
        .slice(index + 1)
        .filter((b) => compareForms(a.form, b.form) === 'contradicts')
        .map((b): ConflictPair => [a, b]),
    ),
  );
}

/** Whether the values are the pair that was named, either way round. */
export function isConflict({ documents, values }: DocumentPair, [a, b]: ConflictPair): boolean {
  const [docA, docB] = documents;
  const [valueA, valueB] = values;
  const forward = a.doc === docA && b.doc === docB && states(a, valueA) && states(b, valueB);
  const backward = a.doc === docB && b.doc === docA && states(a, valueB) && states(b, valueA);
  return forward || backward;
}

function states({ form, words }: StatedValue, value: string): boolean {
  if (form.value.kind === 'boolean') return String(form.value.value) === value;
  if (form.value.kind === 'quantity' && (form.value.min === value || form.value.max === value)) return true;
  return words.includes(foldWords(value));
}

function foldWords(text: string): string {
  return text.replace(/(?<=\d),(?=\d)/g, '').toLowerCase();
}
