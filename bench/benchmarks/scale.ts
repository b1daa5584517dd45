import { availableParallelism } from 'node:os';
import { EXIT } from '../../bin/cli/exit-code.ts';
import { CommandFailure } from '../../bin/cli/failure.ts';
import { type AlikeEntries, alikeEntries } from '../alike-documents.ts';
import type { BenchmarkOptions, Survey } from '../benchmark.ts';
import type { Bound } from '../bound.ts';
import { type GrowthPoint, measureGrowth } from '../growth-points.ts';
import { type StoreKind, servedEmbedded, storeKinds } from '../stores.ts';

/** Claims of the stores, where `--rows` names no others. */
const SIZES = [1_000, 10_000, 100_000];
const MOST_BYTES_A_CLAIM = 4_000;
const MOST_INGEST_GROWTH = 1.2;
/** In a smaller store, a question does not find all of the sentences that it reads at most. */
const FULL_QUESTIONS = 10_000;
const MOST_ASK_GROWTH = 1.5;
const MOST_ASK_GROWTH_OF_SMALL = 2.5;
const MOST_APPEND_GROWTH = 1.5;
const MOST_ALIKE_ENTRIES = 15;

/** Growth of every cost with the size of the store, and the bounds that it must stay within. */
export const scaleSurvey: Survey = {
  name: 'scale',
  about: `what documents, appends, questions and memory cost at --rows (${SIZES.join(', ')}) claims; --check fails where a bound is passed`,
  async report(options) {
    const sizes = (options.rows.length === 0 ? SIZES : options.rows).toSorted((a, b) => a - b);
    const tables: string[] = [];
    const bounds: Bound[] = [];
    for (const kind of storeKinds().map(asServed)) {
      const points = await measureGrowth(kind, sizes);
      tables.push(growthTable(kind.name, points));
      // The bounds are those of the embedded store; the curve of a server is read beside it.
      if (kind.name !== 'embedded') continue;
      const found = growthBounds(points);
      // What other programs of the machine added to one size is not there a second time.
      const isDoubtful = options.check && found.some(isPassed);
      bounds.push(
        bytesBound(points),
        ...(isDoubtful ? lower(found, growthBounds(await measureGrowth(kind, sizes))) : found),
      );
    }
    const alike = await alikeEntries();
    bounds.push(...alike.map(alikeBound));
    tables.push(alikeTable(alike), boundsTable(bounds));
    return checked(tables.join('\n\n'), bounds, options);
  },
};

/** What a server runs on threads is not work of the thread that serves. */
function asServed(kind: StoreKind): StoreKind {
  return kind.name === 'embedded' ? servedEmbedded(availableParallelism()) : kind;
}

/** @throws {CommandFailure} with the table, where a bound is passed and `--check` was given */
function checked(table: string, bounds: readonly Bound[], { check }: BenchmarkOptions): string {
  const passed = bounds.filter(isPassed);
  if (!check || passed.length === 0) return table;
  const lines = passed.map(
    ({ name, value, most }) => `${name} is ${figure(value)}: at most ${most} is allowed`,
  );
  throw new CommandFailure(EXIT.error, 'bound_passed', `${table}\n\n${lines.join('\n')}`);
}

function isPassed({ value, most }: Bound): boolean {
  return value > most;
}

function lower(bounds: readonly Bound[], others: readonly Bound[]): Bound[] {
  return bounds.map((bound, index) => {
    const value = Math.min(bound.value, others[index]?.value ?? bound.value);
    return { ...bound, value };
  });
}

function bytesBound(points: readonly GrowthPoint[]): Bound {
  const value = points.at(-1)?.bytesPerClaim ?? 0;
  return { name: 'bytes a claim', value, most: MOST_BYTES_A_CLAIM };
}

/** Of CPU. */
function growthBounds(points: readonly GrowthPoint[]): Bound[] {
  const ratio = (of: (point: GrowthPoint) => number) => {
    const [first, last] = [points[0], points.at(-1)];
    return first === undefined || last === undefined ? 1 : of(last) / of(first);
  };
  return [
    {
      name: 'CPU of a document, largest ÷ smallest',
      value: ratio((one) => one.documentCpu),
      most: MOST_INGEST_GROWTH,
    },
    {
      name: 'CPU of a question p95, largest ÷ smallest',
      value: ratio((one) => one.askP95),
      most: (points[0]?.claims ?? 0) < FULL_QUESTIONS ? MOST_ASK_GROWTH_OF_SMALL : MOST_ASK_GROWTH,
    },
    {
      name: 'CPU of an append, largest ÷ smallest',
      value: ratio((one) => one.appendCpu),
      most: MOST_APPEND_GROWTH,
    },
  ];
}

function alikeBound({ name, documents, entries }: AlikeEntries): Bound {
  return { name: `entries a document, ${name}`, value: entries / documents, most: MOST_ALIKE_ENTRIES };
}

function growthTable(store: string, points: readonly GrowthPoint[]): string {
  const header = [
    `Claims, ${store}`,
    'documents',
    'entries',
    'CPU a document',
    'CPU a document with vectors',
    'CPU a claim for beliefs',
    'longest slice meanwhile',
    'CPU an append',
    'CPU a question, median',
    'p95',
    'longest slice of the thread',
    'bytes a claim',
    'resident memory',
    'server CPU of all',
  ];
  const lines = points.map((one) => [
    one.claims,
    one.documents,
    one.entries,
    ms(one.documentCpu),
    ms(one.vectoredCpu),
    ms(one.followedCpu),
    ms(one.followedSlice),
    ms(one.appendCpu),
    ms(one.askMedian),
    ms(one.askP95),
    ms(one.longestSlice),
    one.bytesPerClaim === null ? '' : Math.round(one.bytesPerClaim),
    `${Math.round(one.resident / 1e6)} MB`,
    one.serverCpu === null ? '' : `${(one.serverCpu / 1_000).toFixed(1)} s`,
  ]);
  return markdown(header, lines);
}

function alikeTable(found: readonly AlikeEntries[]): string {
  const lines = found.map(({ name, documents, entries }) => [
    name,
    documents,
    entries,
    (entries / documents).toFixed(1),
  ]);
  return markdown(['Documents that are nearly alike', 'documents', 'entries', 'a document'], lines);
}

function boundsTable(bounds: readonly Bound[]): string {
  const lines = bounds.map(({ name, value, most }) => [
    name,
    figure(value),
    most,
    value <= most ? 'yes' : '**no**',
  ]);
  return markdown(['Bound', 'measured', 'at most', 'met'], lines);
}

function markdown(header: readonly string[], lines: readonly (readonly (string | number)[])[]): string {
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  return [header, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function ms(value: number): string {
  return `${figure(value)} ms`;
}
