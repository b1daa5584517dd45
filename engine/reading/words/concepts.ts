/** Measurable ideas with the adjectives, nouns and verbs that name them: what an amount is asked of. */
import { partsOf, wordsIn } from '../../text/rows.ts';
import vocabulary from './concepts.json' with { type: 'json' };

/** What a quantity measures. `any` stands for an attribute that names no dimension ("record", "limit"). */
export type Dimension =
  | 'length'
  | 'area'
  | 'volume'
  | 'mass'
  | 'duration'
  | 'speed'
  | 'temperature'
  | 'money'
  | 'percent'
  | 'power'
  | 'storage'
  | 'count'
  | 'any';

/** One measurable idea: the words that name it and the dimensions in which it is stated, the usual one first. */
export interface Concept {
  readonly name: string;
  readonly dimensions: readonly Dimension[];
  /** As they follow "how". */
  readonly adjectives: readonly string[];
  readonly nouns: readonly string[];
  readonly verbs: readonly string[];
}

/** Of each measurable idea (docs/spec/decisions.md#9-form: the asked noun, unit or dimension). */
export const concepts: readonly Concept[] = vocabulary.concepts.map((row) => {
  const [name = '', dimensions, adjectives, nouns, verbs] = partsOf(row);
  return {
    name,
    // The table names no others.
    dimensions: wordsIn(dimensions) as Dimension[],
    adjectives: wordsIn(adjectives),
    nouns: wordsIn(nouns),
    verbs: wordsIn(verbs),
  };
});

/** All words of an idea. */
export function wordsOf({ adjectives, nouns, verbs }: Concept): readonly string[] {
  return [...adjectives, ...nouns, ...verbs];
}
