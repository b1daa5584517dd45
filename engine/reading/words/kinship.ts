/**
 * How nearly two stems say the same: derived from one another ("manage", "manager"), or listed as kin.
 * Derivation is preferred to lists, because a list only knows the wording that somebody thought of.
 */
import { concepts, wordsOf } from '../question/concepts.ts';
import { isDerived } from './derivation.ts';
import { closeKin, looseKin } from './lexicon.ts';
import { areOpposite } from './opposition.ts';
import { keyOf } from './stems.ts';

/** What a listed word counts beside the exact one (1): so much less that of two equal sentences the exact one wins. */
const CLOSE = 0.95;
const LOOSE = 0.85;

const grades = gradeRows();

/** From 0 to 1: how far a word with stem `said` can stand for an asked word with stem `asked`. Not transitive. */
export function kinship(asked: string, said: string): number {
  if (asked === said || isDerived(asked, said)) return 1;
  return grades.get(asked)?.get(said) ?? 0;
}

type Grades = Map<string, Map<string, number>>;

function gradeRows(): Grades {
  const map: Grades = new Map();
  for (const [asked = [], said = []] of looseKin) join(map, asked, said, LOOSE);
  for (const row of [...closeKin, ...concepts.map(wordsOf)]) join(map, row, row, CLOSE);
  return map;
}

function join(map: Grades, from: readonly string[], to: readonly string[], grade: number): void {
  const others = to.map(keyOf);
  for (const key of from.map(keyOf)) {
    const grades = map.get(key) ?? new Map<string, number>();
    // "Hot" and "cold" both ask for a temperature; neither says the other.
    for (const other of others) if (!areOpposite(key, other)) grades.set(other, grade);
    map.set(key, grades);
  }
}
