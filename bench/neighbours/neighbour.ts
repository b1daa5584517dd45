/** Somebody who uses the page as people do while others do as they like, and a look at how the server breathes. */
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readGolden } from '../../bin/cli/demo/golden.ts';
import { type Outcome, type Sender, type Sent, send } from './http.ts';

/** Addresses that are not the attacker's. */
const NEIGHBOUR = '127.0.0.2';
const PROBE = '127.0.0.3';
const EVERY_MS = 250;
const PROBE_MS = 50;
/** What has not come back so long after the last request is counted as lost. */
const PATIENCE_MS = 30_000;

export interface Experience {
  /** Milliseconds of the requests that were answered as they should be, sorted. */
  readonly answered: readonly number[];
  /** All others by how they ended. */
  readonly refused: ReadonlyMap<Outcome, number>;
  /** The longest that GET /api/healthz took, in milliseconds. */
  readonly longestGap: number;
}

interface Timed {
  readonly outcome: Outcome;
  readonly ms: number;
}

/** Comes before the attack: the cookie. @throws {Error} where the page gives none */
export async function arrive(url: string): Promise<string> {
  const sender = { url, from: NEIGHBOUR, agent: new Agent() };
  const { cookie } = await send(sender, { method: 'GET', path: '/' });
  if (cookie === null) throw new Error('the neighbour was not let in');
  return cookie;
}

/** Sends on time, whether or not the earlier ones have come back: a server that stands still does not spare itself. */
export async function experience(url: string, cookie: string, seconds: number): Promise<Experience> {
  const questions = [...new Set((await readGolden()).map(({ q }) => q))];
  const giveUp = new AbortController();
  const sender = (from: string): Sender => {
    return { url, from, agent: new Agent(), signal: giveUp.signal };
  };
  const steps = (index: number): Sent => {
    const q = questions[Math.floor(index / 3) % questions.length];
    const all: Sent[] = [
      { method: 'GET', path: '/', cookie },
      { method: 'GET', path: '/api/history', cookie },
      { method: 'POST', path: '/api/answers', cookie, body: JSON.stringify({ q }) },
    ];
    return all[index % all.length] ?? { method: 'GET', path: '/', cookie };
  };
  const probe: Sent = { method: 'GET', path: '/api/healthz' };
  const running = [
    inTime(sender(NEIGHBOUR), { every: EVERY_MS, seconds, next: steps }),
    inTime(sender(PROBE), { every: PROBE_MS, seconds, next: () => probe }),
  ];
  const late = setTimeout(() => giveUp.abort(), seconds * 1_000 + PATIENCE_MS);
  const [own = [], probes = []] = await Promise.all(running);
  clearTimeout(late);
  return {
    answered: own
      .filter(isAnswered)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b),
    refused: countOf(own.filter((one) => !isAnswered(one))),
    longestGap: Math.max(...probes.map(({ ms }) => ms)),
  };
}

interface Schedule {
  /** Milliseconds. */
  readonly every: number;
  readonly seconds: number;
  readonly next: (index: number) => Sent;
}

async function inTime(sender: Sender, { every, seconds, next }: Schedule): Promise<Timed[]> {
  const sent: Promise<Timed>[] = [];
  const start = performance.now();
  for (let index = 0; index * every < seconds * 1_000; index++) {
    await pause(Math.max(0, start + index * every - performance.now()));
    sent.push(timed(sender, next(index)));
  }
  return Promise.all(sent);
}

async function timed(sender: Sender, sent: Sent): Promise<Timed> {
  const start = performance.now();
  const { outcome } = await send(sender, sent);
  return { outcome, ms: performance.now() - start };
}

/** A contradiction (409) is an answer too: it shows both sides. */
function isAnswered({ outcome }: Timed): boolean {
  return outcome === 200 || outcome === 409;
}

function countOf(timed: readonly Timed[]): Map<Outcome, number> {
  const counts = new Map<Outcome, number>();
  for (const { outcome } of timed) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}
