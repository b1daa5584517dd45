import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADD_DOCUMENTS, CONTRIBUTE, FEATURES, MAKE_CORPORA } from '../../bff/features.ts';
import { writeInvitation } from '../../bff/invitation.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import type { Role } from '../../bff/roles.ts';
import { openSessionKey } from '../../bff/session-key.ts';
import { freePort } from '../setup/free-port.ts';
import { type Visitor, visitor } from './browser.ts';
import { TestBrowser } from './sign-in/test-browser.ts';
import { CLIENT_ID, CLIENT_SECRET, startProvider, type TestProvider } from './sign-in/test-provider.ts';
import { dataFolder, ingestMoons, MOONS, startWholeServer, type WholeServer } from './whole-server.ts';

const NOW = Date.parse('2026-10-01T12:00:00.000Z');
const DAY_MS = 86_400_000;

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;
let sessionKey: Uint8Array;

beforeAll(async () => {
  folder = await dataFolder();
  server = await startWholeServer({ folder: folder.path });
  await ingestMoons(server.engine);
  sessionKey = await openSessionKey(folder.path);
  await using records = await openSqliteRecords(`${folder.path}/bff.sqlite`);
  for (const feature of FEATURES) await records.entitle('acme', feature, 'test', true);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const invitation = (org: string, role?: Role) =>
  writeInvitation(sessionKey, { org, ...(role && { role }), issued: NOW, expires: NOW + DAY_MS });
const joinBy = (reader: Visitor, text: string) =>
  reader.send('POST', '/api/session/organisations', { invitation: text });

async function member(role: Role, org = 'acme'): Promise<{ readonly reader: Visitor; readonly id: string }> {
  const reader = visitor(server.url);
  const { body } = await joinBy(reader, invitation(org, role));
  expect(body).toEqual({ org_id: org, role });
  const session = await reader.send('GET', '/api/session');
  return { reader, id: session.body.personal_org.split('/')[1] };
}

/** The same use case by the page's procedures. */
const call = async (reader: Visitor, name: string, input: object) =>
  (await reader.send('POST', `/api/trpc/${name}`, input)).body;
const ask = async (reader: Visitor, name: string, input: object) =>
  (await reader.send('GET', `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)).body;

describe('a role', () => {
  it.each<[Role, boolean]>([
    ['reader', false],
    ['contributor', true],
    ['curator', true],
  ])('of %s lets its member write for the organisation: %s', async (role, may) => {
    const { reader } = await member(role);
    const { body } = await reader.send('GET', '/api/session/entitlements');
    const [acme] = body.organisations;
    expect(acme).toMatchObject({ org_id: 'acme', role });
    for (const { feature_key, enabled } of acme.features) {
      const isWriting = [CONTRIBUTE, ADD_DOCUMENTS, MAKE_CORPORA].includes(feature_key);
      expect({ feature_key, enabled }).toEqual({ feature_key, enabled: may || !isWriting });
    }
    const rights = await reader.send('GET', '/api/contributions');
    expect(rights.body.contributes_as).toEqual(may ? { actor: 'org:acme', standing: 700 } : null);
  });

  it('of a reader is named in each refusal, with the one that is needed', async () => {
    const { reader } = await member('reader');
    const words = {
      status: 403,
      message: 'That needs the role of contributor in acme; yours is reader.',
      next_step: 'Ask a curator of acme, or the operator.',
      needed_role: 'contributor',
    };
    const { body: asked } = await reader.send('POST', '/api/answers', { q: MOONS });
    const claim = asked.sentences[0].claims[0];
    const source = { url: 'https://a.example/' };
    const quote = 'Saturn has 63 known moons.';
    const contribution = { answer_id: asked.answer_id, claim, stance: 'dispute', source, quote };
    const upload = { corpus: 'sky' };
    const appended = { ...contribution, draft: 'x'.repeat(16) };
    for (const [path, name, input, reason] of [
      ['/api/uploads', 'documents.begin', upload, 'denied:add_documents'],
      ['/api/contributions', 'contribute.append', appended, 'denied:contribute'],
      ['/api/contributions/dry-run', 'contribute.suppose', contribution, 'denied:contribute'],
    ] as const) {
      const plain = await reader.send('POST', path, input);
      expect(plain.body.error).toMatchObject({ ...words, reason });
      expect((await call(reader, name, input)).error.data.refusal).toMatchObject({ ...words, reason });
    }
  });

  it('is that of the organisation that has the feature, among several', async () => {
    const { reader } = await member('curator', 'club');
    await joinBy(reader, invitation('acme', 'reader'));
    expect((await reader.send('GET', '/api/contributions')).body.contributes_as).toBeNull();
    expect((await joinBy(reader, invitation('acme', 'contributor'))).body).toEqual({
      org_id: 'acme',
      role: 'contributor',
    });
    expect((await reader.send('GET', '/api/contributions')).body.contributes_as).toMatchObject({
      actor: 'org:acme',
    });
    // A lower invitation takes nothing away.
    expect((await joinBy(reader, invitation('acme', 'reader'))).body.role).toBe('contributor');
  });

  it('of an invitation that names none is contributor', async () => {
    expect((await joinBy(visitor(server.url), invitation('acme'))).body.role).toBe('contributor');
  });

  it('that nobody knows is in no invitation', async () => {
    const forged = writeInvitation(sessionKey, {
      org: 'acme',
      // biome-ignore lint/suspicious/noExplicitAny: what a later version might write
      role: 'owner' as any,
      issued: NOW,
      expires: NOW + DAY_MS,
    });
    expect((await joinBy(visitor(server.url), forged)).status).toBe(403);
  });
});

describe('a curator', () => {
  const MEMBERS = '/api/organisations/members';

  it('lists members page by page, changes roles, and removes members with the invitations', async () => {
    const org = 'paged';
    const { reader: curator, id } = await member('curator', org);
    const { reader, id: other } = await member('reader', org);
    {
      await using records = await openSqliteRecords(`${folder.path}/bff.sqlite`);
      for (let i = 0; i < 50; i++) await records.join(org, `z_${100 + i}`, NOW, 'reader');
    }
    const first = (await curator.send('GET', `${MEMBERS}?org_id=${org}`)).body;
    expect(first.items).toHaveLength(50);
    const next = (await curator.send('GET', `${MEMBERS}?org_id=${org}&cursor=${first.next_cursor}`)).body;
    expect(next.next_cursor).toBeNull();
    const all = [...first.items, ...next.items];
    expect(all).toHaveLength(52);
    expect(all).toContainEqual({
      user_id: other,
      name: null,
      role: 'reader',
      given_by: 'invitation',
      joined_at: new Date(NOW).toISOString(),
    });
    expect((await ask(curator, 'curating.members', { org_id: org })).result.data).toEqual(first);

    const raised = await curator.send('PATCH', MEMBERS, { org_id: org, user_id: other, role: 'curator' });
    expect(raised.body).toMatchObject({ user_id: other, role: 'curator' });
    expect((await reader.send('GET', `${MEMBERS}?org_id=${org}`)).status).toBe(200);
    const kept = await call(curator, 'curating.invite', { org_id: org, role: 'curator' });
    const lowered = await call(reader, 'curating.changeRole', { org_id: org, user_id: id, role: 'reader' });
    expect(lowered.result.data).toMatchObject({ user_id: id, role: 'reader' });
    expect((await joinBy(curator, kept.result.data.invitation)).status).toBe(403);
    expect((await curator.send('GET', `${MEMBERS}?org_id=${org}`)).status).toBe(403);

    const early = invitation(org, 'reader');
    expect((await reader.send('DELETE', `${MEMBERS}?org_id=${org}&user_id=${id}`)).status).toBe(204);
    expect((await curator.send('GET', `${MEMBERS}?org_id=${org}`)).status).toBe(404);
    expect((await joinBy(curator, early)).status).toBe(403);
    expect((await reader.send('DELETE', `${MEMBERS}?org_id=${org}&user_id=${id}`)).status).toBe(404);
    const gone = { org_id: org, user_id: id, role: 'reader' };
    expect((await reader.send('PATCH', MEMBERS, gone)).body.error.reason).toBe('missing:member');
  });

  it('invites with a role for some days, and ends the invitations', async () => {
    const { reader: curator } = await member('curator', 'inviting');
    const made = await curator.send('POST', '/api/organisations/invitations', {
      org_id: 'inviting',
      role: 'curator',
      days: 365,
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      role: 'curator',
      path: `/#invitation=${made.body.invitation}`,
      expires_at: new Date(NOW + 365 * DAY_MS).toISOString(),
    });
    expect((await joinBy(visitor(server.url), made.body.invitation)).body.role).toBe('curator');
    const usual = (await call(curator, 'curating.invite', { org_id: 'inviting' })).result.data;
    expect(usual).toMatchObject({ role: 'reader', expires_at: new Date(NOW + DAY_MS).toISOString() });
    const ended = await curator.send('DELETE', '/api/organisations/invitations?org_id=inviting');
    expect(ended.status).toBe(204);
    expect((await joinBy(visitor(server.url), usual.invitation)).status).toBe(403);
  });

  it('ends links of members to answers of the organisation, and sees no others', async () => {
    const { reader: curator } = await member('curator', 'linked');
    const writer = visitor(server.url);
    const { body: own } = await writer.send('POST', '/api/answers', {
      q: 'How many moons does Jupiter have?',
    });
    await joinBy(writer, invitation('linked', 'reader'));
    const { body: shared } = await writer.send('POST', '/api/answers', { q: MOONS });
    const [mine, ours] = await Promise.all(
      [own, shared].map(async ({ answer_id }) => {
        const made = await writer.send('POST', '/api/links', { answer_id, kind: 'page' });
        return made.body.link;
      }),
    );
    const session = await writer.send('GET', '/api/session');
    const person = { org_id: 'linked', user_id: session.body.personal_org.split('/')[1] };
    const listed = await ask(curator, 'curating.links', person);
    expect(listed.result.data.items).toEqual([
      { id: ours.id, kind: 'page', answer_id: shared.answer_id, created_at: ours.created_at },
    ]);
    const place = `/api/organisations/links?${new URLSearchParams(person)}`;
    expect((await curator.send('DELETE', `${place}&id=${mine.id}`)).body.error.reason).toBe('missing:link');
    expect((await curator.send('DELETE', `${place}&id=${ours.id}`)).status).toBe(204);
    expect((await curator.send('DELETE', `${place}&id=${ours.id}`)).status).toBe(404);
    const left = await writer.send('GET', '/api/links');
    expect(left.body.items.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
  });

  it('ends links to saved answers of the organisation, whatever became of their questions', async () => {
    const org = 'saving';
    const { reader: curator } = await member('curator', org);
    const { reader: writer, id: user_id } = await member('reader', org);
    const person = { org_id: org, user_id };
    const listed = async () =>
      (await ask(curator, 'curating.links', person)).result.data.items.map(({ id }: { id: string }) => id);
    const share = async (answer_id: string) =>
      (await writer.send('POST', '/api/links', { answer_id, kind: 'page' })).body.link;

    const { body: asked } = await writer.send('POST', '/api/answers', { q: MOONS });
    const { answer_id } = asked;
    expect((await writer.send('POST', '/api/saved', { answer_id, title: 'Moons' })).status).toBe(201);
    expect((await writer.send('DELETE', '/api/history')).status).toBeLessThan(300);
    expect((await writer.send('GET', '/api/history')).body.items).toEqual([]);
    const link = await share(answer_id);
    expect(await listed()).toEqual([link.id]);

    // Leaving, and asking elsewhere, takes it from nobody.
    await writer.send('DELETE', `/api/session/organisations?org_id=${org}`);
    await joinBy(writer, invitation('elsewhere', 'reader'));
    await writer.send('POST', '/api/answers', { q: MOONS });
    expect(await listed()).toEqual([link.id]);
    const { reader: other } = await member('curator', 'elsewhere');
    const there = await ask(other, 'curating.links', { ...person, org_id: 'elsewhere' });
    expect(there.result.data.items).toHaveLength(1);

    const place = `/api/organisations/links?${new URLSearchParams({ ...person, id: link.id })}`;
    const shown = () => fetch(`${server.url}/api/public/answers/${link.token}`);
    expect((await shown()).status).toBe(200);
    expect((await curator.send('DELETE', place)).status).toBe(204);
    expect((await shown()).status).toBe(404);
    expect(await listed()).toEqual([]);
  });

  const USES = [
    ['GET', '/api/organisations/members?org_id=acme', undefined],
    ['PATCH', '/api/organisations/members', { org_id: 'acme', user_id: 'u_1', role: 'curator' }],
    ['DELETE', '/api/organisations/members?org_id=acme&user_id=u_1', undefined],
    ['POST', '/api/organisations/invitations', { org_id: 'acme', role: 'curator' }],
    ['DELETE', '/api/organisations/invitations?org_id=acme', undefined],
    ['GET', '/api/organisations/links?org_id=acme&user_id=u_1', undefined],
    ['DELETE', '/api/organisations/links?org_id=acme&user_id=u_1&id=l_1', undefined],
  ] as const;

  it.each(USES)('alone may %s %s', async (method, path, body) => {
    for (const role of ['reader', 'contributor'] as const) {
      const { reader } = await member(role);
      const { status, body: reply } = await reader.send(method, path, body);
      expect(status).toBe(403);
      expect(reply.error).toMatchObject({
        reason: 'denied:role',
        message: `That needs the role of curator in acme; yours is ${role}.`,
        needed_role: 'curator',
      });
    }
    const { reader: elsewhere } = await member('curator', 'elsewhere');
    for (const reader of [visitor(server.url), elsewhere]) {
      const { status, body: reply } = await reader.send(method, path, body);
      expect(status).toBe(404);
      expect(reply.error.reason).toBe('missing:organisation');
    }
    const { reader: curator } = await member('curator');
    const unknown = await curator.send(
      method,
      path.replace('acme', 'no-such'),
      JSON.stringify(body)?.replace('acme', 'no-such'),
    );
    expect(unknown.status).toBe(404);
  });

  it.each([
    [{ org_id: 'acme', days: 0 }],
    [{ org_id: 'acme', days: 366 }],
    [{ org_id: 'acme', days: 1.5 }],
    [{ org_id: 'acme', role: 'owner' }],
    [{ org_id: '', role: 'reader' }],
    [{ org_id: 'acme', more: true }],
  ])('is refused an invitation with %j', async (input) => {
    const { reader } = await member('curator');
    expect((await reader.send('POST', '/api/organisations/invitations', input)).status).toBe(400);
  });
});

