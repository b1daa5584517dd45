import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerView } from '../../../../engine/answer/answer.ts';
import type { Engine } from '../../../../engine/engine.ts';
import { KeptResults } from '../../../../gateway/graphql/compiled/result-cache.ts';
import { createGraphql, type Graphql } from '../../../../gateway/graphql/create-graphql.ts';
import { openEmbedded } from '../../../../graph/embedded/open.ts';
import { type GraphStore, StoreUnavailable } from '../../../../graph/store/store.ts';
import { answerOf, ingestInto, jsonLines } from '../../../engine/documents.ts';
import { createTestEngine } from '../../../engine/test-engine.ts';
import { graphqlConfig } from '../graphql-config.ts';
import { storeFolder } from '../graphql-server.ts';

/** As the class bounds itself. */
const MAX_RESULT = 1_048_576;
const MAX_KEPT = 16 * MAX_RESULT;

/** A log that only counts: a result says at which length it was made. */
function countingLog() {
  const log = { size: 0, executions: 0 };
  const results = new KeptResults({
    head: async () => ({ size: log.size, at: null, frontier: [] }) as never,
  });
  const execute = async () => {
    log.executions += 1;
    const seen = log.size;
    await Promise.resolve();
    return `at ${seen}`;
  };
  return { log, results, execute };
}

describe('results that are kept', () => {
  it('are executed twice at one log head, and no more: what is asked once is not cached', async () => {
    const { log, results, execute } = countingLog();
    for (let time = 0; time < 5; time += 1) expect(await results.read('a', execute)).toBe('at 0');
    expect(log.executions).toBe(2);
  });

  it('are those of their key', async () => {
    const { results, execute } = countingLog();
    for (let time = 0; time < 3; time += 1) {
      expect(await results.read('a', execute)).toBe('at 0');
      expect(await results.read('b', async () => 'another')).toBe('another');
    }
  });

  it.each([
    [999, 2],
    [1_000, 3],
  ])('are forgotten to have been asked for after %i others', async (others, executions) => {
    const { log, results, execute } = countingLog();
    await results.read('a', execute);
    for (let other = 0; other < others; other += 1) await results.read(String(other), async () => '');
    await results.read('a', execute);
    await results.read('a', execute);
    expect(log.executions).toBe(executions);
  });

  it('are executed once for all who ask at the same time', async () => {
    const { log, results, execute } = countingLog();
    const all = await Promise.all(Array.from({ length: 100 }, () => results.read('a', execute)));
    expect(new Set(all)).toEqual(new Set(['at 0']));
    expect(log.executions).toBe(1);
  });

  it('are executed anew from the next entry on', async () => {
    const { log, results, execute } = countingLog();
    await results.read('a', execute);
    log.size = 1;
    expect(await results.read('a', execute)).toBe('at 1');
  });

  it('give nothing old to a caller after a commit that fell into an execution', async () => {
    const { log, results, execute } = countingLog();
    let later: Promise<string | null> | null = null;
    const overtaken = async () => {
      const result = await execute();
      log.size = 1;
      later = results.read('a', execute);
      return result;
    };
    expect(await results.read('a', overtaken)).toBe('at 0');
    expect(await later).toBe('at 1');
    expect(await results.read('a', execute)).toBe('at 1');
    expect(log.executions).toBe(3);
  });

  it('are not kept of an execution during which the log went on', async () => {
    const { log, results, execute } = countingLog();
    const overtaken = async () => {
      const result = await execute();
      log.size = 1;
      return result;
    };
    await results.read('a', execute);
    await results.read('a', overtaken);
    log.size = 0;
    await results.read('a', execute);
    expect(log.executions).toBe(3);
  });

  it('are not there where an execution has none to share', async () => {
    const { log, results, execute } = countingLog();
    expect(await results.read('a', async () => null)).toBeNull();
    expect(await results.read('a', execute)).toBe('at 0');
    expect(log.executions).toBe(1);
  });

  it('report their fault to the caller that executed, and to no other', async () => {
    const { results, execute } = countingLog();
    const failing = () => Promise.reject(new Error('a fault'));
    const [first, second] = await Promise.allSettled([
      results.read('a', failing),
      results.read('a', execute),
    ]);
    expect(first).toMatchObject({ status: 'rejected', reason: new Error('a fault') });
    expect(second).toEqual({ status: 'fulfilled', value: null });
    expect(await results.read('a', execute)).toBe('at 0');
  });

  it.each([
    [MAX_RESULT, 2],
    [MAX_RESULT + 1, 3],
  ])('of %i characters are executed %i times for three', async (length, times) => {
    const { results } = countingLog();
    let executions = 0;
    const execute = async () => {
      executions += 1;
      return 'x'.repeat(length);
    };
    await results.read('a', execute);
    await results.read('a', execute);
    expect(await results.read('a', execute)).toHaveLength(length);
    expect(executions).toBe(times);
  });

  it.each([
    [4_096, 2],
    [4_097, 3],
  ])('of a key of %i characters are executed %i times for three', async (length, executions) => {
    const { log, results, execute } = countingLog();
    for (let time = 0; time < 3; time += 1) await results.read('k'.repeat(length), execute);
    expect(log.executions).toBe(executions);
  });

  it('are given up, those made first at first, where all together are too long', async () => {
    const { results } = countingLog();
    const executed: string[] = [];
    const read = (key: string) =>
      results.read(key, async () => {
        executed.push(key);
        return 'x'.repeat(MAX_RESULT - 1);
      });
    const keys = Array.from({ length: MAX_KEPT / MAX_RESULT }, (_, index) => String.fromCharCode(97 + index));
    for (const key of [...keys, 'z', ...keys]) await read(key);
    executed.length = 0;
    for (const key of keys) await read(key);
    expect(executed).toEqual([]);
    await read('z');
    for (const key of ['a', ...keys.slice(2)]) await read(key);
    expect(executed).toEqual(['z', 'a']);
  });
});

