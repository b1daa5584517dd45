/** Rows as a Markdown table, ready for docs/benchmarks.md. */
import type { Row, Spread } from './summarise.ts';

const MS_PER_SECOND = 1_000;
const DIGITS = 3;

const HEADER = ['Case', 'Unit', 'CPU each', 'per CPU-second', 'wall each', 'CPU ×', 'wall ×', 'against'];
const SERVER_HEADER = 'server CPU each';

/** The column of the server's CPU is there where a server took part. */
export function tableOf(rows: readonly Row[]): string {
  const hasServer = rows.some(({ serverCpu }) => serverCpu !== null);
  const lines = rows.map((row) => [
    ...cells(row),
    ...(hasServer ? [row.serverCpu === null ? '' : time(row.serverCpu.median)] : []),
  ]);
  const header = [...HEADER, ...(hasServer ? [SERVER_HEADER] : [])];
  const rule = header.map((_, column) => (column < 2 ? '---' : '---:'));
  return [header, rule, ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function cells({ name, unit, cpu, wall, cpuRatio, wallRatio, against }: Row): string[] {
  return [
    name,
    unit,
    time(cpu.median),
    number(MS_PER_SECOND / cpu.median),
    time(wall.median),
    ratio(cpuRatio),
    ratio(wallRatio),
    against ?? '',
  ];
}

/** The median, then the lowest and the highest of the rounds: how much a single round is worth. */
function ratio(value: Spread | null): string {
  if (value === null) return '';
  return `${number(value.median)} (${number(value.low)}–${number(value.high)})`;
}

function time(ms: number): string {
  if (ms >= MS_PER_SECOND) return `${number(ms / MS_PER_SECOND)} s`;
  return ms >= 1 ? `${number(ms)} ms` : `${number(ms * MS_PER_SECOND)} µs`;
}

/** Three digits: the machine's noise leaves no more. */
function number(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}
