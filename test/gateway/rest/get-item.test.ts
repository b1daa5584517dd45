import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import { TOKEN_RESERVE } from '../../../gateway/operations/token-budget.ts';
import { itemResponse } from '../../../gateway/wire/items.ts';
import { articleAddr } from '../../../graph/address.ts';
import {
  CORPUS,
  FORMATS,
  OTHER_CORPUS,
  openRestFixture,
  type RestFixture,
  type Sent,
  send,
} from './rest-fixture.ts';

const SURVEY = `wx://${CORPUS}/article/survey`;
const TEXT = 'Lake Vell is 212 metres deep. Lake Vell lies in Orland.';
const ENCODED_NAME = articleAddr(CORPUS, '湖/一 (a)');

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await openRestFixture();
  const line = { id: '湖/一 (a)', url: 'https://lake.example/', title: 'A lake', text: '湖は深い。' };
  const bytes = Buffer.from(JSON.stringify({ ...line, licence: 'CC0-1.0', domain: 'lake.example' }));
  await fixture.engine.ingest([{ name: 'more.jsonl', bytes }], {
    corpus: CORPUS,
    source: 'more',
    onProgress: () => undefined,
  });
});

afterAll(() => fixture[Symbol.asyncDispose]());

const pathOf = (addr: string) => `/v1/items/${encodeURIComponent(addr)}`;

async function read(path: string, sent: Sent = {}) {
  const { status, body } = await send(fixture.rest(), path, sent);
  expect(status, JSON.stringify(body.error)).toBe(200);
  return itemResponse.parse(body);
}

async function refused(path: string, sent: Sent = {}) {
  const { status, body } = await send(fixture.rest(), path, sent);
  expect(body.receipts).toHaveLength(1);
  return [status, body.error?.reason];
}

describe.each(FORMATS)('an item in %s', (format) => {
  it('is read by anybody, with where it is from', async () => {
    const { item, budget, est_tokens, rcx } = await read(pathOf(SURVEY), { format });
    expect(item).toMatchObject({
      addr: SURVEY,
      kind: 'article',
      text: TEXT,
      licence: 'CC-BY-4.0',
      url: 'https://survey.example/survey',
    });
    expect([budget.spent, rcx.token_id]).toEqual([est_tokens, null]);
  });

  it('costs its stated tokens, and is dropped at one token less', async () => {
    const { est_tokens } = await read(pathOf(SURVEY), { format });
    for (const [asked, isThere] of [
      [0, false],
      [1, false],
      [est_tokens - 1, false],
      [est_tokens, true],
      [est_tokens + 1, true],
    ] as const) {
      const reply = await read(`${pathOf(SURVEY)}?token_budget=${asked}`, { format });
      expect([reply.item !== null, reply.est_tokens]).toEqual([isThere, est_tokens]);
      const dropped = isThere ? { count: 0, kinds: [] } : { count: 1, kinds: ['article'] };
      expect(reply.budget).toEqual({ asked, spent: isThere ? est_tokens : 0, dropped });
      for (const encode of [encodeO200k, encodeCl100k]) {
        expect(encode(JSON.stringify(reply)).length).toBeLessThanOrEqual(asked + TOKEN_RESERVE);
      }
    }
  });
});

