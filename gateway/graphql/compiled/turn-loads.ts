/** Keys wanted in one event-loop slice are loaded by one call, and written as one column where the selection is equal. */

import { type LoadKeys, MAX_KEYS } from '../builder/keys-plugin.ts';
import type { GraphqlContext } from '../context.ts';
import type { Loads, Run, WriteColumn } from './column.ts';

interface Turn {
  readonly keys: Set<string>;
  readonly items: Promise<ReadonlyMap<string, unknown>>;
  readonly columns: Map<WriteColumn, Column>;
}

interface Column {
  readonly keys: Set<string>;
  readonly texts: Promise<ReadonlyMap<string, string>>;
}

/** Of one run of a query. */
export class TurnLoads implements Loads {
  readonly run: Run;
  readonly #turns = new Map<LoadKeys, Turn>();

  constructor(context: GraphqlContext, variables: Run['variables']) {
    this.run = { context, variables, loads: this };
  }

  written(
    load: LoadKeys,
    column: WriteColumn,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const turn = this.#turns.get(load) ?? this.#begin(load);
    const wanted = turn.columns.get(column) ?? this.#want(turn, column);
    for (const key of keys) {
      turn.keys.add(key);
      wanted.keys.add(key);
    }
    return wanted.texts;
  }

  #begin(load: LoadKeys): Turn {
    const keys = new Set<string>();
    const items = endOfTurn().then(() => {
      this.#turns.delete(load);
      return loaded(load, [...keys], this.run.context);
    });
    const turn = { keys, items, columns: new Map() };
    this.#turns.set(load, turn);
    return turn;
  }

  #want({ items, columns }: Turn, column: WriteColumn): Column {
    const keys = new Set<string>();
    const texts = items.then(async (found) => {
      const all = [...keys];
      const written = await column(
        all.map((key) => found.get(key)),
        this.run,
      );
      return mapped(all, written);
    });
    const wanted = { keys, texts };
    columns.set(column, wanted);
    return wanted;
  }
}

async function loaded(
  load: LoadKeys,
  keys: readonly string[],
  context: GraphqlContext,
): Promise<Map<string, unknown>> {
  if (keys.length <= MAX_KEYS) return mapped(keys, await load(keys, context));
  const starts = Array.from({ length: Math.ceil(keys.length / MAX_KEYS) }, (_, index) => index * MAX_KEYS);
  const found = await Promise.all(starts.map((start) => load(keys.slice(start, start + MAX_KEYS), context)));
  return mapped(keys, found.flat());
}

function mapped<T>(keys: readonly string[], values: readonly T[]): Map<string, T> {
  // There is a value for each key.
  return new Map(keys.map((key, index) => [key, values[index] as T]));
}

/** When all that is ready now has said what it wants. */
function endOfTurn(): Promise<void> {
  return Promise.resolve().then(() => new Promise((resolve) => process.nextTick(resolve)));
}
