import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../engine/tokens/estimate-tokens.ts';
import type { Pointer } from '../../../gateway/wire/agent-search.ts';
import { type ClaimAddr, claimIdOf, parseAddress } from '../../../graph/address.ts';
import { readRange } from '../../../graph/store/ranges.ts';
import { CORPUS, FORMATS, type Format, QUESTION, send } from './rest-fixture.ts';
import {
  attenuated,
  fixture,
  openSearchFixture,
  refusedWith,
  rest,
  search,
  token,
} from './search-fixture.ts';

const KINDS = ['claim', 'sec', 'article', 'entity'] as const;

/** What `budget.spent` counts for each item alone: fewer items are the first of more. */
async function prices(body: object, count: number, format: Format): Promise<number[]> {
  const spent = [0];
  for (let k = 1; k <= count; k += 1) {
    spent.push((await search({ ...body, top_k: k, token_budget: 1e6 }, { format })).budget.spent);
  }
  return spent.slice(1).map((sum, index) => sum - (spent[index] ?? 0));
}

async function ledgerOf(addr: string, format: Format = 'json') {
  const path = `/v1/claims/${claimIdOf(addr as ClaimAddr)}/ledger`;
  return (await send(rest, path, { token, format })).body;
}

/** The text behind an epitome, read from the store. */
async function textBehind({ kind, addr }: Pointer): Promise<string | string[]> {
  const states = await readRange(fixture.store, 'artefacts', { corpus: CORPUS, after: -1 }, { limit: 100 });
  const parsed = parseAddress(addr);
  const local = parsed.ok ? decodeURIComponent(parsed.local) : '';
  if (kind === 'entity') {
    const stated = await fixture.store.ranges('occurrencesIn', {
      by: states.map(({ record }) => record.artefact_id),
    });
    const claims = await fixture.store.records('claims', [
      ...new Set(stated.flat().map(({ claim }) => claim)),
    ]);
    return claims.flatMap((claim) => (claim?.core.form?.subject.key === local ? claim.core.text : []));
  }
  const state = states.find(({ record }) =>
    kind === 'article' ? record.doc_id === local : record.sections.some((section) => section.addr === addr),
  );
  const [blob] = await fixture.store.blobs([state?.record.text_hash ?? '']);
  const text = new TextDecoder().decode(blob ?? undefined);
  const { start = 0, end = 0 } = state?.record.sections.find((section) => section.addr === addr)?.span ?? {};
  return kind === 'article' ? text : text.slice(start, end);
}

/** What the next tier behind an epitome costs where it is read. */
async function behindOf(pointer: Pointer, format: Format): Promise<number> {
  const { kind, addr } = pointer;
  if (kind === 'claim') return (await ledgerOf(addr, format)).budget.spent;
  const text = await textBehind(pointer);
  if (kind === 'entity') return estimateTokens(JSON.stringify(text));
  const { status, body } = await send(rest, `/v1/items/${encodeURIComponent(addr)}`, { format });
  expect([status, body.item?.text]).toEqual([200, text]);
  for (const encode of [encodeO200k, encodeCl100k]) {
    expect(encode(JSON.stringify(body.item)).length).toBeLessThanOrEqual(pointer.est_tokens_next_tier);
  }
  return body.budget.spent;
}

async function dispute(claim: ClaimAddr, actor: string, standing = 700) {
  const by = await fixture.mint({ capabilities: ['svc.evidence'], actor, standing });
  const body = {
    kind: 'dispute',
    evidence: [{ ref: `https://${actor}.example/1`, hash: actor, kind: 'source' }],
  };
  const { status } = await send(rest, `/v1/claims/${claimIdOf(claim)}/evidence`, {
    method: 'POST',
    body,
    token: by,
  });
  expect(status).toBe(201);
}

openSearchFixture();

