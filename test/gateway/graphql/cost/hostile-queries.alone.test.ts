import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_ALIASES,
  MAX_DEPTH,
  MAX_REQUEST_BYTES,
  MAX_TOKENS,
} from '../../../../gateway/graphql/cost/limits.ts';
import { DEADLINE_MS } from '../../../../gateway/refusal/deadline.ts';
import { cpuMsSince } from '../../../cpu-time.ts';
import { post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

/** Whatever is asked, the reply takes no more than a second of the processor, which others may have meanwhile. */
const PATIENCE_MS = 1_000;
/** And is there by then, as work that waits takes none: wide, on a busy machine, but well before the deadline. */
const WAIT_MS = DEADLINE_MS / 2;

const ADDR = `c1${'a'.repeat(26)}`;

/** Nested selections without a list, `levels` deep from the operation on. */
function nested(levels: number): string {
  const inner = Array.from({ length: levels - 2 }, (_, index) =>
    index % 2 === 0 ? 'belief {' : 'supersededBy {',
  );
  return `{ claim(addr: "${ADDR}") { ${inner.join(' ')} __typename ${'} '.repeat(levels - 2)} } }`;
}

function aliased(count: number): string {
  const fields = Array.from({ length: count }, (_, index) => `a${index}: artefact(id: "a1x") { url }`);
  return `{ ${fields.join(' ')} }`;
}

/** Fragments of which each spreads the next one twice: 2^levels fields when written out. */
function doubling(levels: number): string {
  const fragments = Array.from(
    { length: levels },
    (_, index) => `fragment f${index} on Claim { ...f${index + 1} ...f${index + 1} }`,
  );
  return `{ claim(addr: "${ADDR}") { ...f0 } } ${fragments.join(' ')} fragment f${levels} on Claim { text }`;
}

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;

describe('a hostile query', () => {
  beforeAll(async () => {
    folder = await storeFolder();
    server = await startServer({ path: folder.path });
  });
  afterAll(async () => {
    await server.stop();
    await folder[Symbol.asyncDispose]();
  });

  async function refusalOf(query: string, variables?: object) {
    const [before, started] = [process.cpuUsage(), performance.now()];
    const { status, body } = await post(server.url, query, { variables });
    expect(cpuMsSince(before)).toBeLessThan(PATIENCE_MS);
    expect(performance.now() - started).toBeLessThan(WAIT_MS);
    expect(status).toBeLessThan(500);
    expect(body.data ?? null, JSON.stringify(body)).not.toSatisfy((data: unknown) =>
      Object.values(data ?? {}).some((value) => value !== null),
    );
    return { status, codes: body.errors?.map(({ extensions }) => extensions?.code) };
  }

  it('is refused when it is one level too deep, and served at the limit', async () => {
    const limit = await post(server.url, nested(MAX_DEPTH));
    expect(limit.body.errors?.[0]?.extensions?.code).toBe('invalid:corpus_unknown');
    const { status, codes } = await refusalOf(nested(MAX_DEPTH + 1));
    expect({ status, codes }).toEqual({ status: 400, codes: ['query:too_large'] });
  });

  it('is refused when it nests 900 levels', async () => {
    expect((await refusalOf(nested(900))).status).toBe(400);
  });

  it('is refused with one alias too many, and served at the limit', async () => {
    const limit = await post(server.url, aliased(MAX_ALIASES));
    expect(limit).toMatchObject({ status: 200, body: { data: { a0: null } } });
    const { status, codes } = await refusalOf(aliased(MAX_ALIASES + 1));
    expect({ status, codes }).toEqual({ status: 400, codes: ['query:too_large'] });
  });

  it('is refused with 10,000 fields', async () => {
    const fields = Array.from({ length: 10_000 }, () => '__typename');
    expect((await refusalOf(`{ ${fields.join(' ')} }`)).status).toBe(400);
  });

  it('is refused with one token too many, and served at the limit', async () => {
    const fill = (tokens: number) =>
      `{ ${Array.from({ length: tokens - 2 }, () => '__typename').join(' ')} }`;
    // Too broad all the same, but read to its end.
    expect((await refusalOf(fill(MAX_TOKENS))).codes).not.toEqual(['GRAPHQL_PARSE_FAILED']);
    expect((await refusalOf(fill(MAX_TOKENS + 1))).codes).toEqual(['GRAPHQL_PARSE_FAILED']);
  });

  it('is refused when its fragments spread each other in a circle', async () => {
    const circle = `{ claim(addr: "${ADDR}") { ...a } } fragment a on Claim { ...b } fragment b on Claim { ...a }`;
    expect((await refusalOf(circle)).status).toBe(400);
  });

  it('is refused when its fragments double a hundred times', async () => {
    expect((await refusalOf(doubling(100))).status).toBe(400);
  });

  it('is refused when many fields of one name overlap', async () => {
    const fields = Array.from({ length: 600 }, () => '...a').join(' ');
    await refusalOf(
      `{ claim(addr: "${ADDR}") { ${fields} } } fragment a on Claim { rivals { rivals { text } } }`,
    );
  });

  it('is refused when its lists multiply', async () => {
    const query = `{ artefact(id: "a1x") { claims(first: 100) { nodes { ledger(first: 100) { nodes {
      evidence { artefact { claims(first: 100) { nodes { text } } } } } } } } } }`;
    const { status, codes } = await refusalOf(query);
    expect({ status, codes }).toEqual({ status: 400, codes: ['query:too_large'] });
  });

  it('pays for the page size that a variable gives', async () => {
    const query = `query ($n: Int) { artefact(id: "a1x") { claims(first: $n) { nodes { ledger(first: $n) { nodes {
      evidence { artefact { url } } } } } } } }`;
    expect((await post(server.url, query, { variables: { n: 2 } })).status).toBe(200);
    expect((await refusalOf(query, { n: 100 })).status).toBe(400);
  });

  it('is refused when it carries a string of 3 MB', async () => {
    expect((await refusalOf(`{ claim(addr: "${'x'.repeat(3_000_000)}") { text } }`)).status).toBe(413);
  });

  it('is refused when a variable makes the body one byte too long', async () => {
    const query = 'query ($q: String!) { search(q: $q) { addr } }';
    const { status } = await refusalOf(query, { q: 'x'.repeat(MAX_REQUEST_BYTES) });
    expect(status).toBe(413);
  });

  it('is refused in a batch', async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Array.from({ length: 3 }, () => ({ query: '{ __typename }' }))),
    });
    expect(response.status).toBe(400);
  });

  it('cannot walk the schema in circles by introspection', async () => {
    const circle = 'fields { type { '.repeat(6);
    const query = `{ __schema { types { ${circle} name ${'} } '.repeat(6)} } } }`;
    expect((await refusalOf(query)).status).toBe(400);
  });

  it('leaves ordinary introspection alone', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    const { status, body } = await post(server.url, getIntrospectionQuery());
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  });

  it('does not delay a neighbour', async () => {
    const waits: number[] = [];
    for (let round = 0; round < 3; round++) {
      const hostile = Array.from({ length: 20 }, (_, index) => post(server.url, doubling(90 + index)));
      const started = performance.now();
      expect((await post(server.url, '{ __typename }')).body.data).toEqual({ __typename: 'Query' });
      waits.push(performance.now() - started);
      await Promise.all(hostile);
    }
    // What else runs on the machine can only add to a wait.
    expect(Math.min(...waits)).toBeLessThan(PATIENCE_MS);
  });
});
