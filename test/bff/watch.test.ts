import { join } from 'node:path';
import { setImmediate as nextSlice, setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { BffContext } from '../../bff/bff-context.ts';
import type { FindingTransition, SubscribeFindings } from '../../bff/engine-findings.ts';
import { EngineHealth } from '../../bff/engine-health.ts';
import { createLimits } from '../../bff/limits.ts';
import { LOOK_TIMING } from '../../bff/look-timing.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { VerdictHub } from '../../bff/verdict-hub.ts';
import { MAX_WATCHED, type WatchRequest, watch } from '../../bff/watch.ts';
import type { WatchEvent } from '../../bff/watch-event.ts';
import { WATCH_TIMING, type WatchTiming } from '../../bff/watch-timing.ts';
import { type AdduceClient, createClient } from '../../gateway/client/create-client.ts';
import { testVisitor } from './test-visitor.ts';
import { dataFolder } from './whole-server.ts';

const FAST: WatchTiming = { ...WATCH_TIMING, beat: 20, retry: 5, settle: 60 };
const NOBODY = { answerIds: [], saved: 0, history: 0 };
const unreachable = () => createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 });

function transition(answerId: string, seq: number, to: FindingTransition['to'] = 'PASS'): FindingTransition {
  return { seq, answerId, from: 'UNKNOWN', to, at: '2026-10-01T12:00:00.000Z', reasons: [] };
}

/** Sends the transitions and then stays open. */
function sending(...transitions: readonly FindingTransition[]): SubscribeFindings {
  return async function* ({ signal }) {
    yield* transitions;
    await pause(60_000, undefined, { signal }).catch(() => {});
  };
}

/** An engine that says nothing of the answers in front. */
async function* noEvents({ signal }: { readonly signal: AbortSignal }): AsyncGenerator<unknown> {
  await pause(60_000, undefined, { signal }).catch(() => {});
}

interface Setup {
  readonly subscribeFindings: SubscribeFindings;
  readonly timing?: Partial<WatchTiming>;
  readonly client?: AdduceClient;
  /** Answers that the visitor asked for, oldest first. */
  readonly own?: readonly string[];
}

