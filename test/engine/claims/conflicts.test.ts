/**
 * The two development corpora: which of their true conflicts the reader finds, and that it invents none. The corpora
 * lie beside the repository and are not part of it; without them this file says so and skips.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compareForms } from '../../../engine/claims/compare-forms.ts';
import { readClaims } from '../../../engine/claims/read-claims.ts';
import { proseLayout } from '../../../engine/reading/document/prose-layout.ts';
import type { ClaimForm } from '../../../graph/claim.ts';
import { skipBecause } from '../../setup/skip-because.ts';

interface Doc {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly lang: string;
  readonly published: string;
}

interface Stated {
  readonly doc: string;
  readonly form: ClaimForm;
  /** The words that carry the claim, digits without separators. */
  readonly words: string;
}

type Conflict = readonly [docA: string, docB: string, valueA: string, valueB: string];

const folder = new URL('../../../../shared/data/qa/', import.meta.url);
const present = existsSync(folder);
if (!present) console.warn(`SKIPPED: no development corpora at ${fileURLToPath(folder)}`);

function read(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}

function statedIn(doc: Doc): Stated[] {
  return readClaims({ ...doc, layout: proseLayout(doc.text) }).flatMap((sentence) =>
    sentence.claims.map(({ form, span }) => {
      const words = doc.text
        .slice(span.start, span.end)
        .replace(/(?<=\d),(?=\d)/g, '')
        .toLowerCase();
      return { doc: doc.id, form, words };
    }),
  );
}

function states({ form, words }: Stated, value: string): boolean {
  if (form.value.kind === 'boolean') return String(form.value.value) === value;
  if (form.value.kind === 'quantity' && (form.value.min === value || form.value.max === value)) return true;
  return words.includes(value);
}

function matches([docA, docB, valueA, valueB]: Conflict, a: Stated, b: Stated): boolean {
  const forward = a.doc === docA && b.doc === docB && states(a, valueA) && states(b, valueB);
  const backward = a.doc === docB && b.doc === docA && states(a, valueB) && states(b, valueA);
  return forward || backward;
}

function contradictions(stated: readonly Stated[]): (readonly [Stated, Stated])[] {
  return stated.flatMap((a, i) =>
    stated
      .slice(i + 1)
      .filter((b) => compareForms(a.form, b.form) === 'contradicts')
      .map((b) => [a, b] as const),
  );
}

describe('true conflicts of the development corpora', () => {
  skipBecause(present ? null : 'the evaluation data are not beside the repository');

  it.each([
    ['c', 15],
    ['d', 8],
  ])('finds those of corpus %s and invents none', (name, atLeast) => {
    const docs = read(`${name}.docs.jsonl`).trim().split('\n');
    const conflicts: readonly Conflict[] = JSON.parse(read(`${name}.conflicts.json`));
    const found = contradictions(docs.flatMap((line) => statedIn(JSON.parse(line))));
    const invented = found.filter(([a, b]) => !conflicts.some((conflict) => matches(conflict, a, b)));
    const missed = conflicts.filter((conflict) => !found.some(([a, b]) => matches(conflict, a, b)));
    console.info(`${name}: found ${conflicts.length - missed.length} of ${conflicts.length}; missed`, missed);
    expect(invented.map(([a, b]) => `${a.doc}: ${a.words} / ${b.doc}: ${b.words}`)).toEqual([]);
    expect(conflicts.length - missed.length).toBeGreaterThanOrEqual(atLeast);
  });
});
