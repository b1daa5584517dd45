/** The explorer's procedures: the claim graph in the visitor's own scope, step by step. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExploredEdge, PlacedNode } from '../../bff/explore/graph-parts.ts';
import { ingestInto, jsonLines } from '../engine/documents.ts';
import { visitor } from './browser.ts';
import { claimsOf, dataFolder, dispute, startWholeServer, type WholeServer } from './whole-server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;

const PUBLISHERS = 60;
const HOSTILE = '<img src=x onerror=alert(1)> & "Saturn\'s" moons';
const HUB = 'Saturn has 62 known moons.';

beforeAll(async () => {
  folder = await dataFolder();
  server = await startWholeServer({ folder: folder.path });
  const day = '2026-09-28';
  const many = Array.from({ length: PUBLISHERS }, (_, at) => ({
    id: `s${at}`,
    text: HUB,
    domain: `site${at}.example`,
    day,
    title: at === 0 ? HOSTILE : `Almanac ${at}`,
  }));
  const alone = { id: 'j', text: 'Jupiter has 79 known moons.', domain: 'jove.example', day, title: 'Jove' };
  await ingestInto(server.engine, 'sky', [jsonLines([...many, alone])]);
  const closed = { id: 'l', text: 'Mars has 2 known moons.', domain: 'ares.example', day, title: 'Ares' };
  await ingestInto(server.engine, 'other', [jsonLines([closed])]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function read(procedure: string, input: unknown, reader = visitor(server.url)) {
  const { status, body } = await reader.send(
    'GET',
    `/api/trpc/explore.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
  );
  return { status, data: body.result?.data, refusal: body.error?.data.refusal };
}

async function idOf(corpus: string, text: string): Promise<string> {
  const { data } = await read('find', { corpus });
  return data.find((node: { text: string }) => node.text === text).id;
}

describe('an engine whose store is away', () => {
  it('is unavailable to the page, which says when to come again', async () => {
    const extensions = { code: 'upstream:unavailable', retryAfterMs: 1_000 };
    const engineFetch = (sent: Request) =>
      new URL(sent.url).pathname === '/graphql'
        ? Promise.resolve(Response.json({ data: null, errors: [{ message: 'away', extensions }] }))
        : fetch(sent);
    await using own = await dataFolder();
    await using away = await startWholeServer({ folder: own.path, bff: { engineFetch } });
    const { refusal } = await read('find', { corpus: 'sky' }, visitor(away.url));
    expect(refusal).toMatchObject({ status: 503, kind: 'Unavailable', retry_after_ms: 1_000 });
  });
});

const idsOf = (nodes: readonly PlacedNode[]) => nodes.map(({ node }) => node.id);
const ends = (edges: readonly ExploredEdge[]) => edges.map(({ kind, from, to }) => `${kind} ${from} ${to}`);

describe('a start', () => {
  it('brings the node, 25 of its edges, and how many each node has', async () => {
    const id = await idOf('sky', HUB);
    const { data } = await read('start', { corpus: 'sky', of: id, kinds: ['states'] });
    expect(data.start).toBe(id);
    expect(data.edges).toHaveLength(25);
    const [hub] = data.nodes;
    expect(hub).toMatchObject({
      node: { type: 'claim', id, corpus: 'sky', text: HUB, publishers: PUBLISHERS },
      edges: PUBLISHERS,
    });
    expect(data.nodes).toHaveLength(26);
    expect(new Set(data.nodes.slice(1).map(({ edges }: PlacedNode) => edges))).toEqual(new Set([1]));
  });

  it('is found by a full address, whose corpus is its own', async () => {
    const id = await idOf('other', 'Mars has 2 known moons.');
    const of = `wx://other/claim/${id}`;
    const { data } = await read('start', { of });
    expect(data.nodes[0].node).toMatchObject({ id, corpus: 'other' });
    expect(data.next).toBeNull();
    expect((await read('start', { of, corpus: 'sky' })).status).toBe(400);
  });

  it.each([
    ['an unknown claim', { of: `c1${'a'.repeat(26)}` }],
    ['no address at all', { of: 'javascript:alert(1)' }],
    ['another address', { of: 'wx://sky/article/s0' }],
  ])('refuses %s in words for the reader', async (_, input) => {
    const { status, refusal } = await read('start', { corpus: 'sky', ...input });
    expect([status, refusal.reason]).toEqual([404, 'missing:node']);
    expect(refusal.next_step).toBe('Begin with a search, or choose another day.');
  });

  it('refuses a node of another corpus by its bare id, and one of a day before it was stated', async () => {
    const mars = await idOf('other', 'Mars has 2 known moons.');
    expect((await read('start', { corpus: 'sky', of: mars })).status).toBe(404);
    const of = await idOf('sky', HUB);
    expect((await read('start', { corpus: 'sky', of, as_of: '2020-01-01' })).status).toBe(404);
  });

  it.each([
    ['an empty id', { of: '' }],
    ['a node of 201 letters', { of: 'x'.repeat(201) }],
    ['an unknown kind of edge', { of: 'c1a', kinds: ['likes'] }],
    ['an empty list of kinds', { of: 'c1a', kinds: [] }],
    ['a day that is none', { of: 'c1a', as_of: 'yesterday' }],
  ])('does not take %s', async (_, input) => {
    expect((await read('start', { corpus: 'sky', ...input })).status).toBe(400);
  });

  it('names an unknown corpus as such', async () => {
    const { status, refusal } = await read('start', { corpus: 'nowhere', of: `c1${'a'.repeat(26)}` });
    expect([status, refusal.message]).toEqual([400, 'There is no corpus of that name here.']);
  });
});

describe('steps', () => {
  it('bring every edge once, 25 at a time, and then nothing', async () => {
    const of = await idOf('sky', HUB);
    const seen: string[] = [];
    const { data: start } = await read('start', { corpus: 'sky', of, kinds: ['states'] });
    const sizes: number[] = [start.edges.length];
    seen.push(...ends(start.edges));
    for (let after: string | null = start.next, more = true; more; more = after !== null) {
      const { data } = await read('step', { corpus: 'sky', of, after, kinds: ['states'] });
      seen.push(...ends(data.edges));
      sizes.push(data.edges.length);
      after = data.next;
      expect(idsOf(data.nodes)).toContain(of);
    }
    expect(sizes).toEqual([25, 25, 10]);
    expect(new Set(seen).size).toBe(PUBLISHERS);
  });

  it('pass on a title as it is: words are shown, never run', async () => {
    const of = await idOf('sky', HUB);
    const titles: string[] = [];
    for (let after: string | null = null, more = true; more; more = after !== null) {
      const { data } = await read('step', { corpus: 'sky', of, after, kinds: ['states'] });
      titles.push(...data.nodes.map(({ node }: PlacedNode) => node.text));
      after = data.next;
    }
    expect(titles).toContain(HOSTILE);
  });

  it('refuse a cursor of another list', async () => {
    const of = await idOf('sky', HUB);
    const { data } = await read('step', { corpus: 'sky', of, after: null, kinds: ['states'] });
    expect((await read('step', { corpus: 'sky', of, after: data.next })).status).toBe(400);
    expect((await read('step', { corpus: 'sky', of, after: 'x' })).status).toBe(400);
  });
});

describe('a search for a start', () => {
  it('finds claims and their documents by words, each once', async () => {
    const { data } = await read('find', { corpus: 'sky', q: 'Jupiter moons' });
    expect(data.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining(['Jupiter has 79 known moons.', 'Jove']),
    );
    const ids = data.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('finds nothing for a word that no document has', async () => {
    expect((await read('find', { corpus: 'sky', q: 'quagga' })).data).toEqual([]);
  });

  it('takes 2,000 characters and not one more', async () => {
    expect((await read('find', { corpus: 'sky', q: 'x'.repeat(2_000) })).status).toBe(200);
    expect((await read('find', { corpus: 'sky', q: 'x'.repeat(2_001) })).status).toBe(400);
  });
});

describe('a path', () => {
  it('leads from a claim over its documents to another, each node once', async () => {
    const from = await idOf('sky', HUB);
    const { data: start } = await read('start', { corpus: 'sky', of: from, kinds: ['states'] });
    const to = start.nodes.at(-1).node.id;
    const { data } = await read('path', { corpus: 'sky', from, to });
    expect([data.outcome, ...idsOf(data.nodes)]).toEqual(['found', from, to]);
  });

  it('says that there is none, and refuses an end out of sight', async () => {
    const from = await idOf('sky', HUB);
    const to = await idOf('sky', 'Jupiter has 79 known moons.');
    const { data } = await read('path', { corpus: 'sky', from, to, kinds: ['states'] });
    expect([data.outcome, data.nodes]).toEqual(['exhausted', []]);
    expect((await read('path', { corpus: 'sky', from, to: 'c1nothing' })).status).toBe(404);
  });
});

describe('a supposed event', () => {
  const supposed = { corpus: 'sky', kind: 'dispute', evidence: 'reproduction', standing: 1_000 };

  it('turns the visitor’s own answers alone, and writes nothing', async () => {
    const reader = visitor(server.url);
    const stranger = visitor(server.url);
    const asked = await reader.send('POST', '/api/trpc/ask', {
      q: 'How many moons does Jupiter have?',
      corpus: 'sky',
    });
    const { answer_id } = asked.body.result.data;
    const claim = (await claimsOf(server, answer_id))[0]?.split('/').at(-1);
    // One vetted reader disputes it already: a second one is enough.
    await dispute(server, `wx://sky/claim/${claim}`, ['one']);
    const before = (await server.engine.store.head()).size;
    const own = await read('whatIf', { ...supposed, claim }, reader);
    expect(own.data).toEqual({
      total: 1,
      turns: [
        {
          answer_id,
          q: 'How many moons does Jupiter have?',
          from: 'PASS',
          to: expect.stringMatching(/^(WARN|FAIL)$/),
          reasons: expect.arrayContaining([expect.stringMatching(/^[a-z_]+$/)]),
        },
      ],
    });
    expect((await read('whatIf', { ...supposed, claim }, stranger)).data).toEqual({ total: 0, turns: [] });
    expect((await server.engine.store.head()).size).toBe(before);
  });

  it.each([
    ['a standing of 1,001', { standing: 1_001 }, 400],
    ['a negative standing', { standing: -1 }, 400],
    ['a claim that is an address', { claim: 'wx://other/claim/c1a' }, 400],
    ['an unknown claim', {}, 404],
  ])('is refused with %s', async (_, change, status) => {
    const claim = `c1${'a'.repeat(26)}`;
    expect((await read('whatIf', { ...supposed, claim, ...change })).status).toBe(status);
  });
});

it('is asked within the limits of its visitor', async () => {
  const reader = visitor(server.url);
  await reader.send('GET', '/api/session');
  const from = await idOf('sky', HUB);
  let status = 200;
  for (let calls = 0; calls < 130 && status === 200; calls += 1) {
    ({ status } = await read('path', { corpus: 'sky', from, to: from }, reader));
  }
  expect(status).toBe(429);
});
