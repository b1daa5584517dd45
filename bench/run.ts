/** `npm run bench -- NAME…` runs benchmarks; without a name it lists them. */
import { parseArgs } from 'node:util';
import { CommandFailure } from '../bin/cli/failure.ts';
import { type Benchmark, type BenchmarkOptions, NO_OPTIONS, type Survey } from './benchmark.ts';
import { analystsSurvey } from './benchmarks/analysts.ts';
import { answerBenchmark } from './benchmarks/answer.ts';
import { appendBenchmark } from './benchmarks/append.ts';
import { askBenchmark } from './benchmarks/ask.ts';
import { behindSurvey } from './benchmarks/behind.ts';
import { bffBenchmark } from './benchmarks/bff.ts';
import { cborBenchmark } from './benchmarks/cbor.ts';
import { costliestSurvey } from './benchmarks/costliest.ts';
import { explorerSurvey } from './benchmarks/explorer.ts';
import { exportsSurvey } from './benchmarks/exports.ts';
import { fanoutBenchmark } from './benchmarks/fanout.ts';
import { faultsSurvey } from './benchmarks/faults.ts';
import { foldBenchmark } from './benchmarks/fold.ts';
import { graphqlBenchmark } from './benchmarks/graphql.ts';
import { ingestBenchmark } from './benchmarks/ingest.ts';
import { listsSurvey } from './benchmarks/lists.ts';
import { logReadsSurvey } from './benchmarks/log-reads.ts';
import { neighboursSurvey } from './benchmarks/neighbours.ts';
import { newDaySurvey } from './benchmarks/new-day.ts';
import { pageSurvey } from './benchmarks/page.ts';
import { questionsSurvey } from './benchmarks/questions.ts';
import { receiptsBenchmark } from './benchmarks/receipts.ts';
import { scaleSurvey } from './benchmarks/scale.ts';
import { scaleIngestSurvey } from './benchmarks/scale-ingest.ts';
import { selectBenchmark } from './benchmarks/select.ts';
import { sharedLogSurvey } from './benchmarks/shared-log.ts';
import { soakSurvey } from './benchmarks/soak.ts';
import { startSurvey } from './benchmarks/start.ts';
import { storageSurvey } from './benchmarks/storage.ts';
import { tokenBenchmark } from './benchmarks/token.ts';
import { vectorsSurvey } from './benchmarks/vectors.ts';
import { wireBenchmark } from './benchmarks/wire.ts';
import { wireAppendBenchmark } from './benchmarks/wire-append.ts';
import { machineLine } from './machine.ts';
import { tableOf } from './print-table.ts';
import { runBenchmark } from './run-benchmark.ts';
import { summarise } from './summarise.ts';

const BENCHMARKS: readonly (Benchmark | Survey)[] = [
  analystsSurvey,
  answerBenchmark,
  appendBenchmark,
  askBenchmark,
  behindSurvey,
  bffBenchmark,
  cborBenchmark,
  costliestSurvey,
  explorerSurvey,
  exportsSurvey,
  fanoutBenchmark,
  faultsSurvey,
  foldBenchmark,
  graphqlBenchmark,
  ingestBenchmark,
  listsSurvey,
  logReadsSurvey,
  neighboursSurvey,
  pageSurvey,
  questionsSurvey,
  receiptsBenchmark,
  scaleSurvey,
  scaleIngestSurvey,
  newDaySurvey,
  selectBenchmark,
  sharedLogSurvey,
  soakSurvey,
  startSurvey,
  storageSurvey,
  tokenBenchmark,
  vectorsSurvey,
  wireAppendBenchmark,
  wireBenchmark,
];

async function main(parts: readonly string[]): Promise<void> {
  const { names, options } = read(parts);
  const chosen = names.map(
    (name) => BENCHMARKS.find((one) => one.name === name) ?? fail(`there is no benchmark ${name}`),
  );
  if (chosen.length === 0) console.log(list());
  for (const one of chosen) {
    console.log(`## ${one.name}: ${one.about}\n`);
    await ('report' in one ? survey(one, options) : measure(one, options));
  }
}

async function measure(benchmark: Benchmark, options: BenchmarkOptions): Promise<void> {
  console.log(`${benchmark.rounds} rounds. ${machineLine()} before,`);
  const { measured, details } = await runBenchmark(benchmark, options);
  console.log(`${machineLine()} after.\n\n${tableOf(summarise(measured))}\n`);
  if (details !== null) console.log(`${details}\n`);
}

async function survey(one: Survey, options: BenchmarkOptions): Promise<void> {
  console.log(`${machineLine()} before,`);
  const table = await one.report(options);
  console.log(`${machineLine()} after.\n\n${table}\n`);
}

function read(parts: readonly string[]): { readonly names: string[]; readonly options: BenchmarkOptions } {
  const { positionals, values } = parseArgs({
    args: [...parts],
    allowPositionals: true,
    options: {
      rows: { type: 'string', multiple: true },
      server: { type: 'string' },
      seconds: { type: 'string' },
      claims: { type: 'string' },
      attack: { type: 'string', multiple: true },
      check: { type: 'boolean' },
      store: { type: 'string' },
      minutes: { type: 'string' },
      data: { type: 'string' },
    },
  });
  const options: BenchmarkOptions = {
    ...NO_OPTIONS,
    rows: (values.rows ?? []).map((value) => whole('rows', value)),
    server: values.server ?? null,
    seconds: values.seconds === undefined ? null : whole('seconds', values.seconds),
    claims: values.claims === undefined ? null : whole('claims', values.claims),
    attacks: values.attack ?? [],
    check: values.check ?? false,
    store: values.store ?? null,
    minutes: values.minutes === undefined ? null : whole('minutes', values.minutes),
    data: values.data ?? null,
  };
  return { names: positionals, options };
}

function whole(name: string, value: string): number {
  return /^[1-9]\d{0,8}$/.test(value)
    ? Number(value)
    : fail(`--${name} is ${value}: it accepts a whole number`);
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
