import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BeliefProjection } from '../../../engine/belief/projection/belief-projection.ts';
import { compareProjections } from '../../../graph/embedded/compare-projections.ts';
import { embeddedFile } from '../../../graph/embedded/open.ts';
import { compareReaders } from '../../../graph/log/compare-readers.ts';
import { copyLog } from '../../../graph/log/copy-log.ts';
import type { TableComparison } from '../../../graph/log/table-comparison.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';
import { openRequired, openStore } from '../open-store.ts';
import type { Output } from '../output.ts';
import { Progress } from '../progress.ts';
import type { StoreLocation, WholeStoreLocation } from '../settings.ts';

/** Keys that are printed of a table; all are in the document of `--json`. */
const SHOWN = 10;

/**
 * `adduce rebuild --check`: projects the log into a temporary store, and compares with it what the store holds. Exits 3 where a
 * row is missing, different, or one too many.
 */
export async function rebuildCheck({ settings, output }: CommandContext): Promise<ExitCode> {
  const folder = await mkdtemp(join(tmpdir(), 'adduce-check-'));
  try {
    const tables = await compare(settings.graph, folder);
    if (tables !== null) return print(output, tables);
    const message = 'the log went on while it was projected: run this again, or stop what writes to it';
    throw new CommandFailure(EXIT.unavailable, 'log_moved', message);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Null where the log has grown meanwhile. */
async function compare(location: StoreLocation, folder: string): Promise<TableComparison[] | null> {
  await using store = await openRequired(location);
  await using expected = await openStore({ kind: 'embedded', path: folder });
  const progress = new Progress('rebuild');
  const { size } = await copyLog(store, expected, {
    onProgress: ({ entries, of }) => progress.update(entries, of),
  });
  progress.end();
  // What follows the log is compared where both have followed it to its end.
  for (const one of [store, expected]) await new BeliefProjection(one).catchUp();
  if (location.kind === 'embedded') {
    return compareProjections(await embeddedFile(location.path), await embeddedFile(folder));
  }
  const tables = await compareReaders(store, expected);
  const graph = location.kind === 'shared' ? await compareFollower(location.graph, folder) : [];
  return graph !== null && (await store.head()).size === size ? [...tables, ...graph] : null;
}

/** The rows of an embedded store that follows the log; those of another are compared as far as they are read. */
async function compareFollower(graph: WholeStoreLocation, folder: string): Promise<TableComparison[] | null> {
  if (graph.kind !== 'embedded') return [];
  const tables = await compareProjections(await embeddedFile(graph.path), await embeddedFile(folder));
  return tables?.map((one) => ({ ...one, table: `graph ${one.table}` })) ?? null;
}

function print(output: Output, tables: readonly TableComparison[]): ExitCode {
  const changed = tables.filter(({ differences }) => differences.length > 0);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = changed.flatMap(({ table, differences }) => [
    `${table}: ${differences.length} ${differences.length === 1 ? 'row differs' : 'rows differ'}`,
    ...differences.slice(0, SHOWN).map(({ key, how }) => `  ${how}  ${key}`),
    ...(differences.length > SHOWN ? [`  and ${differences.length - SHOWN} more`] : []),
  ]);
  const ok = changed.length === 0;
  const sum = `${rows} rows of ${tables.length} projections, as the log has them`;
  output.result({ ok, rows, tables: changed }, ok ? [sum] : [...lines, 'to make them again: adduce rebuild']);
  return ok ? EXIT.ok : EXIT.fail;
}
