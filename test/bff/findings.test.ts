import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FindingTransition, SubscribeFindings, WatchEvent } from '../../bff/findings.ts';
import type { AppRouter } from '../../bff/router.ts';
import { eventually } from '../eventually.ts';
import { type Visitor, visitor } from './browser.ts';
import {
  dataFolder,
  disputeTwice,
  ingestMoons,
  MOONS,
  startWholeServer,
  type WholeServer,
} from './whole-server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;

beforeEach(async () => {
  folder = await dataFolder();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function start(subscribeFindings?: SubscribeFindings): Promise<void> {
  const bff = subscribeFindings === undefined ? {} : { subscribeFindings };
  server = await startWholeServer({ folder: folder.path, bff });
}

async function asked(): Promise<{ readonly reader: Visitor; readonly id: string; readonly claim: string }> {
  await ingestMoons(server.engine);
  const reader = visitor(server.url);
  const { body } = await reader.send('POST', '/api/answers', { q: MOONS });
  return { reader, id: body.answer_id, claim: body.claims[0].addr };
}

interface Watch {
  readonly events: WatchEvent[];
  /** `from to` of each transition. */
  transitions(): string[];
  stop(): void;
}

/** What a page hears, over a real event stream. */
function watching(reader: Visitor, answerIds: string[], lastEventId?: string): Watch {
  const headers = { cookie: reader.cookie ?? '', origin: server.url };
  class CookieEventSource extends EventSource {
    constructor(url: string | URL) {
      super(url, {
        fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...headers } }),
      });
    }
  }
  const url = `${server.url}/api/trpc`;
  const client = createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({ url, EventSource: CookieEventSource }),
        false: httpLink({ url, headers }),
      }),
    ],
  });
  const events: WatchEvent[] = [];
  const subscription = client.findings.subscribe(
    { answer_ids: answerIds, ...(lastEventId === undefined ? {} : { lastEventId }) },
    { onData: (event) => events.push('data' in event ? event.data : event) },
  );
  return {
    events,
    transitions: () => heard(events).map(({ from, to }) => `${from} ${to}`),
    stop: () => subscription.unsubscribe(),
  };
}

function heard(events: readonly WatchEvent[]): FindingTransition[] {
  return events.flatMap((event) => (event.type === 'verdict' ? [event.transition] : []));
}

describe('the bridge of findings', () => {
  it('tells the verdict that stands, then its turn, with the reasons of that very transition', async () => {
    await start();
    const { reader, id, claim } = await asked();
    const watch = watching(reader, [id]);
    await eventually(() => expect(watch.transitions()).toEqual(['UNKNOWN PASS']));
    await disputeTwice(server, claim);
    await eventually(() => expect(watch.transitions().at(-1)).toMatch(/FAIL$/));
    watch.stop();
    const last = heard(watch.events).at(-1);
    expect(last?.reasons).toMatchObject([{ code: 'contradiction_authoritative', claim }]);
  });

  it('goes on behind the last transition that the page has', async () => {
    await start();
    const { reader, id, claim } = await asked();
    await disputeTwice(server, claim);
    await server.engine.monitor.catchUp();
    const all = await server.engine.findingsAfter('local', -1, null);
    const first = all[0]?.seq ?? -1;
    const watch = watching(reader, [id], String(first));
    await eventually(() => expect(watch.transitions()).toHaveLength(all.length - 1));
    watch.stop();
    expect(heard(watch.events).map(({ seq }) => seq)).toEqual(all.slice(1).map(({ seq }) => seq));
  });

  it("keeps other visitors' answers out", async () => {
    await start();
    const { id } = await asked();
    const stranger = visitor(server.url);
    await stranger.send('GET', '/api/history');
    const watch = watching(stranger, [id]);
    await vi.waitFor(
      () => expect(watch.events).toContainEqual(expect.objectContaining({ type: 'live' })),
      5_000,
    );
    watch.stop();
    expect(watch.transitions()).toEqual([]);
  });

  it('puts the latest verdict into the lists', async () => {
    await start();
    const { reader, id, claim } = await asked();
    await reader.send('POST', '/api/saved', { answer_id: id, title: 'Moons' });
    await disputeTwice(server, claim);
    await vi.waitFor(async () => {
      for (const list of ['history', 'saved']) {
        const { body } = await reader.send('GET', `/api/${list}`);
        expect(body.items[0].findings_state).toBe('FAIL');
      }
    }, 5_000);
  });
});

describe('an engine that breaks off', () => {
  /** Gives the transitions, then fails; each connection is noted. */
  function breaking(
    connections: (number | null)[],
    transitions: readonly FindingTransition[],
  ): SubscribeFindings {
    return async function* ({ after, answerIds }) {
      // The BFF's own notes follow all answers; the page follows one.
      if (answerIds === null) return;
      connections.push(after);
      yield* transitions.filter(({ seq }) => seq > (after ?? -1)).slice(0, 1);
      throw new Error('broken off');
    };
  }

  it('is said to be away, and followed again behind the last transition', async () => {
    const connections: (number | null)[] = [];
    const transitions: FindingTransition[] = [];
    await start(breaking(connections, transitions));
    const { reader, id } = await asked();
    const of = {
      answerId: id,
      from: 'UNKNOWN',
      to: 'PASS',
      at: '2026-10-01T12:00:00.000Z',
      reasons: [],
    } as const;
    transitions.push({ ...of, seq: 5 }, { ...of, seq: 9 });
    const watch = watching(reader, [id]);
    await eventually(() => expect(connections.length).toBeGreaterThanOrEqual(3));
    watch.stop();
    expect(connections.slice(0, 3)).toEqual([null, 5, 9]);
    expect(heard(watch.events).map(({ seq }) => seq)).toEqual([5, 9]);
    expect(watch.events.slice(0, 3).map(({ type }) => type)).toEqual(['live', 'verdict', 'paused']);
  });

  it('is never called live while it refuses', async () => {
    await start(() => Promise.reject(new Error('refused')));
    const { reader, id } = await asked();
    const watch = watching(reader, [id]);
    await eventually(() => expect(watch.events.length).toBeGreaterThanOrEqual(2));
    watch.stop();
    expect(new Set(watch.events.map(({ type }) => type))).toEqual(new Set(['paused']));
  });
});
