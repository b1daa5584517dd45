/** `npm run bench -- NAME…` runs benchmarks; without a name it lists them. */
import { CommandFailure } from '../bin/cli/failure.ts';
import type { Benchmark } from './benchmark.ts';
import { answerBenchmark } from './benchmarks/answer.ts';
import { appendBenchmark } from './benchmarks/append.ts';
import { askBenchmark } from './benchmarks/ask.ts';
import { cborBenchmark } from './benchmarks/cbor.ts';
import { fanoutBenchmark } from './benchmarks/fanout.ts';
import { foldBenchmark } from './benchmarks/fold.ts';
import { graphqlBenchmark } from './benchmarks/graphql.ts';
import { ingestBenchmark } from './benchmarks/ingest.ts';
import { receiptsBenchmark } from './benchmarks/receipts.ts';
import { selectBenchmark } from './benchmarks/select.ts';
import { tokenBenchmark } from './benchmarks/token.ts';
import { wireBenchmark } from './benchmarks/wire.ts';
import { wireAppendBenchmark } from './benchmarks/wire-append.ts';
import { machineLine } from './machine.ts';
import { tableOf } from './print-table.ts';
import { runBenchmark } from './run-benchmark.ts';
import { summarise } from './summarise.ts';

const BENCHMARKS: readonly Benchmark[] = [
  answerBenchmark,
  appendBenchmark,
  askBenchmark,
  cborBenchmark,
  fanoutBenchmark,
  foldBenchmark,
  graphqlBenchmark,
  ingestBenchmark,
  receiptsBenchmark,
  selectBenchmark,
  tokenBenchmark,
  wireAppendBenchmark,
  wireBenchmark,
];

async function main(names: readonly string[]): Promise<void> {
  const chosen = names.map(
    (name) => BENCHMARKS.find((one) => one.name === name) ?? fail(`there is no benchmark ${name}`),
  );
  if (chosen.length === 0) console.log(list());
  for (const benchmark of chosen) {
    console.log(`## ${benchmark.name}: ${benchmark.about}\n`);
    console.log(`${benchmark.rounds} rounds. ${machineLine()} before,`);
    const { measured, details } = await runBenchmark(benchmark);
    console.log(`${machineLine()} after.\n\n${tableOf(summarise(measured))}\n`);
    if (details !== null) console.log(`${details}\n`);
  }
}

function list(): string {
  const lines = BENCHMARKS.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`);
  return ['npm run bench -- NAME…', ...lines].join('\n');
}

function fail(message: string): never {
  console.error(`${message}\n${list()}`);
  process.exit(2);
}

try {
  await main(process.argv.slice(2));
} catch (fault) {
  if (!(fault instanceof CommandFailure)) throw fault;
  console.error(fault.message);
  process.exit(fault.exit);
}
