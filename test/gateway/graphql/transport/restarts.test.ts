import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Engine } from '../../../../engine/engine.ts';
import type { ClaimAddr } from '../../../../graph/address.ts';
import { appendTo, ingestLakes } from '../fan-out/evidence.ts';
import { appendFindings, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const RESTARTS = 20;
const CHANGES = 10;
const BACK_MS = 20;
const BACK = { timeout: 10_000, interval: 5 };
/** RFC 6455's registry of close codes. */
const GOING_AWAY = 1_001;

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let vell: ClaimAddr;

beforeEach(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  [vell] = await ingestLakes(server.engine);
});
afterEach(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

/** Ends the server as SIGTERM does, and starts another one on the same store and port. */
async function restart(): Promise<void> {
  const { url, faults } = server;
  await server.stop();
  expect(faults).toEqual([]);
  server = await startServer({ path: folder.path, port: Number(new URL(url).port) });
}

/** Of a result: by the subscription's field. */
type Data = Record<string, Record<string, number>>;

interface Watched {
  readonly query: string;
  readonly seqOf: (data: Data) => number | undefined;
  /** Commits one change; gives its position. */
  readonly change: (engine: Engine, index: number) => Promise<number>;
}

const FINDINGS: Watched = {
  query: 'subscription ($after: LogPosition) { findings(after: $after) { seq } }',
  seqOf: ({ findings }) => findings?.seq,
  change: async (engine, index) => {
    const [seq] = await appendFindings(engine, [{ answer: `a${index}` }]);
    return seq ?? -1;
  },
};

const LEDGER: Watched = {
  query:
    'subscription ($after: LogPosition, $claims: [ID!]) { ledger(claims: $claims, after: $after) { logSeq } }',
  seqOf: ({ ledger }) => ledger?.logSeq,
  change: (engine, index) => appendTo(engine, vell, `writer${index}`),
};

/** A client that knows where it stopped, and nothing else. */
class Client {
  readonly received: number[] = [];
  /** How often a server that ended has notified it. */
  told = 0;
  readonly #watched: Watched;
  readonly #client = createClient({
    url: server.url.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    on: {
      closed: (event) => {
        if ((event as CloseEvent).code === GOING_AWAY) this.told += 1;
      },
    },
  });
  #isLeft = false;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** Reads on behind what it has, over every restart. */
  async follow(after: number): Promise<void> {
    const { query, seqOf } = this.#watched;
    while (!this.#isLeft) {
      const variables = { claims: [vell], after: this.received.at(-1) ?? after };
      try {
        for await (const { data } of this.#client.iterate<Data>({ query, variables })) {
          if (data) this.received.push(seqOf(data) ?? -1);
        }
      } catch {
        await sleep(BACK_MS);
      }
    }
  }

  async leave(): Promise<void> {
    this.#isLeft = true;
    await this.#client.dispose();
  }
}

it.each([
  ['findings', FINDINGS],
  ['entries of a ledger', LEDGER],
])(
  `%s are received exactly as they were committed, over ${RESTARTS} restarts of the server`,
  async (_, watched) => {
    const before = (await server.engine.store.head()).size - 1;
    const committed: number[] = [];
    const client = new Client(watched);
    const following = client.follow(before);
    const change = (index: number) => watched.change(server.engine, index);
    const isCurrent = () => vi.waitFor(() => expect(client.received.at(-1)).toBe(committed.at(-1)), BACK);
    for (let round = 0; round < RESTARTS; round += 1) {
      const [first = 0, ...others] = Array.from({ length: CHANGES }, (_, index) => round * CHANGES + index);
      committed.push(await change(first));
      // Who has it has its subscription open again.
      await isCurrent();
      const seqs = await Promise.all(others.map(change));
      committed.push(...seqs.toSorted((a, b) => a - b));
      // It is still being notified.
      await restart();
    }
    await isCurrent();
    await client.leave();
    await following;
    expect(client.received).toEqual(committed);
    expect(client.told).toBe(RESTARTS);
  },
  60_000,
);
