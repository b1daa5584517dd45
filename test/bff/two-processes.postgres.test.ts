/** Two servers of the page over one engine, which share their records in PostgreSQL and nothing else. */
import { randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONTRIBUTE } from '../../bff/features.ts';
import { writeInvitation } from '../../bff/invitation.ts';
import { openPostgresRecords } from '../../bff/records/open-postgres.ts';
import { openSessionKey, SESSION_KEY_FILE } from '../../bff/session-key.ts';
import { contributorTokens } from '../../bin/cli/contributor-tokens.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { disputeBy } from '../engine/annotated.ts';
import { eventually } from '../eventually.ts';
import { describePostgres } from '../setup/describe-engine.ts';
import { type Visitor, visitor } from './browser.ts';
import {
  claimsOf,
  dataFolder,
  ingestMoons,
  MOONS,
  startWholeServer,
  type WholeServer,
} from './whole-server.ts';

const ORG = 'acme';

describePostgres('two servers of the page', (postgres) => {
  const open = new AsyncDisposableStack();
  let engine: WholeServer;
  let here: WholeServer;
  let there: WholeServer;

  beforeAll(async () => {
    const url = new URL(postgres().url);
    const schema = `two_${randomBytes(6).toString('hex')}`;
    url.searchParams.set('schema', schema);
    open.defer(async () => {
      const client = new Client({ connectionString: postgres().url });
      await client.connect();
      await client.query(`drop schema if exists ${schema} cascade`);
      await client.end();
    });
    const folders = [await dataFolder(), await dataFolder(), await dataFolder()] as const;
    for (const folder of folders) open.use(folder);
    engine = open.use(await startWholeServer({ folder: folders[0].path }));
    await ingestMoons(engine.engine);
    await openSessionKey(folders[1].path);
    await copyFile(join(folders[1].path, SESSION_KEY_FILE), join(folders[2].path, SESSION_KEY_FILE));
    const bff = {
      engineUrl: engine.url,
      engineFetch: (request: Request) => fetch(request),
      apiKey: engine.key,
      mintToken: contributorTokens(engine.engine.keys),
      recordsUrl: url.href,
      watchTiming: { beat: 300, retry: 200, settle: 300 },
    };
    here = open.use(await startWholeServer({ folder: folders[1].path, bff }));
    there = open.use(await startWholeServer({ folder: folders[2].path, bff }));
    await using records = await openPostgresRecords(url.href);
    await records.entitle(ORG, CONTRIBUTE, 'team', true);
    contributorKey = await openSessionKey(folders[1].path);
  });
  afterAll(() => open.disposeAsync());

  let contributorKey: Uint8Array;

  async function asked(server: WholeServer): Promise<{ reader: Visitor; id: string; claim: string }> {
    const reader = visitor(server.url);
    const { body } = await reader.send('POST', '/api/answers', { q: MOONS });
    const [claim = ''] = await claimsOf(engine, body.answer_id);
    return { reader, id: body.answer_id, claim };
  }

  async function joins(reader: Visitor): Promise<void> {
    const now = Date.parse(here.clock.now());
    const invitation = writeInvitation(contributorKey, { org: ORG, issued: now, expires: now + 60_000 });
    expect((await reader.send('POST', '/api/session/organisations', { invitation })).status).toBe(201);
  }

  /** What the stream of a page has sent so far. */
  async function streamOf(reader: Visitor, server: WholeServer, id: string) {
    const ended = new AbortController();
    const input = encodeURIComponent(JSON.stringify({ answer_ids: [id], saved: 20, history: 20 }));
    const headers = { cookie: reader.cookie ?? '', accept: 'text/event-stream' };
    const url = `${server.url}/api/trpc/findings?input=${input}`;
    const response = await fetch(url, { headers, signal: ended.signal });
    const stream = { text: '', end: () => ended.abort() };
    const read = async () => {
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) stream.text += part;
    };
    void read().catch(() => undefined);
    return stream;
  }

  it('show the one what a visitor of the other contributes: in the stream, the proof and the inbox, once', async () => {
    const watcher = await asked(there);
    const saved = { answer_id: watcher.id, title: 'Moons' };
    expect((await watcher.reader.send('POST', '/api/saved', saved)).status).toBe(201);
    const stream = await streamOf(watcher.reader, there, watcher.id);
    await eventually(() => expect(stream.text).toContain('"to":"PASS"'));

    // Short of what turns the verdict.
    await disputeBy(engine.engine, watcher.claim as ClaimAddr, 'ann');
    const contributor = await asked(here);
    await joins(contributor.reader);
    const body = {
      answer_id: contributor.id,
      claim: contributor.claim,
      stance: 'dispute',
      source: { url: 'https://recount.example/2026' },
      quote: 'Nobody has counted more than twenty.',
      draft: 'd'.repeat(16),
    };
    expect((await contributor.reader.send('POST', '/api/contributions', body)).status).toBe(201);

    await eventually(() => expect(stream.text).toMatch(/"from":"PASS","to":"(WARN|FAIL)"/));
    stream.end();
    const input = encodeURIComponent(JSON.stringify({ answer_id: watcher.id }));
    const { body: why } = await watcher.reader.send('GET', `/api/trpc/views.why?input=${input}`);
    expect(JSON.stringify(why.result.data.claims[0].voices)).toContain(`org:${ORG}`);
    const inbox = () => watcher.reader.send('GET', '/api/turned');
    await eventually(async () => expect((await inbox()).body.items).toHaveLength(1));
    const { body: list } = await watcher.reader.send('GET', '/api/saved');
    expect(list.items[0]).toMatchObject({ answer_id: watcher.id });
    // The same session at the other server, which has the same records and key.
    const elsewhere = visitor(here.url);
    elsewhere.cookie = watcher.reader.cookie;
    expect((await elsewhere.send('GET', '/api/turned')).body).toEqual((await inbox()).body);
    expect([...here.faults, ...there.faults, ...engine.faults]).toEqual([]);
  });
});
