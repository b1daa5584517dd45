import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { BenchmarkOptions, Survey } from '../benchmark.ts';
import { ATTACKS } from '../neighbours/attacks.ts';
import { arrive, type Experience, experience } from '../neighbours/neighbour.ts';
import { type DataFolder, prepareData, startServed } from '../neighbours/served.ts';

const SECONDS = 12;
const CLAIMS = 20_000;
const OWN = resolve(import.meta.dirname, '..', '..');
/** An attack begins so long before the neighbour comes. */
const HEAD_START_S = 1;

interface Row {
  readonly attack: string;
  readonly seen: Experience;
  /** How the attacker's own requests ended. */
  readonly attacker: string;
  /** Null where the server lived through it. */
  readonly death: string | null;
}

/** What a visitor notices of each attack on `adduce serve`, of this checkout or of another. */
export const neighboursSurvey: Survey = {
  name: 'neighbours',
  about:
    "a neighbour's latency during each attack on `adduce serve` (--server, --seconds, --claims, --attack)",
  async report(options) {
    const checkout = options.server === null ? OWN : resolve(options.server);
    const seconds = options.seconds ?? SECONDS;
    await using data = await prepareData(checkout, options.claims ?? CLAIMS);
    const rows: Row[] = [];
    for (const attack of chosen(options)) {
      rows.push(await under(attack, { checkout, data, seconds }));
      // Said at once, since a table of all takes long.
      console.error(tableOf(rows).split('\n').at(-1));
    }
    return tableOf(rows);
  },
};

/** The calm comes first: the others are compared with it. */
function chosen({ attacks }: BenchmarkOptions): string[] {
  const names = Object.keys(ATTACKS);
  const wanted = names.filter((name, index) => index === 0 || attacks.some((part) => name.includes(part)));
  return attacks.length === 0 ? names : wanted;
}

interface Place {
  readonly checkout: string;
  readonly data: DataFolder;
  readonly seconds: number;
}

/** On a server of its own: an open breaker is not the next attack's. */
async function under(attack: string, { checkout, data, seconds }: Place): Promise<Row> {
  await using server = await startServed(checkout, await data.copy());
  const cookie = await arrive(server.url);
  const attacker = fork(
    join(import.meta.dirname, '..', 'neighbours', 'attacker.ts'),
    [attack, server.url, String(seconds + HEAD_START_S)],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  let said = '';
  attacker.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = once(attacker, 'exit');
  await Promise.race([once(attacker, 'message'), ended]);
  await new Promise((done) => setTimeout(done, HEAD_START_S * 1_000));
  const seen = await experience(server.url, cookie, seconds);
  await ended;
  return { attack, seen, attacker: said.trim(), death: server.died() };
}

function tableOf(rows: readonly Row[]): string {
  const calm = rows[0]?.seen;
  const header = [
    'Attack',
    'answered',
    'p50',
    'p99',
    'refused or lost',
    'longest gap',
    'p99 ×',
    "attacker's requests",
  ];
  const lines = rows.map(({ attack, seen, attacker, death }) => [
    attack,
    String(seen.answered.length),
    time(quantile(seen, 0.5)),
    time(quantile(seen, 0.99)),
    [...seen.refused].map(([outcome, count]) => `${count} × ${outcome}`).join(', ') || 'none',
    time(seen.longestGap),
    ratio(quantile(seen, 0.99), quantile(calm, 0.99)),
    death === null ? counts(attacker) : `the server died: ${death}`,
  ]);
  const rule = header.map((_, column) => (column >= 1 && column <= 6 && column !== 4 ? '---:' : '---'));
  return [header, rule, ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Of the requests that were answered, in milliseconds; null where none was. */
function quantile(seen: Experience | undefined, part: number): number | null {
  const answered = seen?.answered ?? [];
  return answered[Math.min(answered.length - 1, Math.ceil(answered.length * part) - 1)] ?? null;
}

function time(ms: number | null): string {
  if (ms === null) return '–';
  return ms >= 1_000 ? `${(ms / 1_000).toPrecision(3)} s` : `${ms.toPrecision(3)} ms`;
}

function ratio(value: number | null, base: number | null): string {
  return value === null || base === null ? '–' : (value / base).toPrecision(3);
}

function counts(json: string): string {
  const tally: unknown = json === '' ? {} : JSON.parse(json);
  return Object.entries(Object(tally))
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(', ');
}
