/** Links that anybody may read an answer by, verdicts for banners, and saved answers as files. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeInvitation } from '../../bff/invitation.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import type { Role } from '../../bff/roles.ts';
import { openSessionKey } from '../../bff/session-key.ts';
import { type Visitor, visitor } from './browser.ts';
import {
  claimsOf,
  dataFolder,
  disputeTwice,
  ingestMoons,
  MOONS,
  startWholeServer,
  type WholeServer,
} from './whole-server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;

beforeAll(async () => {
  folder = await dataFolder();
  server = await startWholeServer({ folder: folder.path, bff: { watchTiming: { beat: 200 } } });
  await ingestMoons(server.engine);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function asker(q = MOONS): Promise<{ readonly reader: Visitor; readonly answerId: string }> {
  const reader = visitor(server.url);
  const { body } = await reader.send('POST', '/api/answers', { q });
  return { reader, answerId: body.answer_id };
}

async function linkOf(reader: Visitor, answer_id: string, kind: 'page' | 'banner') {
  const { status, body } = await reader.send('POST', '/api/links', { answer_id, kind });
  expect(status).toBe(201);
  return body.link as { readonly id: string; readonly token: string; readonly path: string };
}

/** As a page of any site asks: without a cookie. */
const read = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { headers: { origin: 'https://blog.example' }, ...init });

