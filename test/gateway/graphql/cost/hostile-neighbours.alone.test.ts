/**
 * What is meant to hurt is refused or answered within a second of the processor and well before the deadline, and other callers
 * do not wait for it.
 */
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { DEADLINE_MS } from '../../../../gateway/refusal/deadline.ts';
import { cpuMsSince } from '../../../cpu-time.ts';
import { post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

/** The promise: of the processor, which others may have meanwhile. */
const PATIENCE_MS = 1_000;
/** Work that waits takes no processor: wide, on a busy machine, but well before the deadline. */
const WAIT_MS = DEADLINE_MS / 2;
/** How much longer a neighbour's query may take beside it, at the median of several. */
const MULTIPLE = 10;
/** Below it, a multiple says nothing but how loaded the machine is. */
const FLOOR_MS = 25;
const NEIGHBOURS = 9;
/** An error that ends what took too long. */
const TIMEOUT = expect.objectContaining({
  extensions: expect.objectContaining({ code: 'upstream:timeout' }),
});
const PING = '{ artefact(id: "a1none") { url } }';
const ADDR = `wx://lakes/claim/c1${'a'.repeat(26)}`;

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ');
const nest = (levels: number, inner: string) => `${'rivals { '.repeat(levels)}${inner}${' }'.repeat(levels)}`;

/** Fields of one name whose selections must all be compared with each other, on every level. */
function overlapping(): string {
  const spreads = times(20, (index) => `...f${index}`);
  const fragments = times(
    20,
    (index) => `fragment f${index} on Claim { rivals { text rivals { text lang } } }`,
  );
  return `{ claim(addr: "${ADDR}") { ${times(10, () => `rivals { ${spreads} }`)} } } ${fragments}`;
}

const HOSTILE: Readonly<Record<string, { readonly query: string; readonly variables?: object }>> = {
  'a query of 900 levels': { query: `{ claim(addr: "${ADDR}") { ${nest(900, 'text')} } }` },
  'two thousand aliases': { query: `{ ${times(2_000, (index) => `a${index}: __typename`)} }` },
  'fragments in a circle': {
    query: `{ claim(addr: "${ADDR}") { ...a } } fragment a on Claim { rivals { ...b } } fragment b on Claim { rivals { ...a } }`,
  },
  'a fragment that spreads itself': {
    query: `{ claim(addr: "${ADDR}") { ...a } } fragment a on Claim { ...a }`,
  },
  'fragments that double a hundred times': {
    query: `{ claim(addr: "${ADDR}") { ...f0 } } ${times(100, (index) => `fragment f${index} on Claim { ...f${index + 1} ...f${index + 1} }`)} fragment f100 on Claim { text }`,
  },
  'fields that all overlap': { query: overlapping() },
  'a field that stands hundreds of times': {
    query: `{ ${times(300, () => `claim(addr: "${ADDR}") { rivals { text } }`)} }`,
  },
  'ten thousand fields': { query: `{ ${times(10_000, () => '__typename')} }` },
  'directives by the hundred': { query: `{ __typename ${times(600, () => '@include(if: true)')} }` },
  'directives that nobody knows': { query: `{ __typename ${times(900, (index) => `@d${index}`)} }` },
  'a name of 900 KB': { query: `{ ${'x'.repeat(900_000)} }` },
  'a comment of 900 KB': { query: `# ${'x'.repeat(900_000)}\n{ __typename }` },
  'a string of 900 KB in its text': { query: `{ search(q: "${'x'.repeat(900_000)}") { title } }` },
  'a string of 900 KB in a variable': {
    query: 'query ($q: String!) { search(q: $q) { title } }',
    variables: { q: 'x'.repeat(900_000) },
  },
  'a variable of two hundred thousand items': {
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 200_000 }, () => 'x') },
  },
  'a list that nests ten thousand deep': {
    query: `{ nodes(ids: ${'['.repeat(10_000)}${']'.repeat(10_000)}) { id } }`,
  },
  'an input object that is wrong in ten thousand places': {
    query:
      'mutation ($e: [EvidenceInput!]) { appendEvidence(claim: "x", kind: DISPUTE, evidence: $e) { __typename } }',
    variables: { e: Array.from({ length: 10_000 }, () => ({ nothing: 1 })) },
  },
  'a thousand variables': {
    query: `query (${times(600, (index) => `$v${index}: Int`)}) { __typename }`,
  },
  'words of no language': {
    query: 'query ($q: String!) { search(q: $q) { title } }',
    variables: { q: `\u202e\u0000\ud800${'\u0301'.repeat(1_900)}` },
  },
  'pages within pages': {
    query: `{ artefact(id: "a1x") { claims(first: 100) { nodes { ledger(first: 100) { nodes { evidence { artefact { url } } } } } } } }`,
  },
  'the schema in circles': {
    query: `{ __schema { types { ${'fields { type { '.repeat(20)}name${' } }'.repeat(20)} } } }`,
  },
};

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let alone: number;
beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  await neighbours();
  alone = median(await neighbours());
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

/** Queries one after the other: how long each took, in ms. */
async function neighbours(): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < NEIGHBOURS; index += 1) taken.push(await timed(() => post(server.url, PING)));
  return taken;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The hostile query and its neighbours at once. */
async function expectNoHarm(work: () => Promise<unknown>): Promise<void> {
  const before = process.cpuUsage();
  const [waited, beside] = await Promise.all([timed(work), neighbours()]);
  expect(cpuMsSince(before)).toBeLessThan(PATIENCE_MS);
  expect(waited).toBeLessThan(WAIT_MS);
  expect(median(beside)).toBeLessThan(MULTIPLE * Math.max(alone, FLOOR_MS));
  expect(server.faults).toEqual([]);
}

describe('what is meant to hurt, by POST', () => {
  it.each(Object.entries(HOSTILE))('%s', async (_, { query, variables }) => {
    await expectNoHarm(async () => {
      const { status } = await post(server.url, query, variables === undefined ? {} : { variables });
      expect(status).toBeLessThan(500);
    });
  });

  it('a body of 3 MB', async () => {
    await expectNoHarm(async () => {
      const { status } = await post(server.url, `{ search(q: "${'x'.repeat(3_000_000)}") { title } }`);
      expect(status).toBe(413);
    });
  });

  it('a batch of a thousand', async () => {
    const body = JSON.stringify(Array.from({ length: 1_000 }, () => ({ query: PING })));
    await expectNoHarm(async () => {
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(server.url, { method: 'POST', headers, body })).status).toBe(400);
    });
  });
});

describe('what is meant to hurt, on a socket', () => {
  it.each(Object.entries(HOSTILE))('%s', async (_, { query, variables = {} }) => {
    const client = createClient({
      url: server.url.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    await expectNoHarm(async () => {
      const errors: unknown[] = [];
      try {
        for await (const result of client.iterate({ query, variables: { ...variables } })) {
          errors.push(...(result.errors ?? []));
        }
      } catch (refusal) {
        // Refused in an error message: the socket itself lives on.
        expect(Array.isArray(refusal)).toBe(true);
        // It is an array, as the line above says.
        errors.push(...(refusal as unknown[]));
      }
      expect(errors).not.toContainEqual(TIMEOUT);
    });
    await client.dispose();
  });
});
