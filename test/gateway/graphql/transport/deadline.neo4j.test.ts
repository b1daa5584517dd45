import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createGraphql, type Graphql } from '../../../../gateway/graphql/create-graphql.ts';
import { serve } from '../../../../gateway/http/node-http.ts';
import { DEADLINE_MS } from '../../../../gateway/refusal/deadline.ts';
import { Neo4jLink } from '../../../../graph/neo4j/link.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { openEmptyNeo4j } from '../../../engine/open-stores.ts';
import { createTestEngine } from '../../../engine/test-engine.ts';
import { ENDLESS, endlessReads } from '../../../graph/neo4j/endless.ts';
import { describeNeo4j } from '../../../setup/describe-engine.ts';
import { graphqlConfig } from '../graphql-config.ts';
import { openAcknowledged } from '../raw-socket.ts';

const MOON = { id: 'one', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12' };
/** The server looks after its transactions now and then. */
const SOON = { timeout: 10_000 };

describeNeo4j('a GraphQL query that Neo4j never comes to the end of', (server) => {
  let link: Neo4jLink;
  let graphql: Graphql;
  let dispose: () => Promise<void>;
  const faults: unknown[] = [];

  beforeAll(async () => {
    link = new Neo4jLink(server());
    const opened = await openEmptyNeo4j(server());
    await ingestInto(createTestEngine(opened.store), 'moons', [jsonLines([MOON])]);
    const endless = () => link.reads.rows(ENDLESS);
    const store = {
      ...opened.store,
      count: async () => ({ count: Number(await endless()), isExact: true }),
    };
    const config = graphqlConfig({ onFault: (fault) => faults.push(fault) });
    graphql = createGraphql({ engine: createTestEngine(store), config });
    dispose = async () => {
      await link.close();
      await opened.dispose();
    };
  });
  afterAll(() => dispose());

  const ask = (signal: AbortSignal | null) =>
    graphql.handle(
      new Request('http://localhost/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ claims { totalCount } }' }),
        signal,
      }),
    );
  const isRunning = (count: number) =>
    vi.waitFor(async () => expect(await endlessReads(link)).toBe(count), SOON);

  it('answers 504 at its deadline, and the server is at it no longer', { timeout: 60_000 }, async () => {
    const began = performance.now();
    const response = ask(null);
    await isRunning(1);
    expect((await response).status).toBe(504);
    expect(performance.now() - began).toBeGreaterThanOrEqual(DEADLINE_MS - 100);
    expect(await (await response).json()).toMatchObject({
      errors: [{ extensions: { code: 'upstream:timeout' } }],
    });
    await isRunning(0);
    expect(faults).toEqual([]);
  });

  it('ends on the server when its caller leaves', { timeout: 60_000 }, async () => {
    const leaving = new AbortController();
    const response = ask(leaving.signal).catch(() => undefined);
    await isRunning(1);
    leaving.abort();
    await isRunning(0);
    await response;
    expect(faults).toEqual([]);
  });

  it('ends on the server when its client completes it on a socket', { timeout: 60_000 }, async () => {
    const onFault = (fault: unknown) => faults.push(fault);
    const fallback = async () => new Response(null, { status: 404 });
    const options = { host: '127.0.0.1', port: 0, routes: [], fallback, onUpgrade: graphql.upgrade, onFault };
    const http = await serve(options);
    const raw = await openAcknowledged(`${http.url}/graphql`);
    raw.send({ id: '1', type: 'subscribe', payload: { query: '{ claims { totalCount } }' } });
    await isRunning(1);
    raw.send({ id: '1', type: 'complete' });
    await isRunning(0);
    expect(raw.messages).toEqual([]);
    raw.socket.close();
    await http.close(0);
    expect(faults).toEqual([]);
  });
});
