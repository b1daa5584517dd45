/**
 * Statements that every ask makes: Kysely builds and compiles a statement anew for each query, which takes longer than SQLite
 * takes to run a short one. These are compiled once for a database, and given their values each time.
 */
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Tables } from './tables.ts';

/** Stands in a compiled statement for a value that comes later. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * @param names the members of `Given` that the statement uses, each as one value
 * @param build the statement of these values; it must not look at them, since it gets what stands for them
 */
export function prepared<Given extends object, Row>(
  names: readonly (keyof Given & string)[],
  build: (db: Kysely<Tables>, given: Given) => Compilable<Row>,
): (db: Kysely<Tables>, given: Given) => Promise<QueryResult<Row>> {
  /** By what all transactions of a database have in common. */
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  // Kysely takes an object that is no expression for a value, and hands it on as it is.
  const slots = Object.fromEntries(names.map((name) => [name, new Slot(name)])) as Given;
  return (db, given) => {
    const { adapter } = db.getExecutor();
    const known = compiled.get(adapter) ?? build(db, slots).compile();
    compiled.set(adapter, known);
    return db.executeQuery({ ...known, parameters: known.parameters.map((value) => filled(value, given)) });
  };
}

function filled(parameter: unknown, given: object): unknown {
  return parameter instanceof Slot ? Reflect.get(given, parameter.name) : parameter;
}
