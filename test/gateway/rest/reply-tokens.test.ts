import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANNOTATIONS_TOKEN_RESERVE, TOKEN_RESERVE } from '../../../gateway/operations/token-budget.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { readRange } from '../../../graph/store/ranges.ts';
import { type Body, openRestFixture, type RestFixture, type Sent, send } from './rest-fixture.ts';

/** The longest name, of signs that tokenizers hold apart. */
const CORPUS = 'q7-x9-z3-k8-j2-w5-v1-b6-q4-x7-z9-k3-j8-w2-v5-b1-q6-x4-z7-k9-j3a';
const QUESTION = 'How deep is Lake Vell?';
/** As long as an address may be, each byte of it percent-encoded. */
const LONG_TARGET = `wx://${CORPUS}/article/${'%E6%9C%AC'.repeat(48)}`.padEnd(512, '.7');

let fixture: RestFixture;
let token: string;
let claim: ClaimAddr;

beforeAll(async () => {
  fixture = await openRestFixture({ isEmpty: true });
  const document = (id: string, text: string, published: string) => ({
    id,
    url: `https://${id}.example/${id}`,
    title: `About ${id}`,
    text,
    domain: `${id}.example`,
    licence: 'CC-BY-4.0',
    published,
    lang: 'en',
  });
  const lines = [
    document('survey', 'Lake Vell is 212 metres deep. Lake Vell lies in Orland.', '2020-05-02'),
    document('atlas', 'Lake Vell is 212 metres deep. It freezes every winter.', '2020-06-01'),
    document('guide', 'Lake Vell is 190 metres deep. Lake Moor is 40 metres deep.', '2024-03-04'),
    document('moor', 'Lake Moor is 40 metres deep and freezes. 湖は深い。', '2024-01-09'),
  ];
  const file = {
    name: 'lakes.jsonl',
    bytes: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')),
  };
  await fixture.engine.ingest([file], { corpus: CORPUS, source: 'test', onProgress: () => undefined });
  const capabilities = ['svc.evidence', 'wiki.annotate', 'wiki.annotations', 'wiki.search'];
  token = await fixture.mint({ capabilities });
  const found = await searched({ top_k: 50 });
  claim = found.pointers.find(({ kind }: Body) => kind === 'claim').addr;
  await disputeAndPropose(found.pointers.filter(({ kind }: Body) => kind === 'claim').at(-1).addr);
  for (const target of [claim, LONG_TARGET]) {
    for (const words of ['Measured in 1998. 湖 🌊 ~~~', '%%% "quoted" \\ and\nlines']) {
      const citation = { ref: 'https://notes.example/v' };
      await posted('/v1/annotations', { target, body: words, citation });
    }
  }
});

afterAll(() => fixture[Symbol.asyncDispose]());

async function searched(body: Record<string, unknown>, sent: Sent = {}): Promise<Body> {
  const more = { method: 'POST', body: { q: QUESTION, ...body }, ...sent };
  const { status, body: reply } = await send(fixture.rest(), '/v1/search', more);
  expect(status).toBe(200);
  return reply;
}

async function posted(path: string, body: unknown, by = token): Promise<Body> {
  const reply = await send(fixture.rest(), path, { method: 'POST', body, token: by });
  expect(reply.status, JSON.stringify(reply.body.error)).toBe(201);
  return reply.body;
}

/** Entries that cite artefacts of the store, some of them several, and that name a successor. */
async function disputeAndPropose(successor: string): Promise<void> {
  const { corpora } = (await send(fixture.rest(), '/v1/stats')).body;
  expect(corpora[0].name).toBe(CORPUS);
  const artefacts = await readRange(fixture.store, 'artefacts', { corpus: CORPUS, after: -1 }, { limit: 10 });
  const evidence = artefacts.map(({ record }) => ({ ref: record.url, hash: record.hash, kind: 'source' }));
  const path = `/v1/claims/${encodeURIComponent(claim)}/evidence`;
  for (let i = 0; i < 4; i += 1) {
    const by = await fixture.mint({ capabilities: ['svc.evidence'], actor: `reader-${i}` });
    const proposed = [{ ref: successor, hash: '', kind: 'source' }, ...evidence];
    await posted(path, { kind: 'supersede-propose', evidence: proposed }, by);
    await posted(path, { kind: 'dispute', evidence: [evidence[i % evidence.length]] }, by);
  }
}

const TOKENIZERS = { o200k_base: encodeO200k, cl100k_base: encodeCl100k };

/** Reads with each budget, and says by how much each body passes what was asked, in each tokenizer. */
async function excesses(
  budgets: readonly number[],
  read: (budget: number) => Promise<Body>,
): Promise<number[]> {
  const over: number[] = [];
  for (const budget of budgets) {
    const body = await read(budget);
    expect(body.budget.asked).toBe(budget);
    expect(body.budget.spent).toBeLessThanOrEqual(budget);
    const text = JSON.stringify(body);
    over.push(...Object.values(TOKENIZERS).map((encode) => encode(text).length - budget));
  }
  return over;
}

/** Budgets between the items' limits that are tried too. */
const STEPS = 12;

