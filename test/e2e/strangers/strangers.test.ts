/**
 * Two visitors and two organisations in front of a running `adduce serve`, by every door: what one asks, nobody else reads
 * without the entitlement.
 */
import type { GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, type Visitor, visitor } from '../../bff/browser.ts';
import { runJson, type Service } from '../adduce-process.ts';
import { Deployment, EMBEDDED } from '../deployment.ts';
import { everyQuery, OF_NAMES, readSchema } from './every-query.ts';
import { explore, heardWithin, mutate, openStream, query, streamed, watching } from './page-visitor.ts';

/** Stands in the question, and so in whatever gives it away. */
// Stop words alone: they stand in nobody else's text, and change nothing of what is asked.
const SECRET = 'or as of then and of now';
const QUESTION = `How many moons does Saturn have, ${SECRET}?`;
const STREAM_MS = 1_500;
/** For what comes at once, on a machine that many share. */
const PATIENCE_MS = 20_000;

interface Shown {
  readonly answer_id: string;
  readonly q: string;
}

describe.each(['open', 'required'])('answers that need a key: %s', (engineAuth) => {
  let deployment: Deployment;
  let service: Service;
  let schema: GraphQLSchema;
  let operator: { readonly key: string };
  let rival: { readonly key: string };
  let asker: Visitor;
  let asked: Shown;
  let artefact: string;
  let claim: string;
  let nodeId: string;

  beforeAll(async () => {
    deployment = await Deployment.prepare(EMBEDDED);
    service = await deployment.serve({ ADDUCE_ENGINE_AUTH: engineAuth });
    const mint = (org: string) =>
      runJson<{ key: string }>(['keys', 'mint', '--engine', '--org', org], deployment.settings);
    [operator, rival] = [await mint('local'), await mint('rival')];
    schema = await readSchema(service.url, { authorization: `Bearer ${rival.key}` });
    asker = visitor(service.url);
    const { body } = await asker.send('POST', '/api/answers', { q: QUESTION });
    asked = { answer_id: body.answer_id, q: QUESTION };
    artefact = body.artefacts[0].artefact_id;
    claim = body.claims[0].addr;
    const listed = await explore(asker, '{ answers { nodes { id } } }');
    nodeId = listed.body.data.answers.nodes[0].id;
  });
  afterAll(() => deployment[Symbol.asyncDispose]());

  const values = () => {
    const ofAnswer = JSON.stringify(asked.answer_id);
    const ofArtefact = JSON.stringify(artefact);
    const ofClaim = JSON.stringify(claim);
    const node = JSON.stringify(nodeId);
    return {
      first: '1',
      'answer.id': ofAnswer,
      'findings.filter': `{ answerId: [${ofAnswer}] }`,
      'node.id': node,
      'nodes.ids': node,
      'artefact.id': ofArtefact,
      'provenance.artefact': ofArtefact,
      'answersHitBy.artefact': ofArtefact,
      'whatIf.evidence': `{ claim: ${ofClaim}, kind: DISPUTE, evidence: [{ ref: "x", hash: "y", kind: SOURCE }] }`,
      'annotations.target': ofClaim,
      'claim.addr': ofClaim,
      'neighbourhood.of': ofClaim,
      'neighbours.of': ofClaim,
      'path.from': ofClaim,
      'path.to': ofArtefact,
      'supersessionChain.addr': ofClaim,
    };
  };

  /** Of a reply: whether it gives the question or its answer away. */
  const givesAway = (text: string) => text.includes(SECRET) || text.includes(asked.answer_id);
  const textOf = ({ body, headers }: Reply) => JSON.stringify([body, [...headers]]);

  /** Everything that lies behind a door, for one who names what the asker asked. */
  const doorsOf = (reader: Visitor): ReadonlyMap<string, () => Promise<string>> => {
    const id = asked.answer_id;
    const get = (path: string) => async () => textOf(await reader.send('GET', path));
    const doors = new Map<string, () => Promise<string>>([
      ['history', get('/api/history?limit=100')],
      ['history of the page', get('/api/history?org_id=local')],
      ['saved', get('/api/saved?limit=100')],
      ['procedure history.list', async () => textOf(await query(reader, 'history.list', { limit: 100 }))],
      ['procedure saved.list', async () => textOf(await query(reader, 'saved.list', { limit: 100 }))],
      ['search', get('/api/search?q=saturn')],
    ]);
    for (const download of ['', '?download=json', '?download=cbor', '?download=html']) {
      doors.set(`receipt${download}`, get(`/api/answers/${id}/receipt${download}`));
    }
    for (const format of ['json', 'html', 'pdf']) {
      doors.set(`report ${format}`, get(`/api/answers/${id}/trust-report?format=${format}`));
    }
    for (const [name, door] of graphqlDoorsOf(reader, (field) => !OF_NAMES.has(field))) doors.set(name, door);
    return doors;
  };

  /** A door for each field of Query; `atRisk` is refused to every visitor. */
  const graphqlDoorsOf = (reader: Visitor, isWanted: (field: string) => boolean) =>
    new Map(
      [...everyQuery(schema, values())]
        .filter(([field]) => field !== 'atRisk' && isWanted(field))
        .map(([field, document]) => [
          `GraphQL ${field}`,
          async () => textOf(await explore(reader, document)),
        ]),
    );

  /** What of these doors gives the asker away; what repeats the caller's own words is no gift. */
  const open = async (doors: ReadonlyMap<string, () => Promise<string>>): Promise<string[]> => {
    const found: string[] = [];
    for (const [name, door] of doors) {
      const text = await door();
      // A door that a limit keeps shut shows nothing.
      expect([name, text.includes('"limited:')]).toEqual([name, false]);
      if (name.startsWith('GraphQL'))
        expect([name, text.includes('"errors"') && text]).toEqual([name, false]);
      if (givesAway(text)) found.push(name);
    }
    return found;
  };

  it('lets the asker read the own question by every door', async () => {
    const found = await open(doorsOf(asker));
    expect(found).toEqual(
      expect.arrayContaining([
        'history',
        'procedure history.list',
        'receipt',
        'receipt?download=json',
        'GraphQL answers',
        'GraphQL answer',
        'GraphQL findings',
      ]),
    );
  });

  it('gives a visitor without a cookie, and one with a session, nothing by any door', async () => {
    expect(await open(doorsOf(visitor(service.url)))).toEqual([]);
    const other = visitor(service.url);
    await other.send('POST', '/api/answers', { q: 'How many moons does Saturn have?' });
    expect(await open(doorsOf(other))).toEqual([]);
    expect(await open(graphqlDoorsOf(visitor(service.url), (field) => OF_NAMES.has(field)))).toEqual([]);
  });

  it('gives nothing for another answer id, or tenant, that a visitor names', async () => {
    const other = visitor(service.url);
    const { body } = await explore(other, '{ answers { nodes { q summary } } }');
    expect(body.data).toEqual({ answers: { nodes: [] } });
    const org = (await query(asker, 'session.get', undefined)).body.result.data.personal_org;
    for (const tenant of [org, 'local', 'local/*', 'rival']) {
      const headers = { 'x-tenant': tenant };
      const sent = await explore(
        other,
        '{ answers { nodes { q } } findings { nodes { answerId } } }',
        headers,
      );
      expect(givesAway(textOf(sent))).toBe(false);
      const receipt = await other.send('GET', `/api/answers/${asked.answer_id}/receipt`, undefined, headers);
      expect(receipt.status).toBe(404);
    }
    const opened = await query(other, 'open', { answer_id: asked.answer_id });
    expect([opened.status, opened.body.error.data.refusal.reason]).toEqual([404, 'missing:answer']);
    const saved = await mutate(other, 'saved.save', { answer_id: asked.answer_id, title: 'mine' });
    expect(saved.status).toBe(404);
    for (const name of [org, 'local', 'rival']) {
      const { status } = await other.send('GET', `/api/history?org_id=${encodeURIComponent(name)}`);
      expect(status).toBe(403);
    }
  });

  it('tells nobody else’s verdict stream anything', async () => {
    const other = visitor(service.url);
    await other.send('GET', '/api/history');
    const path = watching(asked.answer_id);
    const verdict = { until: '"to":"PASS"', ms: PATIENCE_MS };
    const own = await streamed(service.url, { cookie: asker.cookie, path, ...verdict });
    expect(own).toContain('"to":"PASS"');
    const streams = [other, visitor(service.url)].map(({ cookie }) =>
      streamed(service.url, { cookie, path, ms: STREAM_MS }),
    );
    for (const heard of await Promise.all(streams)) {
      expect(heard.startsWith('200')).toBe(true);
      expect(heard).not.toContain('"to":');
    }
  });

  it('shows another organisation, and the page’s own without the visitor’s name, nothing by the engine’s doors', async () => {
    const documents = everyQuery(schema, values());
    const callers = [`Bearer ${rival.key}`, `Bearer ${operator.key}`, null].map((authorization) => ({
      ...(authorization !== null && { authorization }),
      'content-type': 'application/json',
    }));
    for (const headers of callers) {
      const at = async (path: string, init: RequestInit = {}) => {
        const response = await fetch(`${service.url}${path}`, { headers, ...init });
        const text = await response.text();
        return text.replaceAll(path, '');
      };
      for (const path of ['receipt', 'trust-report?format=json', 'trust-report?format=html']) {
        const text = await at(`/v1/answers/${asked.answer_id}/${path}`);
        expect(text).not.toContain(SECRET);
      }
      expect(await at(`/v1/provenance/${artefact}`)).not.toContain(asked.answer_id);
      for (const [name, document] of documents) {
        const text = await at('/graphql', { method: 'POST', body: JSON.stringify({ query: document }) });
        expect([name, givesAway(text)]).toEqual([name, false]);
      }
    }
    const watching = encodeURIComponent('subscription { findings(after: 0) { answerId } }');
    const path = `/graphql?query=${watching}`;
    const streams = callers.map((headers) =>
      heardWithin(service.url, {
        path,
        headers: { ...headers, accept: 'text/event-stream' },
        ms: STREAM_MS,
      }),
    );
    for (const heard of await Promise.all(streams)) expect(heard).not.toContain(asked.answer_id);
  });

  describe('members of one organisation', () => {
    let mate: Visitor;
    let theirs: Shown;

    const switchSharing = (verb: 'enable' | 'disable') =>
      runJson(['entitlements', verb, 'acme', 'shared_history'], deployment.settings);
    const join = async (one: Visitor) => {
      const { invitation } = await runJson<{ invitation: string }>(
        ['members', 'invite', 'acme'],
        deployment.settings,
      );
      return one.send('POST', '/api/session/organisations', { invitation });
    };
    const questionsOf = async (one: Visitor) => {
      const { status, body } = await one.send('GET', '/api/history?org_id=acme&limit=100');
      return status === 200 ? body.items.map((item: Shown) => item.q) : status;
    };

    beforeAll(async () => {
      const teammate = visitor(service.url);
      mate = visitor(service.url);
      expect((await join(teammate)).status).toBe(201);
      expect((await join(mate)).status).toBe(201);
      const q = `What is the currency of Bulgaria, ${SECRET}?`;
      const { body } = await teammate.send('POST', '/api/answers', { q });
      theirs = { answer_id: body.answer_id, q };
    });

    it('read nothing of each other without the entitlement', async () => {
      expect(await questionsOf(mate)).toBe(403);
      expect((await query(mate, 'open', { answer_id: theirs.answer_id })).status).toBe(404);
      expect((await mate.send('GET', `/api/answers/${theirs.answer_id}/receipt`)).status).toBe(404);
    });

    it('read each other’s questions, answers and verdicts with it, and strangers do not; it ends at once', async () => {
      await switchSharing('enable');
      expect(await questionsOf(mate)).toEqual([theirs.q]);
      expect((await query(mate, 'history.list', { org_id: 'acme' })).body.result.data.items).toHaveLength(1);
      const opened = await query(mate, 'open', { answer_id: theirs.answer_id });
      expect(opened.body.result.data).toMatchObject({ q: theirs.q });
      expect((await mate.send('GET', `/api/answers/${theirs.answer_id}/receipt`)).status).toBe(200);
      const path = watching(theirs.answer_id);
      const verdict = { until: '"to":', ms: PATIENCE_MS };
      expect(await streamed(service.url, { cookie: mate.cookie, path, ...verdict })).toContain('"to":');
      // The questions from before the asker joined are the asker's own.
      expect(JSON.stringify(await questionsOf(mate))).not.toContain(QUESTION);
      for (const stranger of [asker, visitor(service.url)]) {
        expect(await questionsOf(stranger)).toBe(403);
        expect((await query(stranger, 'open', { answer_id: theirs.answer_id })).status).toBe(404);
      }
      await switchSharing('disable');
      expect(await questionsOf(mate)).toBe(403);
      expect((await query(mate, 'open', { answer_id: theirs.answer_id })).status).toBe(404);
    });

    it('that are removed read nothing more, by no open stream and no invitation from before', async () => {
      await switchSharing('enable');
      const { members } = await runJson<{ members: { user: string }[] }>(
        ['members', 'list', 'acme'],
        deployment.settings,
      );
      expect(members).toHaveLength(2);
      const path = watching(theirs.answer_id);
      const stream = await openStream(service.url, { cookie: mate.cookie, path });
      const old = await runJson<{ invitation: string }>(['members', 'invite', 'acme'], deployment.settings);
      for (const { user } of members) await runJson(['members', 'remove', 'acme', user], deployment.settings);
      expect(await questionsOf(mate)).toBe(403);
      expect(await stream.text).toContain('"to":');
      for (const one of [mate, visitor(service.url)]) {
        const { status } = await one.send('POST', '/api/session/organisations', {
          invitation: old.invitation,
        });
        expect(status).toBe(403);
      }
      expect((await join(mate)).status).toBe(201);
    });

    it.each(['', 'x', 'v1.e30.AAAA', `v1.${'A'.repeat(1_100)}.AAAA`])(
      'are not joined by the made-up invitation %j',
      async (invitation) => {
        const { status } = await visitor(service.url).send('POST', '/api/session/organisations', {
          invitation,
        });
        expect([400, 403]).toContain(status);
      },
    );
  });

  describe('a session', () => {
    it('is a signed cookie: none that a caller makes up, or changes, is anybody’s', async () => {
      const cookie = asker.cookie ?? '';
      const [name = '', value = ''] = cookie.split('=');
      const [version, payload = '', mac] = value.split('.');
      const facts = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const forged = Buffer.from(JSON.stringify({ ...facts, issued: facts.issued + 1 })).toString(
        'base64url',
      );
      for (const made of [`${version}.${forged}.${mac}`, `${version}.${payload}.`, 'A'.repeat(43), payload]) {
        const other = visitor(service.url);
        other.cookie = `${name}=${made}`;
        const { body } = await other.send('GET', '/api/history');
        expect(body.items).toEqual([]);
        expect(other.cookie).not.toBe(`${name}=${made}`);
      }
    });

    it('ends for every copy of its cookie when its visitor signs out', async () => {
      const leaver = visitor(service.url);
      await leaver.send('POST', '/api/answers', { q: 'How many moons does Saturn have?' });
      const copy = visitor(service.url);
      copy.cookie = leaver.cookie;
      expect((await copy.send('GET', '/api/history')).body.items).toHaveLength(1);
      const path = watching(asked.answer_id);
      const stream = await openStream(service.url, { cookie: copy.cookie, path });
      const { status, headers } = await leaver.send('DELETE', '/api/session');
      expect([status, headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
      expect((await copy.send('GET', '/api/history')).body.items).toEqual([]);
      await stream.text;
    });
  });
});
