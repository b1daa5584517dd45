/** A stream that is open ends with the right by which it was opened. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SHARED_HISTORY } from '../../bff/features.ts';
import { writeInvitation } from '../../bff/invitation.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import type { Role } from '../../bff/roles.ts';
import { openSessionKey } from '../../bff/session-key.ts';
import { freePort } from '../setup/free-port.ts';
import { TestBrowser } from './sign-in/test-browser.ts';
import { CLIENT_ID, CLIENT_SECRET, startProvider, type TestProvider } from './sign-in/test-provider.ts';
import {
  dataFolder,
  disputeTwice,
  ingestMoons,
  MOONS,
  startWholeServer,
  type WholeServer,
} from './whole-server.ts';

const START = '2026-10-01T12:00:00.000Z';
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const SESSION = 'adduce_session';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let provider: TestProvider;
let server: WholeServer;
let opened: Stream[] = [];

beforeAll(async () => {
  folder = await dataFolder();
  const port = await freePort();
  provider = await startProvider(`http://127.0.0.1:${port}`);
  const client = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  const signIn = { ...client, scope: 'openid profile', claim: 'groups', mapping: new Map() };
  server = await startWholeServer({ folder: folder.path, port, bff: { signIn, watchTiming: { beat: 100 } } });
  await ingestMoons(server.engine);
  await using records = await openSqliteRecords(`${folder.path}/bff.sqlite`);
  for (const org of ['acme', 'beta']) await records.entitle(org, SHARED_HISTORY, 'test', true);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
beforeEach(() => {
  server.clock.set(START);
  provider.signsIn = 'ada';
  provider.people.set('ada', { name: 'Ada', groups: [] });
});
afterEach(() => {
  for (const stream of opened) stream.leave();
  opened = [];
});

const at = (path: string) => `${server.url}${path}`;
const setClock = (ms: number) => server.clock.set(new Date(Date.parse(START) + ms).toISOString());

interface Stream {
  /** Types of the events that came. */
  readonly types: string[];
  readonly hasEnded: () => boolean;
  readonly leave: () => void;
}

/** As the page opens it: with the cookie of the moment, which it keeps for as long as it is open. */
async function watch(browser: TestBrowser, answerIds: readonly string[]): Promise<Stream> {
  const leaving = new AbortController();
  const input = encodeURIComponent(JSON.stringify({ answer_ids: answerIds, saved: 9, history: 9 }));
  const cookie = `${SESSION}=${browser.cookies.get(SESSION)?.value}`;
  const response = await fetch(at(`/api/trpc/findings?input=${input}`), {
    headers: { cookie, accept: 'text/event-stream', origin: server.url },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  const types: string[] = [];
  let isOver = false;
  const reading = (async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      types.push(...[...text.matchAll(/"type":"(\w+)"/g)].map(([, type = '']) => type));
    }
    isOver = true;
  })();
  reading.catch(() => undefined);
  const stream = { types, hasEnded: () => isOver, leave: () => leaving.abort() };
  opened.push(stream);
  await expect.poll(() => types).toContain('live');
  return stream;
}

async function asker(): Promise<{
  readonly browser: TestBrowser;
  readonly id: string;
  readonly claim: string;
}> {
  const browser = new TestBrowser();
  const { body } = await browser.send('POST', at('/api/answers'), { q: MOONS });
  return { browser, id: body.answer_id, claim: body.claims[0].addr };
}

const signIn = (browser: TestBrowser) =>
  browser.go(at('/auth/sign-in?to=/explore'), { until: (url) => url === at('/explore') });

/** Longer than a stream looks whether it may go on. */
async function stays(stream: Stream): Promise<void> {
  const beats = () => stream.types.filter((type) => type === 'live').length;
  const seen = beats();
  await expect.poll(beats).toBeGreaterThan(seen + 15);
  expect(stream.hasEnded()).toBe(false);
}

