/** Values of one field of all items of a level, on their way to JSON. */

import type { LoadKeys } from '../builder/keys-plugin.ts';
import type { GraphqlContext } from '../context.ts';

/** One run of a query. */
export interface Run {
  readonly context: GraphqlContext;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly loads: Loads;
}

export interface Loads {
  /** The JSON of items by their keys. */
  written(load: LoadKeys, column: WriteColumn, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** At once where nothing has to be waited for. */
export type Maybe<T> = T | Promise<T>;

/** The JSON of a value that has been read. */
export type WriteValue = (value: unknown) => string;

/** The JSON of each value, in their order. */
export type WriteColumn = (values: readonly unknown[], run: Run) => Maybe<readonly string[]>;

/** Each by itself where nothing below it is resolved, else all of a level. */
export type Write =
  | { readonly value: WriteValue; readonly column: null }
  | { readonly value: null; readonly column: WriteColumn };

export const NULL = 'null';

export function byValue(value: WriteValue): Write {
  return { value, column: null };
}

export function byColumn(column: WriteColumn): Write {
  return { value: null, column };
}

export function columnOf({ value, column }: Write): WriteColumn {
  return value === null ? column : (values) => values.map(value);
}

/** @throws {TypeError} at null: the full path reports it in its form */
export function nonNull({ value, column }: Write): Write {
  if (value !== null) return byValue((one) => checkedNonNull(value(one)));
  return byColumn((values, run) => after(column(values, run), (texts) => texts.map(checkedNonNull)));
}

function checkedNonNull(text: string): string {
  if (text === NULL) throw new TypeError('a field that may not be null is');
  return text;
}

/** @param write of what is not null */
export function nullable({ value, column }: Write): Write {
  if (value !== null) return byValue((one) => (isPresent(one) ? value(one) : NULL));
  return byColumn((values, run) => {
    if (values.every(isPresent)) return column(values, run);
    const present = values.filter(isPresent);
    if (present.length === 0) return values.map(() => NULL);
    return after(column(present, run), (texts) => {
      let next = 0;
      return values.map((one) => (isPresent(one) ? (texts[next++] as string) : NULL));
    });
  });
}

/** @param write of an item */
export function listOf(write: Write): Write {
  const column = columnOf(write);
  return byColumn((values, run) => {
    // A resolver gives what can be gone through, where the schema has a list.
    const lists = values as readonly Iterable<unknown>[];
    const items: unknown[] = [];
    const ends: number[] = [];
    for (const list of lists) {
      // It could be gone through too, letter by letter.
      if (typeof list === 'string') throw new TypeError('a word in place of a list');
      for (const item of list) items.push(item);
      ends.push(items.length);
    }
    if (items.length === 0) return values.map(() => '[]');
    const texts = after(settled(items), (all) => column(all, run));
    return after(texts, (all) =>
      ends.map((end, index) => `[${all.slice(ends[index - 1] ?? 0, end).join(',')}]`),
    );
  });
}

/** Items that stand as keys: each is loaded and written once, however often it stands in the level. */
export function loadedBy(load: LoadKeys, write: Write): Write {
  const column = columnOf(nullable(write));
  return byColumn((values, run) => {
    const keys = values.filter((value) => typeof value === 'string');
    // Some resolvers have the items themselves.
    if (keys.length === 0) return column(values, run);
    if (keys.length < values.length) throw new TypeError('items and keys in one column');
    return after(run.loads.written(load, column, keys), (texts) =>
      keys.map((key) => texts.get(key) as string),
    );
  });
}

/** As they are where none has to be waited for. */
export function settled(values: readonly unknown[]): Maybe<readonly unknown[]> {
  return values.some(isThenable) ? Promise.all(values) : values;
}

export function after<T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** @throws the error that stands in a value's place, as loaders give it of one key */
function isPresent(value: unknown): boolean {
  if (value instanceof Error) throw value;
  return value !== null && value !== undefined;
}
