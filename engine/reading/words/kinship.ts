/**
 * How nearly two stems say the same: derived from one another ("manage", "manager"), or listed as kin.
 * Derivation is preferred to lists, because a list only knows the wording that somebody thought of.
 */
import { memoize } from '../../memoize.ts';
import { concepts, wordsOf } from './concepts.ts';
import { isDerived } from './derivation.ts';
import { closeKin, looseKin } from './lexicon.ts';
import { areOpposite } from './opposition.ts';
import { keyOf } from './stems.ts';

/** What a listed word counts beside the exact one (1): so much less that of two equal sentences the exact one wins. */
const CLOSE = 0.95;
const LOOSE = 0.85;

/** From 0 to 1: how far any of the words with stems `said` can stand for an asked word with stem `asked`. Not transitive. */
export function kinship(asked: string, said: ReadonlySet<string>): number {
  if (said.has(asked)) return 1;
  const grades = gradesOf(asked);
  let most = 0;
  for (const one of said) {
    if (isDerived(asked, one)) return 1;
    most = Math.max(most, grades.get(one) ?? 0);
  }
  return most;
}

interface Row {
  readonly said: readonly string[];
  readonly grade: number;
}

/** Rows by the stems that they are asked by, listed on first use: thousands of stems. */
let rows: ReadonlyMap<string, readonly Row[]> | undefined;

const gradesOf = memoize((asked: string): ReadonlyMap<string, number> => {
  rows ??= listRows();
  // "Hot" and "cold" both ask for a temperature; neither says the other.
  const others = (rows.get(asked) ?? []).flatMap(({ said, grade }) =>
    said.filter((one) => !areOpposite(asked, one)).map((one) => [one, grade] as const),
  );
  return new Map(others);
}, 20_000);

function listRows(): ReadonlyMap<string, readonly Row[]> {
  const listed = new Map<string, Row[]>();
  for (const [asked = [], said = []] of looseKin)
    list(listed, asked, { said: said.map(keyOf), grade: LOOSE });
  for (const row of [...closeKin, ...concepts.map(wordsOf)])
    list(listed, row, { said: row.map(keyOf), grade: CLOSE });
  return listed;
}

function list(listed: Map<string, Row[]>, asked: readonly string[], row: Row): void {
  for (const key of asked.map(keyOf)) listed.set(key, [...(listed.get(key) ?? []), row]);
}
