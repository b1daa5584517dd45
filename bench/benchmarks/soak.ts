/** A service under twice the load that it can serve: its memory stays flat, and who must wait is refused in time. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../test/e2e/adduce-process.ts';
import { mintAgent } from '../../test/e2e/agents.ts';
import { ask } from '../../test/e2e/caller.ts';
import { EMBEDDED } from '../../test/e2e/deployment.ts';
import { deployFacts, QUESTIONS } from '../../test/e2e/facts.ts';
import type { Survey } from '../benchmark.ts';
import { MixedRequests, type Outcome } from '../soak/mixed-requests.ts';

const MINUTES = 30;
const WARM_UP_MS = 10_000;
const CLOSED_MS = 20_000;
/** Clients that each wait for their reply before they ask again: enough to keep the service busy. */
const CLIENTS = 16;
const OVERLOAD = 2;
const TICK_MS = 10;
/** Requests under way: one more is not sent, and counted. */
const MAX_UNDER_WAY = 2_000;
const MINUTE_MS = 60_000;
const PROBE_MS = 2_000;
const KIB_PER_MB = 1_024;

export const soakSurvey: Survey = {
  name: 'soak',
  about: 'twice the sustainable load for --minutes (30): memory, refusals, latency',
  async report({ minutes, seconds }) {
    await using deployment = await deployFacts(EMBEDDED);
    const service = await deployment.serve();
    const { token } = await mintAgent(deployment.settings);
    const claims: string[] = [];
    for (const { q } of QUESTIONS) {
      const [claim] = (await ask(service.url, { q })).claims;
      if (claim !== undefined) claims.push(claim.addr);
    }
    const requests = new MixedRequests(service.url, { token, claims });
    await closedLoop(requests, WARM_UP_MS);
    const rate = await closedLoop(requests, CLOSED_MS);
    console.log(`sustainable: ${rate.toFixed(0)} requests/s by ${CLIENTS} clients`);
    const lasting = seconds === null ? (minutes ?? MINUTES) * MINUTE_MS : seconds * 1_000;
    const rows = await openLoop(requests, service, rate * OVERLOAD, lasting);
    return [
      `Sustainable: ${rate.toFixed(0)} requests/s (${CLIENTS} clients, each waiting for its reply). Sent: ${(rate * OVERLOAD).toFixed(0)} a second for ${(lasting / MINUTE_MS).toFixed(1)} minutes.`,
      tableOf(rows),
    ].join('\n\n');
  },
};

/** Replies a second that were served. */
async function closedLoop(requests: MixedRequests, ms: number): Promise<number> {
  const began = performance.now();
  let served = 0;
  const client = async () => {
    while (performance.now() - began < ms) {
      const { status } = await requests.send();
      if (status !== null && status < 300) served += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (1_000 * served) / (performance.now() - began);
}

interface Minute {
  readonly outcomes: Outcome[];
  unsent: number;
  /** MB, each look. */
  readonly memory: number[];
  /** Milliseconds that a liveness probe took. */
  readonly probes: number[];
}

/** Requests arrive at their times, whatever has become of those before. */
async function openLoop(
  requests: MixedRequests,
  service: Service,
  rate: number,
  ms: number,
): Promise<Minute[]> {
  const minutes: Minute[] = [];
  const began = performance.now();
  const now = () => Math.floor((performance.now() - began) / MINUTE_MS);
  const minute = (index: number): Minute => {
    // A minute in which the machine stood still has a row, too.
    while (minutes.length <= index) minutes.push({ outcomes: [], unsent: 0, memory: [], probes: [] });
    // Just made, where it was not there.
    return minutes[index] as Minute;
  };
  let underWay = 0;
  let isOver = false;
  const probing = probe(
    service,
    () => minute(now()),
    () => isOver,
  );
  for (let sent = 0; performance.now() - began < ms; await sleep(TICK_MS)) {
    const due = Math.floor(((performance.now() - began) * rate) / 1_000);
    for (; sent < due; sent += 1) {
      const at = minute(now());
      if (underWay >= MAX_UNDER_WAY) {
        at.unsent += 1;
        continue;
      }
      underWay += 1;
      void requests.send().then((outcome) => {
        underWay -= 1;
        at.outcomes.push(outcome);
      });
    }
  }
  while (underWay > 0) await sleep(TICK_MS);
  isOver = true;
  await probing;
  return minutes;
}

async function probe(service: Service, minute: () => Minute, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const at = minute();
    at.memory.push(await residentMb(service.pid));
    const began = performance.now();
    const { ok } = await fetch(`${service.url}/livez`).catch(() => ({ ok: false }));
    at.probes.push(ok ? performance.now() - began : Number.POSITIVE_INFINITY);
    await sleep(PROBE_MS);
  }
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / KIB_PER_MB;
}

function tableOf(minutes: readonly Minute[]): string {
  const header = [
    'minute',
    'sent',
    'served',
    '429, 503',
    'of these without Retry-After',
    'other',
    'served p50',
    'served p99',
    'refused p99',
    '/livez p99',
    'memory',
  ];
  const lines = minutes.map(({ outcomes, unsent, memory, probes }, index) => {
    const served = outcomes.filter(({ status }) => status !== null && status < 300);
    const refused = outcomes.filter(({ status }) => status === 429 || status === 503);
    const others = outcomes.filter((one) => !served.includes(one) && !refused.includes(one));
    return [
      index + 1,
      outcomes.length + (unsent > 0 ? ` (${unsent} not sent)` : ''),
      served.length,
      refused.length,
      refused.filter(({ retryAfter }) => !retryAfter).length,
      counted(others.map(({ status, fault }) => status ?? fault ?? '')),
      ms(
        quantile(
          served.map(({ ms: time }) => time),
          0.5,
        ),
      ),
      ms(
        quantile(
          served.map(({ ms: time }) => time),
          0.99,
        ),
      ),
      ms(
        quantile(
          refused.map(({ ms: time }) => time),
          0.99,
        ),
      ),
      ms(quantile(probes, 0.99)),
      `${Math.round(quantile(memory, 0.5))} MB`,
    ];
  });
  return [header, header.map(() => '---:'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function counted(values: readonly (number | string)[]): string {
  const groups = [...Map.groupBy(values, (value) => value)];
  return groups.map(([value, all]) => `${all.length} × ${value}`).join(', ') || '0';
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
