import { parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { EXAMPLE_TABS } from '../../../../gateway/graphql/graphiql/example-tabs.ts';
import { post } from '../graphql-server.ts';
import { type DemoServer, startDemo } from './demo-server.ts';

let demo: DemoServer;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo[Symbol.asyncDispose]());

const named = EXAMPLE_TABS.map(({ query, variables }) => {
  const [operation] = parse(query).definitions;
  if (operation?.kind !== 'OperationDefinition') throw new RangeError('a tab begins with its operation');
  return { name: operation.name?.value ?? '', kind: operation.operation, query, variables };
});

describe('the tabs of the page', () => {
  it('are the analyst’s questions', () => {
    expect(named.map(({ name }) => name)).toEqual([
      'Entities',
      'Claims',
      'Clusters',
      'Publishers',
      'OneSource',
      'Changes',
      'Superseded',
      'DisputesByDomain',
      'WhatAnswersRestOn',
      'WhyThisSet',
      'LiveFindings',
    ]);
  });

  it.each(named.filter(({ kind }) => kind === 'query'))('answer $name on the demo corpus', async (tab) => {
    const { status, body } = await post(demo.server.url, tab.query, { variables: JSON.parse(tab.variables) });
    expect(status).toBe(200);
    expect(body.errors).toBeUndefined();
    for (const found of Object.values(body.data)) expect(found).not.toBeNull();
    expect(emptyLists(body.data)).toEqual([]);
  });

  it('name nothing that one corpus alone has', () => {
    for (const { query, variables } of EXAMPLE_TABS) {
      expect(`${query} ${variables}`).not.toMatch(/wx:\/\/|\b(a1|c1|ans_)[a-z2-7]{8}/);
    }
  });

  it.each(named.filter(({ kind }) => kind === 'subscription'))('follow $name', async (tab) => {
    const client = createClient({ url: demo.server.url.replace('http', 'ws'), webSocketImpl: WebSocket });
    const results = client.iterate({ query: tab.query, variables: JSON.parse(tab.variables) });
    const { value } = await results.next();
    expect(value?.errors).toBeUndefined();
    expect(value?.data).toMatchObject({ findings: { answerId: demo.answerId, to: expect.any(String) } });
    await client.dispose();
  });
});

/** Lists of the first level that found nothing. */
function emptyLists(data: Readonly<Record<string, { nodes?: readonly unknown[] }>>): string[] {
  return Object.entries(data).flatMap(([name, { nodes }]) => (nodes?.length === 0 ? [name] : []));
}