describe('a query that many ask', () => {
  const CORPUS = 'moons';
  const GRAPH = `query Graph($id: ID!) { artefact(id: $id) { title redacted { at }
    claims { nodes { addr text belief { state } ledger { nodes { actor } } } } } }`;
  /** After two answers it is compiled, and after two more its result is kept. */
  const ENOUGH = 4;

  let folder: Awaited<ReturnType<typeof storeFolder>>;
  let store: GraphStore;
  let engine: Engine;
  let graphql: Graphql;
  let answer: AnswerView;
  const reads = { claims: 0, heads: 0 };

  beforeAll(async () => {
    folder = await storeFolder();
    store = await openEmbedded({ path: folder.path });
    engine = createTestEngine(store);
    const document = { id: 'one', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12' };
    await ingestInto(engine, CORPUS, [jsonLines([{ ...document, title: 'Saturn' }])]);
    answer = await answerOf(engine, { corpus: CORPUS, q: 'How many moons does Saturn have?' });
    const counting: Engine = {
      ...engine,
      claims: (...args) => {
        reads.claims += 1;
        return engine.claims(...args);
      },
    };
    const { head } = store;
    store.head = () => {
      reads.heads += 1;
      return head.call(store);
    };
    graphql = createGraphql({ engine: counting, config: graphqlConfig() });
  });
  afterAll(async () => {
    await graphql.close(0);
    await store[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const artefact = () => answer.answer.artefacts[0]?.artefact_id ?? '';
  const claim = () => answer.answer.claims[0]?.addr ?? 'wx://moons/claim/';

  function requestFor(query: string, authorization = ''): Request {
    const body = JSON.stringify({ query, variables: { id: artefact() } });
    const headers = {
      'content-type': 'application/json',
      'content-length': String(body.length),
      accept: 'application/json',
      authorization,
    };
    return new Request('http://adduce.test/graphql', { method: 'POST', headers, body });
  }

  async function ask(query: string, authorization = ''): Promise<string> {
    return (await graphql.handle(requestFor(query, authorization))).text();
  }

  async function readsOf(work: () => Promise<unknown>): Promise<number> {
    const before = reads.claims;
    await work();
    return reads.claims - before;
  }

  it('has its claims read once, and by nobody who asks again', async () => {
    const first = await ask(GRAPH);
    for (let time = 1; time < ENOUGH; time += 1) await ask(GRAPH);
    expect(await readsOf(async () => expect(await ask(GRAPH)).toBe(first))).toBe(0);
    expect(JSON.parse(first).data.artefact.claims.nodes[0].text).toContain('145');
  });

  it('has the length of the log read once, however many levels it has, and again where it is to be kept', async () => {
    const query = GRAPH.replace('title', 'title url');
    for (let time = 0; time < 2; time += 1) await ask(query);
    const heads: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const before = reads.heads;
      await ask(query);
      heads.push(reads.heads - before);
    }
    expect(heads).toEqual([1, 2, 1]);
  });

  it('replies of a store that is away what the full path replies', async () => {
    for (let time = 0; time < ENOUGH; time += 1) await ask(GRAPH);
    const { head } = store;
    store.head = () => Promise.reject(new StoreUnavailable('it is away'));
    try {
      const known = JSON.parse(await ask(GRAPH));
      const unknown = JSON.parse(await ask(`${GRAPH} `));
      expect(known).toEqual(unknown);
      expect(known.errors[0].extensions.code).toBe('upstream:unavailable');
    } finally {
      store.head = head;
    }
    expect(await ask(GRAPH)).toContain('145');
  });

  it.each([
    [new StoreUnavailable('it is away'), 503, 'upstream:unavailable', '1'],
    [new TypeError('the secret inside'), 500, 'internal:fault', null],
  ])(
    'is answered in words where its key cannot be looked up: %s',
    async (fault, status, code, retryAfter) => {
      const verifyKey = () => Promise.reject(fault);
      const away = createGraphql({
        engine: { ...engine, keys: { ...engine.keys, verifyKey } },
        config: graphqlConfig({ onFault: () => undefined }),
      });
      const response = await away.handle(requestFor(GRAPH, 'Bearer adk_any'));
      expect(response.status).toBe(status);
      expect(response.headers.get('retry-after')).toBe(retryAfter);
      const { errors } = await response.json();
      expect(errors[0].extensions.code).toBe(code);
      expect(errors[0].message).not.toContain('secret');
      await away.close(0);
    },
  );

  it('has them read again after each append, for all at once', async () => {
    await engine.appendEvidence({
      claim: claim(),
      corpus: CORPUS,
      kind: 'corroborate',
      evidence: [{ ref: 'https://three.example/count', hash: 'unknown', kind: 'source' }],
      attestations: [],
      stake: null,
      writer: { actor: 'newcomer', actorRoot: 'newcomer', standing: 1000, tokenId: 't', maySupersede: false },
      idempotency: null,
    });
    const asked: string[] = [];
    const asking = async () =>
      void asked.push(...(await Promise.all(Array.from({ length: 20 }, () => ask(GRAPH)))));
    expect(await readsOf(asking)).toBe(1);
    expect(new Set(asked).size).toBe(1);
    expect(asked[0]).toContain('newcomer');
  });

  it('is executed for each that may see something else', async () => {
    const { key: mine } = await engine.keys.mintKey('one');
    const { key: mineToo } = await engine.keys.mintKey('one');
    const { key: theirs } = await engine.keys.mintKey('two');
    expect(await readsOf(() => ask(GRAPH, `Bearer ${mine}`))).toBe(1);
    expect(await readsOf(() => ask(GRAPH, `Bearer ${mineToo}`))).toBe(1);
    expect(await readsOf(() => ask(GRAPH, `Bearer ${mine}`))).toBe(0);
    expect(await readsOf(() => ask(GRAPH, `Bearer ${theirs}`))).toBe(1);
    expect(await readsOf(async () => expect(await ask(GRAPH, 'Bearer adk_wrong')).toContain('denied'))).toBe(
      0,
    );
  });

  it('loses its words with the artefact that is redacted', async () => {
    expect(await ask(GRAPH)).toContain('145');
    await engine.redact({
      artefact: answer.answer.artefacts[0]?.artefact_id ?? 'a1none',
      reason: 'a wish',
      by: null,
    });
    expect(await ask(GRAPH)).not.toContain('145');
  });
});