describe.each(FORMATS)('pointers in %s', (format) => {
  it('are of four kinds, best first, with scores from 0 to 1', async () => {
    const { pointers } = await search({ q: 'Lake Vell is 212 metres deep', top_k: 50 }, { format });
    expect(new Set(pointers.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    for (const { addr, kind } of pointers)
      expect(parseAddress(addr)).toMatchObject({ ok: true, kind, corpus: CORPUS });
    const scores = pointers.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThan(0);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
  });

  it('say what the same item costs at tier epitome', async () => {
    const body = { q: 'Lake Vell is 212 metres deep' };
    const { pointers } = await search(body, { format });
    const next = await prices({ ...body, tier: 'epitome' }, pointers.length, format);
    expect(pointers.map(({ est_tokens_next_tier }) => est_tokens_next_tier)).toEqual(next);
    expect(new Set(pointers.map(({ kind }) => kind)).size).toBeGreaterThan(2);
  });

  it('at tier epitome say what the ledger of a claim costs, and what anything else costs whole', async () => {
    const { pointers } = await search(
      { q: 'Lake Vell is 212 metres deep', top_k: 50, tier: 'epitome' },
      { format },
    );
    for (const pointer of pointers) {
      const behind = await behindOf(pointer, format);
      expect(pointer.est_tokens_next_tier, pointer.addr).toBe(behind);
      expect(behind).toBeGreaterThan(5);
    }
  });

  it('carry the belief that the ledger folds to', async () => {
    const { pointers } = await search({}, { format });
    const claims = pointers.filter(({ kind }) => kind === 'claim');
    expect(claims.length).toBeGreaterThan(1);
    for (const { addr, belief } of claims) expect(belief).toEqual((await ledgerOf(addr, format)).belief);
    for (const { kind, belief, feedback } of pointers) {
      if (kind !== 'claim') expect([belief, feedback]).toEqual([undefined, undefined]);
    }
  });
});

describe('what is found', () => {
  it('is the entity that a question names, and no other', async () => {
    const { pointers } = await search({ q: 'What about Lake Moor?', top_k: 50 });
    const entities = pointers.filter(({ kind }) => kind === 'entity').map(({ addr }) => addr);
    expect(entities).toEqual([`wx://${CORPUS}/entity/lake%20moor`]);
  });

  it('is first the article whose title is asked for, without its only section', async () => {
    const { pointers } = await search({ q: 'Lake Moor freezes every winter', top_k: 50 });
    const [first] = pointers.filter(({ kind }) => kind !== 'claim');
    expect(first?.addr).toBe(`wx://${CORPUS}/article/moor`);
    expect(pointers.filter(({ kind, epitome }) => kind === 'sec' && epitome.includes('freezes'))).toEqual([]);
  });

  it('is also what was superseded, with its state', async () => {
    const { pointers } = await search({ top_k: 50 });
    expect(pointers.find(({ epitome }) => epitome.includes('190'))?.belief?.state).toBe('superseded');
  });

  it('is the same each time, and a smaller top_k gives a prefix', async () => {
    const { pointers } = await search({});
    expect((await search({})).pointers).toEqual(pointers);
    for (let k = 1; k <= pointers.length; k += 1) {
      expect((await search({ top_k: k })).pointers).toEqual(pointers.slice(0, k));
    }
  });

  it('is short at tier pointer and longer at tier epitome, the same item otherwise', async () => {
    const short = (await search({})).pointers;
    const long = (await search({ tier: 'epitome' })).pointers;
    expect(long.map(({ addr, score }) => [addr, score])).toEqual(
      short.map(({ addr, score }) => [addr, score]),
    );
    for (const { epitome } of short) expect(epitome.length).toBeLessThanOrEqual(96);
    for (const { epitome } of long) expect(epitome.length).toBeLessThanOrEqual(280);
  });

  it.each([1, 50, 51, 1e9, Number.MAX_SAFE_INTEGER])('with top_k %d is no refusal', async (top_k) => {
    const { pointers } = await search({ top_k });
    expect(pointers.length).toBeLessThanOrEqual(Math.min(top_k, 50));
  });

  it('with a top_k above 50 states how many items it leaves out', async () => {
    const most = await search({ top_k: 50, token_budget: 1e6 });
    expect(most.budget.dropped).toEqual({ count: 0, kinds: [] });
    const more = await search({ top_k: 51, token_budget: 1e6 });
    expect([more.pointers, more.budget.dropped]).toEqual([most.pointers, { count: 1, kinds: ['top_k'] }]);
    const { dropped } = (await search({ top_k: 1_000, token_budget: 0 })).budget;
    expect(dropped.count).toBe(950 + most.pointers.length);
    expect(dropped.kinds.at(-1)).toBe('top_k');
  });

  it.each([0, -1, 1.5, '3', null])('with top_k %j is a refusal', async (top_k) => {
    expect(await refusedWith({ q: QUESTION, top_k })).toEqual([400, 'invalid:body']);
  });
});

describe('a token budget', () => {
  it.each(['pointer', 'epitome'])('is never exceeded at tier %s, whatever it is', async (tier) => {
    const all = await search({ tier, token_budget: 1e6 });
    const each = await prices({ tier }, all.pointers.length, 'json');
    const sums = each.map((_, index) => each.slice(0, index + 1).reduce((sum, price) => sum + price, 0));
    const edges = sums.flatMap((sum) => [sum - 1, sum, sum + 1]);
    for (const token_budget of [0, 1, 2, ...edges]) {
      const { pointers, budget } = await search({ tier, token_budget });
      expect(budget.asked).toBe(token_budget);
      expect(budget.spent).toBeLessThanOrEqual(token_budget);
      const fitting = sums.filter((sum) => sum <= token_budget).length;
      expect(pointers).toEqual(all.pointers.slice(0, fitting));
      const dropped = all.pointers.slice(fitting);
      expect(budget.dropped).toEqual({
        count: dropped.length,
        kinds: [...new Set(dropped.map(({ kind }) => kind))],
      });
      if (pointers.length === 0) continue;
      const text = JSON.stringify(pointers);
      expect(encodeO200k(text).length).toBeLessThanOrEqual(token_budget);
      expect(encodeCl100k(text).length).toBeLessThanOrEqual(token_budget);
    }
  });

  it('of a token narrows what the call asks for', async () => {
    const { spent } = (await search({ top_k: 1 })).budget;
    const narrow = attenuated({ budget: spent });
    const { pointers, budget } = await search({ token_budget: 4_000 }, { token: narrow });
    expect([pointers.length, budget.asked, budget.spent]).toEqual([1, spent, spent]);
    const none = await search({ token_budget: 3 }, { token: narrow });
    expect([none.pointers, none.budget.asked]).toEqual([[], 3]);
  });

  it.each([-1, 0.5, '10', null])('of %j is refused', async (token_budget) => {
    expect(await refusedWith({ q: QUESTION, token_budget })).toEqual([400, 'invalid:body']);
  });
});

describe('the ledger behind a claim', () => {
  it('costs more by exactly what was appended, and its voices move the score within bounds', async () => {
    const claim = await fixture.claim('40 metres');
    const body = { q: 'How deep is Lake Moor?', top_k: 50, tier: 'epitome' };
    const pointerOf = async () => (await search(body)).pointers.find(({ addr }) => addr === claim);
    const before = await pointerOf();
    await dispute(claim, 'one');
    await dispute(claim, 'two');
    const after = await pointerOf();
    const { budget, belief } = await ledgerOf(claim);
    expect(after?.est_tokens_next_tier).toBe(budget.spent);
    expect(after?.est_tokens_next_tier).toBeGreaterThan(before?.est_tokens_next_tier ?? 0);
    expect(after?.belief).toEqual(belief);
    expect(before?.feedback).toMatchObject({ contested_by: 0, helpful_by: 1, applied: 'none' });
    expect(after?.feedback).toEqual({
      contested_by: 2,
      contested_by_unweighted: 2,
      helpful_by: 1,
      applied: 'penalty',
      max_score_delta: 0.15,
      negative_state_min_actors: 2,
    });
    expect((before?.score ?? 0) - (after?.score ?? 0)).toBeCloseTo(0.06, 5);
  });
});

describe('annotations on a claim', () => {
  const corrections = async (claim: ClaimAddr, actor: string, more: object = {}, standing = 700) => {
    const by = await fixture.mint({ capabilities: ['wiki.annotate'], actor, standing });
    const body = {
      target: claim,
      kind: 'correction',
      body: actor,
      citation: { ref: 'https://a.example/1' },
      ...more,
    };
    expect((await send(rest, '/v1/annotations', { method: 'POST', body, token: by })).status).toBe(201);
  };
  const found = async (claim: ClaimAddr) => {
    const { pointers } = await search({ q: 'Where does Lake Vell lie?', top_k: 50 });
    return pointers.find(({ addr }) => addr === claim);
  };

  it('move its score once two vetted roots correct it, and never its belief', async () => {
    const claim = await fixture.claim('Orland');
    const before = await found(claim);
    await corrections(claim, 'critic');
    await corrections(claim, 'critic', { body: 'and again' });
    await corrections(claim, 'note-writer', { kind: 'note' });
    await corrections(claim, 'somebody', {}, 100);
    const one = await found(claim);
    expect(one).toEqual({
      ...before,
      feedback: one?.feedback,
      est_tokens_next_tier: one?.est_tokens_next_tier,
    });
    expect(one?.feedback).toMatchObject({ contested_by: 1, contested_by_unweighted: 2, applied: 'none' });
    await corrections(claim, 'critic-two');
    const two = await found(claim);
    expect(two?.feedback).toMatchObject({ contested_by: 2, contested_by_unweighted: 3, applied: 'penalty' });
    expect((before?.score ?? 0) - (two?.score ?? 0)).toBeCloseTo(0.06, 5);
    expect(two?.belief).toEqual(before?.belief);
  });

  it('count a root once that disputes the claim too', async () => {
    const claim = await fixture.claim('Orland');
    await dispute(claim, 'critic');
    expect((await found(claim))?.feedback).toMatchObject({ contested_by: 2, contested_by_unweighted: 3 });
  });
});