async function contextOf({ subscribeFindings, timing, client, own = ['ans_1'] }: Setup): Promise<BffContext> {
  const folder = await dataFolder();
  const records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
  onTestFinished(async () => {
    await records[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  for (const [index, answer_id] of own.entries()) {
    await records.addHistory({
      id: `h${index}`,
      user_id: 'u_1',
      org_id: 'acme',
      mode: 'verified',
      requested_at: index,
      answer_id,
      q: 'q',
      as_of: null,
      corpus: null,
      summary_hash: '0'.repeat(64),
      receipt_hash: null,
      metadata: '{}',
      findings_state: 'PASS',
    });
  }
  return {
    client: client ?? unreachable(),
    reader: unreachable(),
    logKeys: null,
    health: new EngineHealth(client ?? unreachable()),
    records,
    limits: createLimits(null),
    subscribeFindings,
    engineEvents: noEvents,
    watchTiming: { ...FAST, ...timing },
    lookTiming: LOOK_TIMING,
    looking: { awaySince: null },
    verdicts: new VerdictHub(),
    org: 'acme',
    features: [],
    setupHint: null,
    signIn: null,
    sessionKey: new Uint8Array(32),
    mintToken: null,
    uploads: null,
    receiptFile: async () => new Uint8Array(),
    now: Date.now,
    newId: () => 'id',
  };
}

/** Everything up to the event that ends the test. */
async function eventsUntil(
  bff: BffContext,
  request: WatchRequest,
  isLast: (event: WatchEvent, events: readonly WatchEvent[]) => boolean,
): Promise<WatchEvent[]> {
  const closing = new AbortController();
  const events: WatchEvent[] = [];
  for await (const event of watch(bff, testVisitor('u_1'), request, closing.signal)) {
    // What was under way when it was ended may still come.
    if (closing.signal.aborted) continue;
    events.push(event);
    // Longer than a feed takes to break.
    await nextSlice();
    if (isLast(event, events)) closing.abort();
  }
  return events;
}

const typesOf = (events: readonly WatchEvent[]) => events.map(({ type }) => type);
const isLive = ({ type }: WatchEvent) => type === 'live';
const isPaused = ({ type }: WatchEvent) => type === 'paused';

it('survives an engine that breaks off while the page has yet to take a verdict', async () => {
  const bff = await contextOf({
    subscribeFindings: async function* () {
      yield transition('ans_1', 5);
      throw new Error('broken off');
    },
  });
  const lost: unknown[] = [];
  const note = (reason: unknown) => lost.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const events = await eventsUntil(bff, { ...NOBODY, answerIds: ['ans_1'] }, isPaused);
  expect(typesOf(events)).toEqual(['watching', 'verdict', 'live', 'paused']);
  expect(lost).toEqual([]);
});

it('is live only after the current state of every watched answer', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const bff = await contextOf({
    own: ['ans_1', 'ans_2'],
    timing: { settle: 60_000 },
    subscribeFindings: async function* ({ signal }) {
      yield transition('ans_1', 5);
      await gate;
      yield* sending(transition('ans_2', 6, 'FAIL'))({
        after: null,
        answerIds: null,
        signal,
      }) as AsyncIterable<FindingTransition>;
    },
  });
  // Many beats long.
  setTimeout(open, 10 * FAST.beat);
  const events = await eventsUntil(bff, { ...NOBODY, answerIds: ['ans_1', 'ans_2'] }, isLive);
  expect(typesOf(events)).toEqual(['watching', 'verdict', 'verdict', 'live']);
  expect(events.at(-1)).toMatchObject({ watched: 2, degraded_since: null });
});

it('names the answers of which the engine sends no state, and is live then', async () => {
  const bff = await contextOf({
    own: ['ans_1', 'ans_2'],
    subscribeFindings: sending(transition('ans_2', 6)),
  });
  const events = await eventsUntil(bff, { ...NOBODY, history: 2 }, isLive);
  expect(typesOf(events)).toEqual(['watching', 'verdict', 'unevaluated', 'live']);
  expect(events[2]).toEqual({ type: 'unevaluated', answer_ids: ['ans_1'] });
});

it('begins every connection with what is watched and its current states', async () => {
  const requested: (number | null)[] = [];
  let seq = 5;
  const bff = await contextOf({
    subscribeFindings: async function* ({ after }) {
      requested.push(after);
      yield transition('ans_1', seq++);
      throw new Error('broken off');
    },
  });
  const events = await eventsUntil(
    bff,
    { ...NOBODY, answerIds: ['ans_1'] },
    (_, all) => all.filter(isPaused).length === 2,
  );
  const one = ['watching', 'verdict', 'live', 'paused'];
  expect(typesOf(events)).toEqual([...one, ...one]);
  // The next one may have begun before the page left.
  expect(requested.slice(0, 2)).toEqual([null, null]);
});

it('leaves out answers of others, and says which are watched', async () => {
  const bff = await contextOf({ subscribeFindings: sending(transition('ans_1', 5)) });
  const [first] = await eventsUntil(bff, { ...NOBODY, answerIds: ['ans_9', 'ans_1'] }, isLive);
  expect(first).toMatchObject({ type: 'watching', answer_ids: ['ans_1'] });
});

it('is live at once where nothing is watched: the engine is in reach', async () => {
  const bff = await contextOf({ subscribeFindings: sending(), timing: { settle: 60_000 } });
  expect(typesOf(await eventsUntil(bff, NOBODY, isLive))).toEqual(['watching', 'live']);
});

it('watches as many as the engine takes, those in front first and then the newest', async () => {
  const own = Array.from({ length: MAX_WATCHED + 1 }, (_, index) => `ans_${index}`);
  const named: (readonly string[] | null)[] = [];
  const bff = await contextOf({
    own,
    timing: { settle: 1 },
    subscribeFindings: (subscription) => {
      named.push(subscription.answerIds);
      return sending()(subscription);
    },
  });
  const request = { answerIds: ['ans_0'], saved: MAX_WATCHED, history: MAX_WATCHED };
  const [first] = await eventsUntil(bff, request, isLive);
  const expected = ['ans_0', ...own.slice(2).toReversed()];
  expect(expected).toHaveLength(MAX_WATCHED);
  expect(first).toMatchObject({ type: 'watching', answer_ids: expected });
  expect(named).toEqual([expected]);
});

it('says that it is paused while an attempt to connect gets no reply', async () => {
  const bff = await contextOf({
    timing: { degraded: 1_000 },
    subscribeFindings: () => new Promise<never>(() => {}),
  });
  const isDegraded = (event: WatchEvent) => event.type !== 'paused' || event.degraded_since !== null;
  const events = await eventsUntil(bff, NOBODY, isDegraded);
  expect(new Set(typesOf(events))).toEqual(new Set(['paused']));
  expect(events[0]).toMatchObject({ degraded_since: null });
  const [last] = events.slice(-1);
  if (last?.type !== 'paused') throw new Error('no pause');
  expect(last.degraded_since).toBe(last.since);
  expect(last.at - last.since).toBeGreaterThanOrEqual(1_000);
});

it('counts an outage from its beginning over all attempts, and ends it with the recovery', async () => {
  let refuses = true;
  const bff = await contextOf({
    timing: { degraded: 500 },
    subscribeFindings: (request) => {
      if (refuses) throw new Error('refused');
      return sending(transition('ans_1', 5))(request);
    },
  });
  const events = await eventsUntil(bff, { ...NOBODY, answerIds: ['ans_1'] }, (event) => {
    if (event.type === 'paused' && event.degraded_since !== null) refuses = false;
    return event.type === 'live';
  });
  const pauses = events.flatMap((event) => (event.type === 'paused' ? [event] : []));
  expect(pauses.length).toBeGreaterThan(2);
  expect(pauses.filter(({ degraded_since }) => degraded_since !== null)).toEqual(pauses.slice(-1));
  expect(events.at(-1)).toMatchObject({ type: 'live', degraded_since: null });
});

it('says degraded while the circuit is open, and closes it by a probe of its own when the engine is back', async () => {
  let away = true;
  const health = { ok: true, status: 200, version: '0.0.0' };
  const client = createClient({
    baseUrl: 'http://engine.test',
    retries: 0,
    probeAfterMs: 30,
    fetch: async () => (away ? new Response(null, { status: 503 }) : Response.json(health)),
  });
  for (let call = 0; call < 6; call += 1) await client.stats().catch(() => undefined);
  expect(client.circuit().state).toBe('open');
  const bff = await contextOf({ client, timing: { degraded: 50 }, subscribeFindings: sending() });
  const isDegraded = (event: WatchEvent) => event.type === 'live' && event.degraded_since !== null;
  const events = await eventsUntil(bff, NOBODY, (event, all) => {
    if (isDegraded(event)) away = false;
    return all.some(isDegraded) && event.type === 'live' && event.degraded_since === null;
  });
  expect(events.some(isDegraded)).toBe(true);
  expect(client.circuit().state).toBe('closed');
});
