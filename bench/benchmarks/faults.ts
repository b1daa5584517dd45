/** The fault matrix on two gateways: nothing is lost or doubled, and the other gateway goes on. */
import { join } from 'node:path';
import { findNeo4jJars } from '../../test/setup/neo4j-jars.ts';
import { startNeo4j } from '../../test/setup/neo4j-process.ts';
import { startPostgres } from '../../test/setup/postgres-process.ts';
import { findPostgres } from '../../test/setup/postgres-programs.ts';
import { SmallDisk, whyNoSmallDisk } from '../../test/setup/small-disk.ts';
import type { BenchmarkOptions, Survey } from '../benchmark.ts';
import { Cluster } from '../faults/cluster.ts';
import { type FaultRow, faultsOn, matrixTable, runFault } from '../faults/matrix.ts';
import { embeddedStack, neo4jStack, postgresStack, type Stack } from '../faults/stack.ts';

const HOLD_S = 30;
const CLIENTS = 4;
const DISK_BYTES = 256 * 1_024 * 1_024;

export const faultsSurvey: Survey = {
  name: 'faults',
  about: 'kills, pauses, partitions and full disks on two gateways under load',
  async report(options) {
    const tables: string[] = [];
    for (const [name, open] of Object.entries(STACKS)) {
      if (options.store !== null && options.store !== name) continue;
      await using stack = await open();
      tables.push(`${stack.name}\n\n${matrixTable(await rowsOf(stack, options))}`);
    }
    return tables.join('\n\n');
  },
};

/** By the name that `--store` takes. */
const STACKS: Readonly<Record<string, () => Promise<Stack>>> = {
  neo4j: openNeo4j,
  embedded: embeddedStack,
  postgres: () => openPostgres(false),
  'postgres-neo4j': () => openPostgres(true),
};

async function openNeo4j(): Promise<Stack> {
  const own = await startNeo4j(await neo4jJars());
  const stack = await neo4jStack(own.server, own.signal);
  return {
    ...stack,
    [Symbol.asyncDispose]: async () => {
      await stack[Symbol.asyncDispose]();
      await own.stop();
    },
  };
}

async function neo4jJars() {
  const jars = await findNeo4jJars();
  if (!jars.available) throw new Error(jars.reason);
  return jars;
}

async function openPostgres(withNeo4j: boolean): Promise<Stack> {
  const found = await findPostgres();
  if (!found.available) throw new Error(found.reason);
  await using undo = new AsyncDisposableStack();
  const storeDisk = whyNoSmallDisk() === null ? undo.use(await SmallDisk.mount(DISK_BYTES)) : null;
  const postgres = await startPostgres(found, storeDisk?.folder);
  undo.defer(postgres.stop);
  const neo4j = withNeo4j ? await startNeo4j(await neo4jJars()) : null;
  undo.defer(async () => neo4j?.stop());
  const stack = undo.use(await postgresStack({ postgres, storeDisk, neo4j }));
  const opened = undo.move();
  return { ...stack, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function rowsOf(stack: Stack, { seconds, attacks }: BenchmarkOptions): Promise<FaultRow[]> {
  const noDisk = whyNoSmallDisk();
  if (noDisk !== null) console.log(`no full disk: ${noDisk}`);
  await using undo = new AsyncDisposableStack();
  const disk = noDisk === null ? undo.use(await SmallDisk.mount(DISK_BYTES)) : null;
  const cluster = undo.use(await Cluster.start(stack, disk && join(disk.folder, 'data')));
  const isChosen = (name: string) => attacks.length === 0 || attacks.some((part) => name.includes(part));
  const rows: FaultRow[] = [];
  for (const fault of faultsOn(cluster, disk).filter(({ name }) => isChosen(name))) {
    const row = await runFault(cluster, fault, { holdMs: (seconds ?? HOLD_S) * 1_000, clients: CLIENTS });
    console.log(matrixTable([row]).split('\n').at(-1));
    rows.push(row);
  }
  return rows;
}
