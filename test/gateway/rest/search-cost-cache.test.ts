import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { CAPABILITIES } from '../../../engine/keys/capabilities.ts';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import type { Handle } from '../../../gateway/http/connection.ts';
import { claimIdOf } from '../../../graph/address.ts';
import {
  CORPUS,
  NOW,
  OTHER_CORPUS,
  openRestFixture,
  QUESTION,
  type RestFixture,
  type Sent,
  send,
} from './rest-fixture.ts';

let fixture: RestFixture;
let rest: Handle;
/** Searches that were not cached. */
let searched: number;

beforeEach(async () => {
  fixture = await openRestFixture();
  searched = 0;
  const counting: Engine = {
    ...fixture.engine,
    findItems: (request) => {
      searched += 1;
      return fixture.engine.findItems(request);
    },
  };
  rest = fixture.rest({}, counting);
});

afterEach(() => fixture[Symbol.asyncDispose]());

async function search(body: object = {}, sent: Sent = {}) {
  const { status, body: reply } = await send(rest, '/v1/search', {
    method: 'POST',
    body: { q: QUESTION, ...body },
    ...sent,
  });
  expect(status).toBe(200);
  return reply;
}

/** The same search by a gateway that has cached nothing. */
async function afresh(body: object = {}, sent: Sent = {}) {
  const request = { method: 'POST', body: { q: QUESTION, ...body }, ...sent };
  return (await send(fixture.rest(), '/v1/search', request)).body;
}

describe('a repeated search', () => {
  it('runs once for its price, its tiers and its budgets, and replies as a new search would', async () => {
    for (const body of [
      { token_budget: 0 },
      {},
      { tier: 'epitome' },
      { token_budget: 200 },
      { tier: 'pointer' },
    ]) {
      expect(await search(body)).toEqual(await afresh(body));
    }
    expect(searched).toBe(1);
  });

  it('is another one for another question, corpus or count', async () => {
    for (const body of [
      {},
      { q: 'How deep is Lake Moor?' },
      { corpus: OTHER_CORPUS },
      { top_k: 1 },
      { top_k: 2 },
    ]) {
      expect(await search(body)).toEqual(await afresh(body));
    }
    expect(searched).toBe(5);
  });

  it('is done again when evidence, annotations or documents have come', async () => {
    const token = await fixture.mint({ capabilities: CAPABILITIES });
    const claim = await fixture.claim('212');
    const before = await search();
    const evidence = [{ ref: 'https://e.example/1', hash: 'x', kind: 'source' }];
    const path = `/v1/claims/${claimIdOf(claim)}/evidence`;
    await send(rest, path, { method: 'POST', token, body: { kind: 'dispute', evidence } });
    const disputed = await search();
    expect(disputed).toEqual(await afresh());
    expect(disputed.pointers).not.toEqual(before.pointers);
    const body = { target: claim, body: 'No.', kind: 'correction', citation: { ref: 'https://e.example/2' } };
    await send(rest, '/v1/annotations', { method: 'POST', token, body });
    expect(await search()).toEqual(await afresh());
    expect(searched).toBe(3);
  });

  it('runs again when the same bytes were observed again, which changes no snapshot', async () => {
    const folder = ['survey', 'atlas'].map((name) => {
      const line = {
        id: name,
        url: `https://${name}.example/mere`,
        title: 'Mere',
        text: 'Vell Mere is 9 metres deep.',
      };
      const more = { domain: `${name}.example`, licence: 'CC0-1.0', lang: 'en', published: '2016-01-01' };
      return { name: `${name}.jsonl`, bytes: Buffer.from(JSON.stringify({ ...line, ...more })) };
    });
    const observe = (file: number, at: string) => {
      fixture.setTime(at);
      const options = { corpus: CORPUS, source: `source ${file}`, onProgress: () => undefined };
      return fixture.engine.ingest(folder.slice(file, file + 1), options);
    };
    const body = { q: 'How deep is Vell Mere?' };
    await observe(0, NOW);
    await observe(1, '2031-06-01T10:00:00.000Z');
    const before = await search(body);
    await observe(0, '2031-06-01T11:00:00.000Z');
    const after = await search(body);
    expect(after.corpus).toEqual(before.corpus);
    expect(after.pointers).not.toEqual(before.pointers);
    expect(after).toEqual(await afresh(body));
  });

  it('never shows one caller what only another may see', async () => {
    const token = await fixture.mint({ capabilities: CAPABILITIES });
    const claims = attenuateToken(token, { prefixes: [`wx://${CORPUS}/claim/`] });
    const nothing = attenuateToken(token, { prefixes: [`wx://${OTHER_CORPUS}/`] });
    const everything = await search({}, { token });
    expect((await search({}, { token: nothing })).pointers).toEqual([]);
    const seen = (await search({}, { token: claims })).pointers;
    expect(new Set(seen.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['claim']));
    expect((await search({}, { token })).pointers).toEqual(everything.pointers);
    expect(searched).toBe(3);
  });

  it('is forgotten behind 256 others, and not behind 255', async () => {
    await search();
    for (let other = 1; other < 256; other += 1) await search({ q: `lake ${other}` });
    await search();
    expect(searched).toBe(256);
    for (let other = 1_000; other < 1_256; other += 1) await search({ q: `lake ${other}` });
    await search();
    expect(searched).toBe(513);
  }, 60_000);
});