describe('where people sign in', () => {
  let provider: TestProvider;
  let other: Awaited<ReturnType<typeof dataFolder>>;
  let signing: WholeServer;

  beforeAll(async () => {
    other = await dataFolder();
    const port = await freePort();
    provider = await startProvider(`http://127.0.0.1:${port}`);
    const mapping = new Map([['editors', { org_id: 'acme', role: 'curator' as const }]]);
    const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
    const signIn = {
      ...client,
      issuer: provider.issuer,
      scope: 'openid profile groups',
      claim: 'groups',
      mapping,
    };
    signing = await startWholeServer({ folder: other.path, port, bff: { signIn } });
  });
  afterAll(async () => {
    await signing[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  it('an anonymous visitor is asked to sign in for what members may', async () => {
    const browser = new TestBrowser();
    const needs = async (path: string) => (await browser.send('GET', `${signing.url}${path}`)).body;
    expect((await needs('/api/contributions')).contribute_needs.next_step).toMatch(/^Sign in to contribute/);
    expect((await needs('/api/uploads')).needs.next_step).toMatch(/^Sign in to add documents/);
  });

  it('a curator manages after signing in alone, and the provider alone changes what it gives', async () => {
    const members = `${signing.url}/api/organisations/members`;
    const key = await openSessionKey(other.path);
    const text = writeInvitation(key, { org: 'acme', role: 'curator', issued: NOW, expires: NOW + DAY_MS });
    const anonymous = new TestBrowser();
    await anonymous.send('POST', `${signing.url}/api/session/organisations`, { invitation: text });
    const refused = await anonymous.send('GET', `${members}?org_id=acme`);
    expect(refused.body.error).toMatchObject({ reason: 'denied:role', next_step: 'Sign in to manage acme.' });

    provider.signsIn = 'ada';
    provider.people.set('ada', { name: 'Ada', groups: ['editors'] });
    const ada = new TestBrowser();
    await ada.go(`${signing.url}/auth/sign-in`, { until: (url) => url === `${signing.url}/` });
    const { status, body } = await ada.send('GET', `${members}?org_id=acme`);
    expect(status).toBe(200);
    expect(body.items).toHaveLength(2);
    const own = body.items.find(({ name }: { name: string | null }) => name === 'Ada');
    expect(own).toMatchObject({ role: 'curator', given_by: 'provider' });
    const change = { org_id: 'acme', user_id: own.user_id, role: 'reader' };
    const kept = await ada.send('PATCH', members, change);
    expect(kept.body.error).toMatchObject({ status: 403, reason: 'denied:role' });
    expect((await ada.send('GET', `${members}?org_id=acme`)).body.items).toContainEqual(own);
  });
});
