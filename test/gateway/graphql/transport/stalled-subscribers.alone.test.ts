import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Engine } from '../../../../engine/engine.ts';
import { answerOf, ingestInto, jsonLines } from '../../../engine/documents.ts';
import { appendFindings, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';
import { PROTOCOL } from '../raw-socket.ts';

const SUBSCRIBERS = 1_000;
const STALLED = 100;
const CHANGES = 30;
/** Of a large change, some 100 kB: over all changes more than the systems of both ends take for a socket that is not read. */
const REASONS = 4_000;
const MB = 1_000_000;
/** What all stalled ones together may cost; kept for each of them, the large changes would be 300 MB. */
const MAX_GROWN = 60 * MB;
const SUBSCRIPTION = 'subscription ($ids: [ID!]) { findings(answerIds: $ids) { seq reasons { code } } }';

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;

beforeEach(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
});
afterEach(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

interface Subscriber {
  readonly socket: WebSocket;
  /** When each change came. */
  readonly times: number[];
  readonly seqs: number[];
}

/** The name of an answer that there is, without its prefix, and the position of its only finding. */
async function answered(engine: Engine): Promise<{ readonly name: string; readonly seq: number }> {
  const text = 'Lake Vell is 212 metres deep.';
  await ingestInto(engine, 'lakes', [
    jsonLines([{ id: 'vell', text, domain: 'vell.example', day: '2026-09-01' }]),
  ]);
  const { answer } = await answerOf(engine, { corpus: 'lakes', q: 'How deep is Lake Vell?' });
  const [finding] = await engine.standingFindings('local', [answer.answer_id]);
  if (finding === undefined) throw new Error('an answer has a verdict');
  return { name: answer.answer_id.replace('ans_', ''), seq: finding.seq };
}

/** Counts what came: a waiting caller is woken by the last of it, so that no clock is looked at meanwhile. */
class Arrivals {
  #count = 0;
  #wanted = Number.POSITIVE_INFINITY;
  #reached = () => {};

  add(): void {
    this.#count += 1;
    if (this.#count >= this.#wanted) this.#reached();
  }

  reach(count: number): Promise<void> {
    if (this.#count >= count) return Promise.resolve();
    this.#wanted = count;
    return new Promise((resolve) => {
      this.#reached = resolve;
    });
  }
}

/** @param ids answers, null: all of them, the large ones too */
async function subscribe(ids: readonly string[] | null, arrivals: Arrivals): Promise<Subscriber> {
  const socket = new WebSocket(server.url.replace('http', 'ws'), PROTOCOL);
  await once(socket, 'open');
  socket.send('{"type":"connection_init"}');
  await once(socket, 'message');
  const payload = { query: SUBSCRIPTION, variables: { ids } };
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }));
  const times: number[] = [];
  const seqs: number[] = [];
  socket.on('message', (data: Buffer) => {
    times.push(performance.now());
    seqs.push(Number(/"seq":(\d+)/.exec(data.toString('latin1', 0, 120))?.[1]));
    arrivals.add();
  });
  return { socket, times, seqs };
}

it('cost a bounded memory, while nine hundred others get every change in time', async () => {
  const small = await answered(server.engine);
  const all: Subscriber[] = [];
  const atStalled = new Arrivals();
  const atReading = new Arrivals();
  while (all.length < SUBSCRIBERS) {
    const [ids, arrivals] =
      all.length < STALLED ? ([null, atStalled] as const) : ([[`ans_${small.name}`], atReading] as const);
    all.push(...(await Promise.all(Array.from({ length: 50 }, () => subscribe(ids, arrivals)))));
  }
  const [stalled, reading] = [all.slice(0, STALLED), all.slice(STALLED)];
  // Each begins with the verdict as it is.
  await Promise.all([atStalled.reach(STALLED), atReading.reach(reading.length)]);
  const committed = [small.seq, ...(await appendFindings(server.engine, [{ answer: small.name }]))];
  await Promise.all([atStalled.reach(2 * STALLED), atReading.reach(2 * reading.length)]);
  for (const { socket } of stalled) socket.pause();
  const before = usedMemory();
  const reasons = Array.from({ length: REASONS }, () => ({ code: 'newer_rival', claim: null }) as const);
  const delays: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const start = performance.now();
    const [, seq = -1] = await appendFindings(server.engine, [
      { answer: `large${change}`, reasons },
      { answer: small.name },
    ]);
    committed.push(seq);
    await atReading.reach(reading.length * committed.length);
    for (const { times } of reading) delays.push((times.at(-1) ?? 0) - start);
  }
  // Everybody who reads has every change, in order, none twice.
  for (const { seqs } of reading) expect(seqs).toEqual(committed);
  // The first burst that meets the stalled ones waits for them, once: see `Pace`.
  expect(delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.9)]).toBeLessThan(5_000);
  expect(usedMemory() - before).toBeLessThan(MAX_GROWN);
  for (const { socket } of all) socket.terminate();
}, 300_000);

/** Bytes of this process, in which both ends are; garbage is collected where the run allows it. */
function usedMemory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
