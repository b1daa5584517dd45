/** What a question says of the amount it asks for: its unit, its dimension, whether it is money. */
import { unitOf } from '../text/units.ts';
import type { Dimension } from './concepts.ts';
import type { Word } from './stems.ts';

const MEASURED = /^(?:length|area|volume|mass|duration|speed|temperature|money|percent|power)$/;

/** The dimension of a unit that a question names. */
export function dimensionNamed(norm: string): Dimension | null {
  const dimension = unitOf(norm)?.dimension ?? '';
  return MEASURED.test(dimension) ? (dimension as Dimension) : null;
}

/** "in minutes": the dimension that the question wants the figure in. */
export function dimensionWanted(words: readonly Word[]): Dimension | null {
  const at = words.findIndex(
    ({ norm }, i) => norm === 'in' && dimensionNamed(words[i + 1]?.norm ?? '') !== null,
  );
  const unit = words[at + 1];
  return at < 0 || unit === undefined || unit.norm === unit.lemma ? null : dimensionNamed(unit.norm);
}

/** What somebody earns, or what something costs. */
export function moneyConcept(words: readonly Word[]): 'wage' | 'price' {
  return words.some(({ lemma }) => lemma === 'earn') ? 'wage' : 'price';
}

/** "What must an employer pay", "what did it cost": an amount of money. */
export function asksAmount(words: readonly Word[], at: number): boolean {
  const acts = /^(?:do|does|did|must|can|may|will|would|should|has|have)$/.test(words[at + 1]?.norm ?? '');
  return acts && words.some(({ lemma }) => /^(?:pay|cost|charge|earn)$/.test(lemma));
}
