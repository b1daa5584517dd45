/** Relay as its runtime is used below React: pages that are appended, an item that is fetched again, a store that agrees with itself. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import relay from 'relay-runtime';
import itemFragment from './dist/claims_item.graphql.js';
import pageFragment from './dist/claims_page.graphql.js';
import aroundQuery from './dist/claimsAroundQuery.graphql.js';
import itemQuery from './dist/claimsItemQuery.graphql.js';
import pageQuery from './dist/claimsPageQuery.graphql.js';
import claimsQuery from './dist/claimsQuery.graphql.js';

const {
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getSingularSelector,
  Network,
  RecordSource,
  Store,
} = relay;
const URL = process.env.ADDUCE_TEST_URL;

/** @type {InstanceType<typeof Environment>} */
let environment;
let sent = 0;

beforeEach(() => {
  sent = 0;
  const network = Network.create(async ({ text }, variables) => {
    sent += 1;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(URL, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: text, variables }),
    });
    return response.json();
  });
  environment = new Environment({ network, store: new Store(new RecordSource()) });
});

/** What the store has of a query; nothing of it may be missing. */
function read(query, variables) {
  const found = environment.lookup(createOperationDescriptor(query, variables).fragment);
  assert.equal(found.isMissingData, false);
  return found.data;
}

/** The same, fetched; kept from being collected. */
async function ask(query, variables) {
  environment.retain(createOperationDescriptor(query, variables));
  await fetchQuery(environment, query, variables).toPromise();
  return read(query, variables);
}

function dataOf(fragment, ref) {
  const found = environment.lookup(getSingularSelector(fragment, ref));
  assert.equal(found.isMissingData, false);
  return found.data;
}

const FILTERS = [null, { text: 'moon' }];

for (const filter of FILTERS) {
  test(`pages of ${JSON.stringify(filter)} are appended, each claim once, to the end of the list`, async () => {
    const root = await ask(claimsQuery, { filter });
    const pages = [dataOf(pageFragment, root).claims];
    for (let count = 3; pages.at(-1).pageInfo.hasNextPage; count = 100) {
      const cursor = pages.at(-1).pageInfo.endCursor;
      await ask(pageQuery, { filter, count, cursor });
      pages.push(dataOf(pageFragment, root).claims);
    }
    const listed = pages.map(({ edges }) => edges.map(({ node }) => node.id));
    for (const [index, ids] of listed.entries()) {
      assert.equal(new Set(ids).size, ids.length);
      if (index > 0) assert.deepEqual(ids.slice(0, listed[index - 1].length), listed[index - 1]);
    }
    assert.deepEqual([listed[0].length, listed[1].length], [4, 4 + 3]);
    assert.equal(listed.at(-1).length, pages[0].totalCount);
    assert.equal(sent, pages.length);
  });
}

test('lists of two filters stand beside each other', async () => {
  const roots = [];
  for (const filter of FILTERS) roots.push(await ask(claimsQuery, { filter }));
  const [all, moons] = roots.map((root) =>
    dataOf(pageFragment, root).claims.edges.map(({ node }) => node.text),
  );
  assert.notDeepEqual(all, moons);
  assert.ok(moons.every((text) => /moon/i.test(text)));
});

test('an item is fetched again by its id, and is the one that was listed', async () => {
  const root = await ask(claimsQuery, { filter: { text: 'moon' } });
  for (const { node } of dataOf(pageFragment, root).claims.edges) {
    const before = dataOf(itemFragment, node);
    const again = await ask(itemQuery, { id: node.id });
    assert.equal(again.node.__id, node.id);
    assert.deepEqual(dataOf(itemFragment, again.node), before);
    assert.equal(itemFragment.metadata.refetch.identifierInfo.identifierField, 'id');
  }
});

test('what one query has brought reads the same after all others have come', async () => {
  const root = await ask(claimsQuery, { filter: { text: 'Saturn' } });
  const addrs = dataOf(pageFragment, root).claims.edges.map(({ node }) => node.addr);
  const asked = addrs.flatMap((of) =>
    [
      { depth: 1, asOf: null },
      { depth: 2, asOf: null },
      { depth: 1, asOf: '2020-06-01' },
      { depth: 2, asOf: '2023-06-01' },
    ].map((args) => ({ of, ...args })),
  );
  const came = [];
  for (const variables of asked) came.push(structuredClone(await ask(aroundQuery, variables)));
  assert.ok(came.some(({ neighbourhood }) => neighbourhood !== null));
  for (const [index, variables] of asked.entries())
    assert.deepEqual(read(aroundQuery, variables), came[index]);
});