describe('the stream of findings', () => {
  it('of an account ends with the week of its session, and not at its last moment', async () => {
    const { browser, id } = await asker();
    await signIn(browser);
    const stream = await watch(browser, [id]);
    setClock(WEEK_MS);
    await stays(stream);
    setClock(WEEK_MS + 1);
    await expect.poll(stream.hasEnded).toBe(true);
    const { body } = await browser.send('GET', at('/api/session'));
    expect(body.account).toBeNull();
  });

  it('of an anonymous visitor ends with the 90 days of its cookie', async () => {
    const { browser, id } = await asker();
    const stream = await watch(browser, [id]);
    setClock(90 * DAY_MS);
    await stays(stream);
    setClock(90 * DAY_MS + 1);
    await expect.poll(stream.hasEnded).toBe(true);
  });

  it.each([true, false])('ends where its session signs out, with an account: %s', async (hasAccount) => {
    const { browser, id } = await asker();
    if (hasAccount) await signIn(browser);
    const stream = await watch(browser, [id]);
    const { browser: other, id: otherId } = await asker();
    const beside = await watch(other, [otherId]);
    expect((await browser.send('DELETE', at('/api/session'))).status).toBeLessThan(300);
    await expect.poll(stream.hasEnded).toBe(true);
    await stays(beside);
  });

  it('of a visitor ends where the browser signs in to an account', async () => {
    const { browser, id } = await asker();
    const stream = await watch(browser, [id]);
    await signIn(browser);
    await expect.poll(stream.hasEnded).toBe(true);
  });

  describe('on an answer of another member', () => {
    const joined = async (browser: TestBrowser, role: Role, org = 'acme') => {
      const issued = Date.parse(START);
      const key = await openSessionKey(folder.path);
      const invitation = writeInvitation(key, { org, role, issued, expires: issued + DAY_MS });
      const path = at('/api/session/organisations');
      expect((await browser.send('POST', path, { invitation })).status).toBeLessThan(300);
      const { body } = await browser.send('GET', at('/api/session'));
      return body.personal_org.split('/')[1] as string;
    };

    it('ends where its reader is removed from the organisation, and tells nothing afterwards', async () => {
      const { browser: writer } = await asker();
      await joined(writer, 'reader');
      const { body: shared } = await writer.send('POST', at('/api/answers'), { q: MOONS });
      const readers = [new TestBrowser(), new TestBrowser()];
      const [gone = '', kept = ''] = await Promise.all(readers.map((one) => joined(one, 'reader')));
      expect(gone).not.toBe(kept);
      const [stream, beside] = await Promise.all(readers.map((one) => watch(one, [shared.answer_id])));
      const curator = new TestBrowser();
      await signIn(curator);
      await joined(curator, 'curator');
      const place = new URLSearchParams({ org_id: 'acme', user_id: gone });
      const removed = await curator.send('DELETE', at(`/api/organisations/members?${place}`));
      expect(removed.status).toBe(204);
      await expect.poll(() => stream?.hasEnded()).toBe(true);
      const told = stream?.types.length;
      await disputeTwice(server, shared.claims[0].addr);
      await expect.poll(() => beside?.types.filter((type) => type === 'verdict').length).toBeGreaterThan(1);
      expect(stream?.types).toHaveLength(told ?? -1);
      // Opened again, it has the answer no more.
      const again = await watch(readers[0]!, [shared.answer_id]);
      expect(again.types).not.toContain('verdict');
    });

    it('ends where the organisation does not share its history any more', async () => {
      const { browser: writer } = await asker();
      await joined(writer, 'reader', 'beta');
      const { body: shared } = await writer.send('POST', at('/api/answers'), { q: MOONS });
      const reader = new TestBrowser();
      await joined(reader, 'reader', 'beta');
      const stream = await watch(reader, [shared.answer_id]);
      const own = await watch(writer, [shared.answer_id]);
      await using records = await openSqliteRecords(`${folder.path}/bff.sqlite`);
      await records.entitle('beta', SHARED_HISTORY, 'test', false);
      await expect.poll(stream.hasEnded).toBe(true);
      await stays(own);
    });
  });
});
