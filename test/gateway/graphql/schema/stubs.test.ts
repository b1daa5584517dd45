/** Coverage gaps: stored nowhere while they are open, and in the log once an annotation has closed them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capability } from '../../../../engine/keys/capabilities.ts';
import { attenuateToken } from '../../../../engine/keys/token-chain.ts';
import { encodeGlobalId } from '../../../../gateway/graphql/builder/global-id.ts';
import { annotateOn, closeGap } from '../../../engine/annotated.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { TestClock } from '../../../engine/test-engine.ts';
import { type GraphqlBody, post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const CORPUS = 'moons';
const OTHER = 'lakes';
const TEXTS = { [CORPUS]: 'Saturn has 82 moons.', [OTHER]: 'Lake Vell is 212 metres deep.' };
const COVERED = 'How many moons does Saturn have?';
const OPEN = 'Who painted the Night Watch?';
/** Questions whose gaps were closed, in that order, with the day. */
const CLOSED = [
  ['How many rings has Saturn?', '2026-10-02'],
  ['Which comet struck Jupiter?', '2026-10-03'],
  ['When was Pluto named?', '2026-10-04'],
] as const;

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
/** Ids of the closed gaps, in the order of their closing. */
let closed: readonly string[];

beforeAll(async () => {
  folder = await storeFolder();
  const clock = new TestClock();
  server = await startServer({ path: folder.path, clock });
  const { engine } = server;
  for (const [corpus, text] of Object.entries(TEXTS)) {
    const document = { id: corpus, text, domain: 'a.example', day: '2026-09-01', title: corpus };
    await ingestInto(engine, corpus, [jsonLines([document])]);
  }
  const ids: string[] = [];
  for (const [index, [question, day]] of CLOSED.entries()) {
    clock.set(`${day}T12:00:00.000Z`);
    const elsewhere = await annotateOn(engine, `wx://${OTHER}/article/${index}`);
    await closeGap(engine, question, elsewhere);
    const annotation = await annotateOn(engine, `wx://${CORPUS}/article/${index}`, question);
    ids.push(await closeGap(engine, question, annotation));
  }
  closed = ids;
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

async function ask(query: string, variables: object = {}, token: string | null = null): Promise<GraphqlBody> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return (await post(server.url, query, { variables, headers })).body;
}

const codesOf = ({ errors }: GraphqlBody) => errors?.map(({ extensions }) => extensions?.code) ?? [];

async function tokenFor(
  capabilities: readonly Capability[],
  narrowed: Parameters<typeof attenuateToken>[1] = {},
): Promise<string> {
  const minted = await server.engine.keys.mintToken({
    capabilities,
    standing: null,
    ttl: 'P1D',
    actor: null,
  });
  const token = minted.ok ? attenuateToken(minted.value.token, narrowed) : null;
  if (token === null) throw new Error('no such token is made');
  return token;
}

const STUB = `query ($id: ID!, $corpus: String, $asOf: DateTime) { coverageGap(id: $id, corpus: $corpus, asOf: $asOf) {
  stubId corpus isClosed closure { actor closedAt annotationId annotationTarget annotation { body target } } } }`;
const STUB_OF = `query ($q: String!, $corpus: String, $asOf: DateTime) {
  coverageGapOf(q: $q, corpus: $corpus, asOf: $asOf) { stubId corpus isClosed closure { closedAt } } }`;
const STUBS = `query ($first: Int, $after: String, $last: Int, $before: String, $corpus: String, $asOf: DateTime) {
  coverageGaps(first: $first, after: $after, last: $last, before: $before, corpus: $corpus, asOf: $asOf) {
    nodes { stubId isClosed closure { annotationTarget } }
    edges { cursor } pageInfo { hasNextPage endCursor } } }`;

describe('coverageGap', () => {
  it('tells of a closed gap the annotation that closed it', async () => {
    const { data, errors } = await ask(STUB, { id: closed[0], corpus: CORPUS });
    expect(errors).toBeUndefined();
    expect(data.coverageGap).toMatchObject({
      stubId: closed[0],
      corpus: CORPUS,
      isClosed: true,
      closure: {
        actor: 'ann',
        closedAt: expect.stringMatching(/^2026-10-02T12:00:00\.\d{3}Z$/),
        annotationId: expect.stringMatching(/^n1/),
        annotationTarget: `wx://${CORPUS}/article/0`,
        annotation: { body: CLOSED[0][0], target: `wx://${CORPUS}/article/0` },
      },
    });
  });

  it('tells of an open gap that it is open, though nothing of it is stored', async () => {
    const id = server.engine.stubs.idOf(CORPUS, OPEN);
    const { data } = await ask(STUB, { id, corpus: CORPUS });
    expect(data.coverageGap).toEqual({ stubId: id, corpus: CORPUS, isClosed: false, closure: null });
  });

  it('sees a gap open as of a time before it was closed', async () => {
    const then = await ask(STUB, { id: closed[1], corpus: CORPUS, asOf: '2026-10-02' });
    expect(then.data.coverageGap).toMatchObject({ isClosed: false, closure: null });
    const later = await ask(STUB, { id: closed[1], corpus: CORPUS, asOf: '2026-10-03' });
    expect(later.data.coverageGap.isClosed).toBe(true);
  });

  it.each([
    ['an id that nobody named', { id: `stub_${'A'.repeat(36)}` }],
    ['a text that is no id', { id: 'ans_x' }],
    ['an empty text', { id: '' }],
    ['an id with a time behind it', { id: 'stub_x@2026-01-01' }],
  ])('is null for %s', async (_, variables) => {
    expect(await ask(STUB, { corpus: CORPUS, ...variables })).toEqual({ data: { coverageGap: null } });
  });

  it('is found by its global id as of a time, and not as of what is no time', async () => {
    const query = 'query ($id: ID!) { node(id: $id) { ... on CoverageGap { isClosed } } }';
    const at = (time: string) =>
      ask(query, { id: encodeGlobalId('CoverageGap', `${CORPUS}/${closed[0]}@${time}`) });
    expect(await at('2026-10-01')).toEqual({ data: { node: { isClosed: false } } });
    expect(await at('2026-10-02')).toEqual({ data: { node: { isClosed: true } } });
    expect(await at('noon')).toEqual({ data: { node: null } });
  });

  it('is null where another corpus has the gap', async () => {
    expect(await ask(STUB, { id: closed[0], corpus: OTHER })).toEqual({ data: { coverageGap: null } });
  });

  it.each([
    ['an unknown corpus', 'invalid:corpus_unknown', { corpus: 'mars' }],
    ['no time', 'invalid:query', { corpus: CORPUS, asOf: 'noon' }],
  ])('refuses %s', async (_, code, variables) => {
    expect(codesOf(await ask(STUB, { id: closed[0], ...variables }))).toEqual([code]);
  });
});

describe('coverageGapOf', () => {
  it('names the gap that a question leaves, whatever its spelling', async () => {
    const { data } = await ask(STUB_OF, { q: ` ${OPEN.toUpperCase()} `, corpus: CORPUS });
    const stubId = server.engine.stubs.idOf(CORPUS, OPEN);
    expect(data.coverageGapOf).toEqual({ stubId, corpus: CORPUS, isClosed: false, closure: null });
  });

  it('is null where the corpus covers the question', async () => {
    expect(await ask(STUB_OF, { q: COVERED, corpus: CORPUS })).toEqual({ data: { coverageGapOf: null } });
  });

  it('says that the gap was closed, and as of which time', async () => {
    const variables = { q: CLOSED[2][0], corpus: CORPUS };
    const now = await ask(STUB_OF, variables);
    expect(now.data.coverageGapOf).toMatchObject({ stubId: closed[2], isClosed: true });
    const then = await ask(STUB_OF, { ...variables, asOf: '2026-10-03' });
    expect(then.data.coverageGapOf).toMatchObject({ stubId: closed[2], isClosed: false, closure: null });
  });

  it.each(['', '   ', 'x'.repeat(2_001)])('refuses a question of a wrong length', async (q) => {
    expect(codesOf(await ask(STUB_OF, { q, corpus: CORPUS }))).toEqual(['invalid:query']);
  });
});

describe('coverageGaps', () => {
  const idsOf = ({ data }: GraphqlBody) =>
    data.coverageGaps.nodes.map(({ stubId }: { stubId: string }) => stubId);

  it('are those of the corpus that were closed, in the order of their closing', async () => {
    const found = await ask(STUBS, { corpus: CORPUS });
    expect(found.errors).toBeUndefined();
    expect(idsOf(found)).toEqual(closed);
    const { nodes, pageInfo } = found.data.coverageGaps;
    expect(nodes.every(({ isClosed }: { isClosed: boolean }) => isClosed)).toBe(true);
    expect(pageInfo.hasNextPage).toBe(false);
  });

  it('come page by page, each once', async () => {
    const pages: string[][] = [];
    let after: string | null = null;
    do {
      const found: GraphqlBody = await ask(STUBS, { corpus: CORPUS, first: 2, after });
      pages.push(idsOf(found));
      const { hasNextPage, endCursor } = found.data.coverageGaps.pageInfo;
      after = hasNextPage ? endCursor : null;
    } while (after !== null);
    expect(pages).toEqual([closed.slice(0, 2), closed.slice(2)]);
  });

  it('are as of a time those that were closed by then', async () => {
    expect(idsOf(await ask(STUBS, { corpus: CORPUS, asOf: '2026-10-03' }))).toEqual(closed.slice(0, 2));
    expect(idsOf(await ask(STUBS, { corpus: CORPUS, asOf: '2026-09-30' }))).toEqual([]);
  });

  it.each([
    ['the last', { last: 2 }],
    ['those before a cursor', { before: 'x' }],
    ['those behind what is no cursor', { after: 'x' }],
    ['fewer than none', { first: -1 }],
  ])('refuse %s', async (_, variables) => {
    const found = await ask(STUBS, { corpus: CORPUS, ...variables });
    expect(codesOf(found)).toEqual(['invalid:query']);
    expect(found.data).toEqual({ coverageGaps: null });
  });
});

describe('a token', () => {
  it('that may not read annotations learns that a gap is closed, not by what', async () => {
    const found = await ask(STUB, { id: closed[0], corpus: CORPUS }, await tokenFor(['wiki.search']));
    expect(codesOf(found)).toEqual(['denied:capability_missing']);
    expect(found.data.coverageGap).toMatchObject({ isClosed: true, closure: null });
  });

  it('for another corpus is refused', async () => {
    const token = await tokenFor(['wiki.search', 'wiki.annotations'], { corpora: [OTHER] });
    for (const [query, variables] of [
      [STUB, { id: closed[0] }],
      [STUB_OF, { q: OPEN }],
      [STUBS, {}],
    ] as const) {
      const found = await ask(query, { corpus: CORPUS, ...variables }, token);
      expect(codesOf(found)).toEqual(['denied:corpus_forbidden']);
    }
  });

  it('for other addresses sees neither what closed a gap there, nor the gap among the closed ones', async () => {
    const narrowed = { prefixes: [`wx://${CORPUS}/article/1`] };
    const token = await tokenFor(['wiki.search', 'wiki.annotations'], narrowed);
    const one = await ask(STUB, { id: closed[0], corpus: CORPUS }, token);
    expect(one).toMatchObject({ data: { coverageGap: { isClosed: true, closure: null } } });
    const { data } = await ask(STUBS, { corpus: CORPUS }, token);
    expect(data.coverageGaps.nodes).toEqual([
      { stubId: closed[1], isClosed: true, closure: { annotationTarget: `wx://${CORPUS}/article/1` } },
    ]);
  });
});