describe('a link to an answer', () => {
  it('shows it with its receipt to anybody, sets no cookie, and ends when it is revoked', async () => {
    const { reader, answerId } = await asker();
    const link = await linkOf(reader, answerId, 'page');
    const response = await read(`/api/public/answers/${link.token}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const shared = await response.json();
    expect(shared.answer).toMatchObject({ answer_id: answerId, summary: 'Saturn has 62 known moons.' });
    expect(shared.receipt.hash).toBe(shared.answer.receipt.hash);
    const file = await read(`/api/public/answers/${link.token}/receipt?download=html`);
    expect(file.headers.get('content-disposition')).toContain(`${answerId}.receipt.html`);
    expect((await reader.send('GET', '/api/links')).body.items).toMatchObject([
      { ...link, answer_id: answerId },
    ]);
    // Also without the history: the link has its own record of the answer.
    await reader.send('DELETE', '/api/history');
    expect((await read(`/api/public/answers/${link.token}`)).status).toBe(200);
    expect((await visitor(server.url).send('DELETE', `/api/links/${link.id}`)).status).toBe(404);
    expect((await reader.send('DELETE', `/api/links/${link.id}`)).status).toBe(204);
    const gone = await read(`/api/public/answers/${link.token}`);
    expect(gone.status).toBe(404);
    expect((await gone.json()).error).toMatchObject({ reason: 'missing:link' });
    expect((await read(`/api/public/answers/${link.token}/receipt`)).status).toBe(404);
  });

  it('is made by those alone who asked for the answer', async () => {
    const { answerId } = await asker();
    const stranger = visitor(server.url);
    const { status } = await stranger.send('POST', '/api/links', { answer_id: answerId, kind: 'page' });
    expect(status).toBe(404);
  });

  it.each([
    ['a forged token', (token: string) => `${token.slice(0, -4)}AAAA`],
    [
      'another id under the same signature',
      (token: string) => token.replace(/\.[^.]+\./, '.eyJpZCI6IngifQ.'),
    ],
    ['no token', () => 'x'],
  ])('is refused for %s', async (_, forge) => {
    const { reader, answerId } = await asker();
    const { token } = await linkOf(reader, answerId, 'page');
    expect((await read(`/api/public/answers/${forge(token)}`)).status).toBe(404);
  });

  it('of a banner shows no answer, and one of a page no verdict', async () => {
    const { reader, answerId } = await asker();
    const banner = await linkOf(reader, answerId, 'banner');
    expect((await read(`/api/public/answers/${banner.token}`)).status).toBe(404);
    const page = await linkOf(reader, answerId, 'page');
    const { verdicts, refused } = await (await read(`/api/public/verdicts?token=${page.token}`)).json();
    expect([verdicts, refused]).toEqual([[], [page.token]]);
  });
});

interface SentEvent {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events by their own expectations
  readonly data: any;
}

/** A stream of events as a page of another site reads it. */
async function follow(tokens: readonly string[], at = server.url) {
  const leaving = new AbortController();
  const query = tokens.map((token) => `token=${token}`).join('&');
  const headers = { origin: 'https://blog.example' };
  const address = `${at}/api/public/verdicts/events?${query}`;
  const response = await fetch(address, { headers, signal: leaving.signal });
  const events: SentEvent[] = [];
  const reading = (async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const one of whole) {
        const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(one) ?? [];
        events.push({ name, data: JSON.parse(data) });
      }
    }
  })().catch(() => undefined);
  return {
    response,
    events,
    named: (name: string) => events.filter((one) => one.name === name).map(({ data }) => data),
    [Symbol.asyncDispose]: async () => {
      leaving.abort();
      await reading;
    },
  };
}

describe('verdicts for banners', () => {
  it('are readable from every site, without credentials, and by GET alone', async () => {
    const { reader, answerId } = await asker();
    const { token, path } = await linkOf(reader, answerId, 'banner');
    const response = await read(path);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();
    const body = await response.json();
    expect(body).toMatchObject({ refused: [], verdicts: [{ answer_id: answerId, findings_state: 'PASS' }] });
    expect(JSON.stringify(body)).not.toContain('Saturn');
    expect((await read(path, { method: 'DELETE' })).status).toBe(403);
    expect((await read('/api/public/verdicts')).status).toBe(400);
    const many = Array.from({ length: 51 }, (_, i) => `token=t${i}`);
    expect((await read(`/api/public/verdicts?${many.slice(1).join('&')}`)).status).toBe(200);
    expect((await read(`/api/public/verdicts?${many.join('&')}`)).status).toBe(400);
    expect((await read(`/api/history?token=${token}`)).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('are sent as they change, and no longer once the link is revoked', async () => {
    const question = 'How many moons does Jupiter have?';
    const { reader, answerId } = await asker(question);
    const link = await linkOf(reader, answerId, 'banner');
    await using stream = await follow([link.token, 'forged']);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    await expect
      .poll(() => stream.named('verdict'))
      .toMatchObject([{ answer_id: answerId, findings_state: 'PASS' }]);
    expect(stream.named('refused')[0]).toEqual({ tokens: ['forged'] });
    await expect.poll(() => stream.named('state').at(-1)).toEqual({ live: true });
    for (const claim of await claimsOf(server, answerId)) await disputeTwice(server, claim);
    await expect.poll(() => stream.named('verdict').at(-1)).toMatchObject({ findings_state: 'FAIL' });
    const reasons = stream.named('verdict').at(-1).reasons;
    expect(reasons.length).toBeGreaterThan(0);
    await expect.poll(() => stream.named('beat').length).toBeGreaterThan(0);
    await reader.send('DELETE', `/api/links/${link.id}`);
    await expect.poll(() => stream.named('refused').at(-1)).toEqual({ tokens: [link.token] });
    const seen = stream.named('verdict').length;
    await sleep(300);
    expect(stream.named('verdict')).toHaveLength(seen);
  });

  it('are sent no longer once a curator of the organisation has ended the link', async () => {
    const key = await openSessionKey(folder.path);
    const issued = Date.parse(server.clock.now());
    const joined = async (reader: Visitor, role: Role) => {
      const invitation = writeInvitation(key, { org: 'acme', role, issued, expires: issued + 60_000 });
      await reader.send('POST', '/api/session/organisations', { invitation });
      return (await reader.send('GET', '/api/session')).body.personal_org.split('/')[1];
    };
    const [member, curator] = [visitor(server.url), visitor(server.url)];
    const user_id = await joined(member, 'reader');
    await joined(curator, 'curator');
    const { body } = await member.send('POST', '/api/answers', { q: MOONS });
    const link = await linkOf(member, body.answer_id, 'banner');
    await using stream = await follow([link.token]);
    await expect.poll(() => stream.named('verdict').length).toBe(1);
    const place = new URLSearchParams({ org_id: 'acme', user_id, id: link.id });
    expect((await curator.send('DELETE', `/api/organisations/links?${place}`)).status).toBe(204);
    await expect.poll(() => stream.named('refused').at(-1)).toEqual({ tokens: [link.token] });
  });
});

describe('a link that is revoked at another gateway', () => {
  const userOf = async (reader: Visitor) =>
    (await reader.send('GET', '/api/session')).body.personal_org.split('/')[1] as string;

  it('tells a banner no verdict any more, while its other links go on', async () => {
    await using place = await dataFolder();
    await using records = await openSqliteRecords(join(place.path, 'bff.sqlite'));
    await using plain = await startWholeServer({
      folder: place.path,
      bff: { watchTiming: { beat: 200 } },
    });
    await ingestMoons(plain.engine);
    const reader = visitor(plain.url);
    const other = visitor(plain.url);
    const shared = async (by: Visitor) => {
      const { body } = await by.send('POST', '/api/answers', { q: MOONS });
      const made = await by.send('POST', '/api/links', { answer_id: body.answer_id, kind: 'banner' });
      return { ...made.body.link, answerId: body.answer_id };
    };
    const [gone, kept] = [await shared(reader), await shared(other)];
    await using stream = await follow([gone.token, kept.token], plain.url);
    const told = ({ answerId }: { readonly answerId: string }) =>
      stream.named('verdict').filter((one) => one.answer_id === answerId).length;
    await expect.poll(() => [told(gone), told(kept)]).toEqual([1, 1]);
    expect(await records.revokeLink(await userOf(reader), gone.id)).toBe(true);
    // Both answers rest on the same claim.
    await disputeTwice(plain, (await claimsOf(plain, gone.answerId))[0]!);
    await expect.poll(() => told(kept)).toBeGreaterThan(1);
    await expect.poll(() => stream.named('refused').at(-1)).toEqual({ tokens: [gone.token] });
    expect(told(gone)).toBe(1);
    const asked = await fetch(`${plain.url}/api/public/verdicts?token=${gone.token}`);
    expect(await asked.json()).toMatchObject({ refused: [gone.token], verdicts: [] });
  });

  it.each(['', '/receipt'])('shows no answer that was being read meanwhile: %s', async (part) => {
    await using place = await dataFolder();
    const held: (() => void)[] = [];
    let isHeld = false;
    await using records = await openSqliteRecords(join(place.path, 'bff.sqlite'));
    await using plain = await startWholeServer({
      folder: place.path,
      bff: {
        engineFetch: async (request) => {
          const reply = await fetch(request);
          if (isHeld && new URL(request.url).pathname.includes('/receipt')) {
            await new Promise<void>((resolve) => held.push(resolve));
          }
          return reply;
        },
      },
    });
    await ingestMoons(plain.engine);
    const reader = visitor(plain.url);
    const { body } = await reader.send('POST', '/api/answers', { q: MOONS });
    const made = await reader.send('POST', '/api/links', { answer_id: body.answer_id, kind: 'page' });
    isHeld = true;
    const reading = fetch(`${plain.url}/api/public/answers/${made.body.link.token}${part}`);
    await expect.poll(() => held.length).toBe(1);
    expect(await records.revokeLink(await userOf(reader), made.body.link.id)).toBe(true);
    for (const release of held) release();
    const reply = await reading;
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ error: { reason: 'missing:link' } });
  });
});

describe('saved answers as a file', () => {
  const TITLE = '=HYPERLINK("https://x.example","a"), ‘b’\n[^1]: <script>';

  async function saver() {
    const { reader, answerId } = await asker();
    const body = {
      answer_id: answerId,
      title: TITLE,
      tags: ['moons', 'sky'],
      folder: 'Sky',
      note: 'ask, Ann',
    };
    await reader.send('POST', '/api/saved', body);
    const file = async (query: string) => {
      const response = await fetch(`${server.url}/api/saved/export?${query}`, {
        headers: { cookie: reader.cookie ?? '' },
      });
      return { headers: response.headers, status: response.status, text: await response.text() };
    };
    return { reader, answerId, file };
  }

  it('in CSV quotes cells, and takes no title for a formula', async () => {
    const { answerId, file } = await saver();
    const { headers, text } = await file('format=csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('adduce-saved.csv');
    const [header, row = ''] = text.split('\r\n');
    expect(header).toBe(
      'id,answer_id,title,question,summary,folder,tags,note,verdict,verdict_when_saved,saved_at,as_of,corpus',
    );
    expect(row).toContain(`${answerId},"'=HYPERLINK(""https://x.example"",""a""), ‘b’`);
    expect(text).toContain('Saturn has 62 known moons.,Sky,moons; sky,"ask, Ann",PASS,PASS,');
    expect((await file('format=csv&folder=Sea')).text.trim()).toBe(header);
    expect((await file('format=csv&q=ann')).text).toContain(answerId);
  });

  it('in RIS has one record, each field on a line', async () => {
    const { answerId, file } = await saver();
    const { text } = await file('format=ris');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('TY  - GEN');
    expect(lines).toContain(`ID  - ${answerId}`);
    expect(lines).toContain('KW  - moons');
    expect(lines.at(-1)).toBe('ER  -');
    expect(lines.every((one) => /^[A-Z][A-Z0-9] {2}-/.test(one))).toBe(true);
  });

  it('in Markdown has a footnote for each quote, and no markup of a title', async () => {
    const { file } = await saver();
    const { text } = await file('format=md');
    expect(text).toContain('Saturn has 62 known moons.[^1]');
    expect(text).toMatch(/^\[\^1\]: “Saturn has 62 known moons\.” <\S+>$/m);
    expect(text).toMatch(/^Receipt rc_\w+, [0-9a-f]{64}$/m);
    expect(text).not.toContain('<script>');
    expect(text.match(/^\[\^1\]:/gm)).toHaveLength(1);
  });

  it('has the entries that are named, in their order, and none of another visitor or that was removed', async () => {
    const { reader, file } = await saver();
    const { answer_id } = (
      await reader.send('POST', '/api/answers', { q: 'How many moons does Jupiter have?' })
    ).body;
    const second = (await reader.send('POST', '/api/saved', { answer_id, title: 'Jupiter' })).body.entry.id;
    const [first] = (await reader.send('GET', '/api/saved?q=ann')).body.items;
    const other = await saver();
    const [foreign] = (await other.reader.send('GET', '/api/saved')).body.items;
    const idsIn = async (query: string) => {
      const [, ...rows] = (await file(query)).text.trimEnd().split('\r\n');
      return rows.map((row) => row.split(',')[0]);
    };
    expect(await idsIn(`ids=${second},${foreign.id},none,${first.id},${second}`)).toEqual([second, first.id]);
    // What is named is all that counts.
    expect(await idsIn(`ids=${second}&folder=Sky`)).toEqual([second]);
    await reader.send('DELETE', `/api/saved/${second}`);
    expect(await idsIn(`ids=${second},${first.id}`)).toEqual([first.id]);
  });

  it('takes 100 ids, and refuses one more, an empty and a long one', async () => {
    const { file } = await saver();
    const named = (count: number) => Array.from({ length: count }, (_, at) => `s${at}`).join();
    expect((await file(`ids=${named(100)}`)).status).toBe(200);
    for (const ids of [named(101), '', 'a,,b', 'x'.repeat(65)])
      expect((await file(`ids=${ids}`)).status, ids).toBe(400);
  });

  it('holds nothing of another visitor, and refuses an unknown format', async () => {
    await saver();
    const { file } = await saver();
    expect((await file('format=csv')).text.trimEnd().split('\r\n')).toHaveLength(2);
    expect((await file('format=pdf')).status).toBe(400);
  });
});
