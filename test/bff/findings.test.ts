import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FindingTransition, SubscribeFindings } from '../../bff/engine-findings.ts';
import type { AppRouter } from '../../bff/router.ts';
import type { WatchEvent } from '../../bff/watch-event.ts';
import { readRange } from '../../graph/store/ranges.ts';
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

/** What a page receives over a real event stream. */
function watching(reader: Visitor, answerIds: string[]): Watch {
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
    { answer_ids: answerIds, saved: 20, history: 20 },
    { onData: (event) => events.push(event) },
  );
  return {
    events,
    transitions: () => received(events).map(({ from, to }) => `${from} ${to}`),
    stop: () => subscription.unsubscribe(),
  };
}

function received(events: readonly WatchEvent[]): FindingTransition[] {
  return events.flatMap((event) => (event.type === 'verdict' ? [event.transition] : []));
}

describe('the bridge of findings', () => {
  it('sends the current verdict, then its change, with the reasons of that very transition', async () => {
    await start();
    const { reader, id, claim } = await asked();
    const watch = watching(reader, [id]);
    await eventually(() => expect(watch.transitions()).toEqual(['UNKNOWN PASS']));
    await disputeTwice(server, claim);
    await eventually(() => expect(watch.transitions().at(-1)).toMatch(/FAIL$/));
    watch.stop();
    const last = received(watch.events).at(-1);
    expect(last?.reasons).toMatchObject([{ code: 'contradiction_authoritative', claim }]);
  });

  it('begins a new stream with the current state, whatever came before', async () => {
    await start();
    const { reader, id, claim } = await asked();
    await disputeTwice(server, claim);
    await server.engine.monitor.catchUp();
    const all = await readRange(
      server.engine.store,
      'findings',
      { tenant: null, after: -1, answers: null },
      { limit: 100 },
    );
    const last = all.at(-1);
    for (const _ of ['first', 'second']) {
      const watch = watching(reader, [id]);
      await eventually(() => expect(watch.events).toContainEqual(expect.objectContaining({ type: 'live' })));
      watch.stop();
      // Events of answers in front come at their own time.
      const bridged = watch.events.filter(({ type }) => type !== 'state' && type !== 'evidence');
      expect(bridged.slice(0, 3).map(({ type }) => type)).toEqual(['watching', 'verdict', 'live']);
      expect(received(watch.events).map(({ seq, to }) => [seq, to])).toEqual([[last?.seq, 'FAIL']]);
    }
  });

  it('watches the newest entries of the lists without getting their ids', async () => {
    await start();
    const { reader, id } = await asked();
    const watch = watching(reader, []);
    await eventually(() => expect(watch.transitions()).toEqual(['UNKNOWN PASS']));
    watch.stop();
    expect(watch.events[0]).toMatchObject({ type: 'watching', answer_ids: [id] });
  });

  it("leaves out other visitors' answers, and says so", async () => {
    await start();
    const { id } = await asked();
    const stranger = visitor(server.url);
    await stranger.send('GET', '/api/history');
    const watch = watching(stranger, [id]);
    await eventually(() => expect(watch.events).toContainEqual(expect.objectContaining({ type: 'live' })));
    watch.stop();
    expect(watch.events[0]).toMatchObject({ type: 'watching', answer_ids: [] });
    expect(watch.transitions()).toEqual([]);
  });

  it('puts the latest verdict into the lists', async () => {
    await start();
    const { reader, id, claim } = await asked();
    await reader.send('POST', '/api/saved', { answer_id: id, title: 'Moons' });
    await disputeTwice(server, claim);
    await eventually(async () => {
      for (const list of ['history', 'saved']) {
        const { body } = await reader.send('GET', `/api/${list}`);
        expect(body.items[0].findings_state).toBe('FAIL');
      }
    });
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

  it('is reported as away, and followed again from its current state', async () => {
    const connections: (number | null)[] = [];
    const transitions: FindingTransition[] = [];
    await start(breaking(connections, transitions));
    const { reader, id } = await asked();
    const at = '2026-10-01T12:00:00.000Z';
    transitions.push({ answerId: id, from: 'UNKNOWN', to: 'PASS', at, reasons: [], seq: 5 });
    const watch = watching(reader, [id]);
    await eventually(() => expect(watch.events.length).toBeGreaterThanOrEqual(5));
    watch.stop();
    expect(connections.slice(0, 2)).toEqual([null, null]);
    expect(watch.events.slice(0, 5).map(({ type }) => type)).toEqual([
      'watching',
      'verdict',
      'live',
      'paused',
      'watching',
    ]);
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