/** None, hardly any, at each item's limit and one token to either side, and more than all. */
async function budgetsOf(read: (budget: number) => Promise<Body>): Promise<number[]> {
  const { spent } = (await read(1e9)).budget;
  const edges = new Set<number>();
  for (let budget = spent; budget > 0; ) {
    const page = await read(budget - 1);
    for (const edge of [budget - 1, budget, budget + 1]) edges.add(edge);
    budget = page.budget.spent;
  }
  const between = Array.from({ length: STEPS }, (_, step) => Math.floor((step * spent) / STEPS));
  return [...new Set([0, 1, 2, 17, ...between, ...edges, 1e9])].toSorted((a, b) => a - b);
}

describe('a body costs at most its token budget and the reserve, in both tokenizers:', () => {
  it.each([
    { tier: 'pointer', q: QUESTION },
    { tier: 'epitome', q: QUESTION },
    { tier: 'pointer', q: QUESTION, top_k: Number.MAX_SAFE_INTEGER },
    { tier: 'epitome', q: 'Who painted the doors of the lighthouse at Merrow Point?' },
    { tier: 'pointer', q: '湖の深さは?' },
  ])('a search with %j', async (asked) => {
    const read = (token_budget: number) => searched({ ...asked, token_budget }, { token });
    const over = await excesses(await budgetsOf(read), read);
    expect(Math.max(...over)).toBeLessThanOrEqual(TOKEN_RESERVE);
  });

  it('a search whose gap was closed', async () => {
    const q = 'Who painted the doors of the lighthouse at Merrow Point?';
    const { coverage } = await searched({ q });
    const [stub_id] = /stub_[\w-]+/.exec(coverage.note) ?? [];
    const citation = { ref: 'https://notes.example/v' };
    await posted('/v1/annotations', { target: LONG_TARGET, body: 'Ada Vell did.', citation, stub_id });
    const read = (token_budget: number) => searched({ q, token_budget }, { token });
    expect((await read(0)).coverage.note).toMatch(/^gap closed/);
    expect(Math.max(...(await excesses([0, 1, 500, 1e9], read)))).toBeLessThanOrEqual(TOKEN_RESERVE);
  });

  it('a ledger, with the observations and successors of its entries', async () => {
    const path = `/v1/claims/${encodeURIComponent(claim)}/ledger`;
    const read = async (budget: number) =>
      (await send(fixture.rest(), `${path}?token_budget=${budget}&as_of=2026-11-21T23:59:59Z`, { token }))
        .body;
    const whole = await read(1e9);
    expect(whole.ledger.length).toBeGreaterThan(8);
    expect(Object.keys(whole.observed).length).toBeGreaterThan(3);
    expect(Object.keys(whole.successors).length).toBeGreaterThan(0);
    const none = await read(0);
    expect([none.ledger, none.observed, none.successors]).toEqual([[], {}, {}]);
    const over = await excesses(await budgetsOf(read), read);
    expect(Math.max(...over)).toBeLessThanOrEqual(TOKEN_RESERVE);
  });

  it.each([
    ['a claim', () => claim],
    ['the longest address', () => LONG_TARGET],
    [
      'an address of slashes',
      () => `wx://${CORPUS}/article/a${'/a'.repeat(300)}`.slice(0, 512).replace(/\/$/, 'b'),
    ],
    ['an address of tildes', () => `wx://${CORPUS}/article/`.padEnd(512, '~')],
  ])('the annotations of %s', async (_, target) => {
    const citation = { ref: 'https://notes.example/v' };
    await posted('/v1/annotations', { target: target(), body: 'Once more.', citation });
    const path = `/v1/annotations?target=${encodeURIComponent(target())}`;
    const read = async (budget: number) =>
      (await send(fixture.rest(), `${path}&token_budget=${budget}`, { token })).body;
    const over = await excesses(await budgetsOf(read), read);
    expect(Math.max(...over)).toBeLessThanOrEqual(ANNOTATIONS_TOKEN_RESERVE);
  });

  it('what the query repeats of no parameter is not in `next`', async () => {
    const noise = `&noise=${'z'.repeat(4_000)}`;
    const annotations = `/v1/annotations?target=${encodeURIComponent(claim)}&token_budget=0${noise}`;
    const ledger = `/v1/claims/${encodeURIComponent(claim)}/ledger?token_budget=0${noise}`;
    for (const path of [annotations, ledger]) {
      const { body } = await send(fixture.rest(), path, { token });
      expect(body.next).toMatch(/^\?.*token_budget=[1-9]/);
      expect(body.next).not.toContain('noise');
    }
  });
});

describe('the reserve', () => {
  it('is in the stats and in the handshake, as the same number', async () => {
    const { limits } = (await send(fixture.rest(), '/v1/stats')).body;
    expect(limits).toMatchObject({
      token_reserve: TOKEN_RESERVE,
      annotations_token_reserve: ANNOTATIONS_TOKEN_RESERVE,
    });
    const plan = (await send(fixture.rest(), '/v1/agent/handshake', { method: 'POST' })).body;
    expect(plan.token_targets.envelope).toBe(TOKEN_RESERVE);
    expect(ANNOTATIONS_TOKEN_RESERVE).toBe(2 * TOKEN_RESERVE);
  });
});
