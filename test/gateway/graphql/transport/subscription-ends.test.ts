import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimAddr } from '../../../../graph/address.ts';
import { TestClock } from '../../../engine/test-engine.ts';
import { eventually } from '../../../eventually.ts';
import { appendTo, ingestLakes } from '../fan-out/evidence.ts';
import {
  appendFindings,
  type RunningServer,
  type ServerOptions,
  startServer,
  storeFolder,
} from '../graphql-server.ts';
import { openAcknowledged, openRaw } from '../raw-socket.ts';
import { openStream } from '../raw-stream.ts';

const FINDINGS = 'subscription ($after: LogPosition) { findings(after: $after) { seq } }';
const LEDGER = 'subscription ($claims: [ID!]!) { ledger(claims: $claims) { logSeq } }';

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;

beforeEach(async () => {
  folder = await storeFolder();
});
afterEach(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

async function start(options: Partial<ServerOptions>): Promise<void> {
  server = await startServer({ path: folder.path, ...options });
}

// Tests look into results as they asked for them.
// biome-ignore lint/suspicious/noExplicitAny: the shape follows each test's query
type Told = any;

/** What a subscriber hears, over either transport. */
interface Heard {
  readonly results: () => readonly Told[];
  /** The error that it received last. */
  readonly error: () => Told;
  /** How it ended. */
  readonly ended: Promise<unknown>;
  leave(): void;
}

type Subscribe = (
  operation: { readonly query: string; readonly variables: object },
  authorization?: string,
) => Promise<Heard>;

const overSocket: Subscribe = async (payload, authorization) => {
  const raw = await openAcknowledged(server.url, authorization ?? null);
  raw.send({ id: '1', type: 'subscribe', payload });
  const payloadsOf = (type: string): Told[] =>
    raw.messages.filter((message) => message.type === type).map(({ payload }) => payload);
  return {
    results: () => payloadsOf('next').map(({ data }) => data),
    error: () => payloadsOf('error').at(-1)?.[0],
    ended: raw.closed,
    leave: () => raw.socket.close(),
  };
};

const overStream: Subscribe = async (operation, authorization) => {
  const stream = await openStream(
    server.url,
    operation,
    authorization === undefined ? {} : { authorization },
  );
  return {
    results: () => stream.results,
    error: () => stream.errors.at(-1),
    ended: stream.ended,
    leave: stream.leave,
  };
};

const TRANSPORTS = [
  ['a socket', overSocket],
  ['a stream', overStream],
] as const;

const got = (heard: Heard, count: number) => eventually(() => expect(heard.results()).toHaveLength(count));

describe('a token that expires while its subscription is open', () => {
  const clock = new TestClock();
  let vell: ClaimAddr;

  beforeEach(async () => {
    clock.set('2026-10-01T12:00:00.000Z');
    await start({ clock });
    [vell] = await ingestLakes(server.engine);
  });

  async function mint(ttl: string) {
    const capabilities = ['svc.evidence'] as const;
    const minted = await server.engine.keys.mintToken({ capabilities, standing: null, ttl, actor: null });
    if (!minted.ok) throw new Error(minted.refusal.message);
    return { bearer: `Bearer ${minted.value.token}`, expiresAt: minted.value.expires_at };
  }

  it.each(TRANSPORTS)('ends it over %s with the reason, and nobody else’s', async (_, subscribe) => {
    const [short, long] = [await mint('PT0.2S'), await mint('P1D')];
    const operation = { query: LEDGER, variables: { claims: [vell] } };
    const mine = await subscribe(operation, short.bearer);
    const other = await subscribe(operation, long.bearer);
    await Promise.all([got(mine, 1), got(other, 1)]);
    await appendTo(server.engine, vell, 'ann');
    await Promise.all([got(mine, 2), got(other, 2)]);

    clock.set(short.expiresAt);
    const ended = await mine.ended;
    if (subscribe === overSocket) expect(ended).toEqual({ code: 4403, reason: 'denied:token_expired' });
    else
      expect([ended, mine.error()]).toMatchObject([
        'complete',
        { extensions: { code: 'denied:token_expired' } },
      ]);

    await appendTo(server.engine, vell, 'bob');
    await got(other, 3);
    expect(mine.results()).toHaveLength(2);
    other.leave();
  });

  it('opens no other one with it', async () => {
    const { bearer, expiresAt } = await mint('PT0.2S');
    clock.set(expiresAt);
    const raw = await openRaw(server.url);
    raw.send({ type: 'connection_init', payload: { authorization: bearer } });
    expect(await raw.closed).toEqual({ code: 4403, reason: 'denied:token_expired' });
    const stream = await openStream(
      server.url,
      { query: LEDGER, variables: { claims: [vell] } },
      { authorization: bearer },
    );
    expect(stream.status).toBe(403);
    stream.leave();
  });
});

describe('a position too far behind the log', () => {
  const BEHIND = 20;

  it.each(TRANSPORTS)(
    'is answered over %s with resync and the last position, at the bound not yet',
    async (_, subscribe) => {
      await start({ maxBehind: BEHIND });
      const answers = Array.from({ length: 2 * BEHIND }, (_, index) => ({ answer: `a${index}` }));
      const seqs = await appendFindings(server.engine, answers);
      const last = seqs.at(-1) ?? 0;
      const within = await subscribe({ query: FINDINGS, variables: { after: last - BEHIND } });
      await got(within, BEHIND);
      expect(within.results().map(({ findings }) => findings.seq)).toEqual(seqs.slice(-BEHIND));

      const past = await subscribe({ query: FINDINGS, variables: { after: last - BEHIND - 1 } });
      await eventually(() =>
        expect(past.error()).toMatchObject({ extensions: { code: 'stale:resync', last_seq: last } }),
      );
      expect(past.results()).toEqual([]);

      // What the error asks for: begin again with what stands.
      const again = await subscribe({ query: FINDINGS, variables: {} });
      await got(again, answers.length);
      for (const heard of [within, past, again]) heard.leave();
    },
  );

  it('is never that of who is live, however far the log goes', async () => {
    await start({ maxBehind: BEHIND });
    const [first = 0] = await appendFindings(server.engine, [{ answer: 'a' }]);
    const heard = await overSocket({ query: FINDINGS, variables: { after: first - 1 } });
    await got(heard, 1);
    const answers = Array.from({ length: 3 * BEHIND }, (_, index) => ({ answer: `a${index}` }));
    await appendFindings(server.engine, answers);
    await got(heard, 1 + answers.length);
    expect(heard.error()).toBeUndefined();
    heard.leave();
  });
});
