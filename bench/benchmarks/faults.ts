/** The fault matrix on two gateways: nothing is lost or doubled, and the other gateway goes on. */
import { join } from 'node:path';
import { findNeo4jJars } from '../../test/setup/neo4j-jars.ts';
import { startNeo4j } from '../../test/setup/neo4j-process.ts';
import { SmallDisk, whyNoSmallDisk } from '../../test/setup/small-disk.ts';
import type { BenchmarkOptions, Survey } from '../benchmark.ts';
import { Cluster } from '../faults/cluster.ts';
import { type FaultRow, faultsOn, matrixTable, runFault } from '../faults/matrix.ts';
import { embeddedStack, neo4jStack, type Stack } from '../faults/stack.ts';

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
const STACKS: Readonly<Record<string, () => Promise<Stack>>> = { neo4j: openNeo4j, embedded: embeddedStack };

async function openNeo4j(): Promise<Stack> {
  const jars = await findNeo4jJars();
  if (!jars.available) throw new Error(jars.reason);
  const own = await startNeo4j(jars);
  const stack = await neo4jStack(own.server, own.signal);
  return {
    ...stack,
    [Symbol.asyncDispose]: async () => {
      await stack[Symbol.asyncDispose]();
      await own.stop();
    },
  };
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