describe('the address of an item', () => {
  it.each([
    ['encoded as a whole', pathOf(SURVEY)],
    ['raw', `/v1/items/${SURVEY}`],
    ['raw with merged slashes', `/v1/items/${SURVEY.replace('//', '/')}`],
    ['of an encoded name, encoded as a whole', pathOf(ENCODED_NAME)],
    ['of an encoded name, raw', `/v1/items/${ENCODED_NAME}`],
  ])('may stand %s', async (_, path) => {
    expect((await read(path)).item?.addr).toBe(path.includes('survey') ? SURVEY : ENCODED_NAME);
  });

  it.each([
    '/v1/items/',
    '/v1/items/survey',
    '/v1/items/c1aaaaaaaaaaaaaaaaaaaaaaaaaa',
    `/v1/items/wx:///${CORPUS}/article/survey`,
    `/v1/items/${encodeURIComponent(encodeURIComponent(SURVEY))}`,
    `/v1/items/${encodeURIComponent(encodeURIComponent(ENCODED_NAME))}`,
    pathOf(`wx://${CORPUS}/article/../survey`),
    pathOf(`wx://${CORPUS}/article/a%2Fb`),
    pathOf(`wx://${CORPUS}/article/a%00`),
    pathOf(`wx://${CORPUS}/article/a\\b`),
    pathOf(`wx://${CORPUS}/article/${'a'.repeat(600)}`),
    `/v1/items/${'%61'.repeat(600)}`,
    '/v1/items/%E0%A4%A',
    pathOf(`wx://${CORPUS}/entity/lake%20vell`),
    pathOf(`wx://${CORPUS}/annotation/n1aaa`),
    pathOf(`WX://${CORPUS}/article/survey`),
  ])('is refused where it is none of a kind that is read: %s', async (path) => {
    expect(await refused(path)).toEqual([400, 'invalid:addr']);
  });

  it.each([
    `wx://${CORPUS}/article/nobody`,
    `wx://nowhere/article/survey`,
    `wx://${OTHER_CORPUS}/article/survey`,
    `wx://${CORPUS}/sec/a1aaaaaaaaaaaaaaaaaaaaaaaaaa/0`,
    `wx://${CORPUS}/claim/c1aaaaaaaaaaaaaaaaaaaaaaaaaa`,
  ])('that nothing is at is 404: %s', async (addr) => {
    expect(await refused(pathOf(addr))).toEqual([404, 'missing:item']);
  });

  it('of a claim gives its text and its belief', async () => {
    const claim = await fixture.claim('212');
    const { item } = await read(pathOf(claim));
    expect(item).toMatchObject({ addr: claim, kind: 'claim', text: 'Lake Vell is 212 metres deep.' });
    expect(item?.belief?.state).toBe('settled');
  });
});

describe('a token that reads an item', () => {
  const mint = () => fixture.mint({ capabilities: ['wiki.search'] });
  const narrowed = async (restrictions: Parameters<typeof attenuateToken>[1]) =>
    attenuateToken(await mint(), restrictions);

  it('needs the capability wiki.search, where one is sent', async () => {
    const { spend } = await read(pathOf(SURVEY), { token: await mint() });
    expect(spend).toEqual({ capability: 'wiki.search', cost: 1, unit: 'call' });
    const other = await fixture.mint({ capabilities: ['svc.evidence'] });
    expect(await refused(pathOf(SURVEY), { token: other })).toEqual([403, 'denied:capability_missing']);
    expect(await refused(pathOf(SURVEY), { token: 'rcx1.x' })).toEqual([403, 'denied:token_invalid']);
  });

  it('reads its corpora and prefixes only, whether there is something or not', async () => {
    const lakes = await narrowed({ corpora: [OTHER_CORPUS] });
    const claims = await narrowed({ prefixes: [`wx://${CORPUS}/claim/`] });
    for (const token of [lakes, claims]) {
      for (const addr of [SURVEY, `wx://${CORPUS}/article/nobody`, 'wx://nowhere/article/x']) {
        expect(await refused(pathOf(addr), { token })).toEqual([403, 'denied:corpus_forbidden']);
      }
    }
    expect((await read(pathOf(await fixture.claim('212')), { token: claims })).item?.kind).toBe('claim');
  });

  it('spends no more than its own budget', async () => {
    const token = await narrowed({ budget: 10 });
    const { item, budget } = await read(`${pathOf(SURVEY)}?token_budget=100000`, { token });
    expect([item, budget.asked, budget.spent]).toEqual([null, 10, 0]);
  });
});

it('words under a refused licence are refused, and their licence is named', async () => {
  const { status, body } = await send(fixture.restRefusing('CC-BY-4.0'), pathOf(SURVEY));
  expect([status, body.error]).toMatchObject([
    403,
    { reason: 'denied:licence_refused', details: { licence: 'CC-BY-4.0' } },
  ]);
  expect(JSON.stringify(body)).not.toContain('212');
  expect((await send(fixture.restRefusing('CC-BY-4.0'), pathOf(ENCODED_NAME))).status).toBe(200);
});

it('is among the capabilities of a handshake, with the digest of its schema', async () => {
  const { body } = await send(fixture.rest(), '/v1/agent/handshake', { method: 'POST' });
  const [route] = body.capabilities.filter((one: { route: string }) => one.route === '/v1/items/{addr}');
  expect(route).toMatchObject({ method: 'GET', summary: expect.stringContaining('(wiki.search)') });
  expect(body.schema_digests.ItemV1).toMatch(/^[0-9a-f]{64}$/);
});
