import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import { LedgerDraft } from '../../../engine/ledger/ledger-draft.ts';
import { MAX_LEDGER_PAGE } from '../../../gateway/operations/get-ledger.ts';
import { priceOfEntry } from '../../../gateway/operations/price-of-entry.ts';
import { type LedgerResponse, ledgerResponse } from '../../../gateway/wire/ledger.ts';
import { claimIdOf } from '../../../graph/address.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import {
  CORPUS,
  FORMATS,
  type Format,
  NOW,
  openRestFixture,
  type RestFixture,
  send,
} from './rest-fixture.ts';

const DISPUTES = 12;

let fixture: RestFixture;
let token: string;
let path: string;
let whole: LedgerResponse;

beforeAll(async () => {
  fixture = await openRestFixture();
  token = await fixture.mint({ capabilities: ['svc.evidence'] });
  path = `/v1/claims/${claimIdOf(await fixture.claim('40 metres'))}`;
  for (let i = 0; i < DISPUTES; i += 1) {
    const by = await fixture.mint({ capabilities: ['svc.evidence'], actor: `a${i}` });
    // As short as an entry can be.
    const body = { kind: 'dispute', evidence: [{ ref: 'r', hash: 'h', kind: 'source' }] };
    await send(fixture.rest(), `${path}/evidence`, { method: 'POST', body, token: by });
  }
  whole = await read('');
});

afterAll(() => fixture[Symbol.asyncDispose]());

async function read(query: string, by = token, format: Format = 'json'): Promise<LedgerResponse> {
  const { status, body } = await send(fixture.rest(), `${path}/ledger${query}`, { token: by, format });
  expect(status).toBe(200);
  return ledgerResponse.parse(body);
}

/** Every page from here on, by following `next`. */
async function follow(query: string, by = token): Promise<LedgerResponse[]> {
  const pages = [await read(query, by)];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    if (pages.length > 4 * DISPUTES) throw new Error('next leads round and round');
    pages.push(await read(next, by));
  }
  return pages;
}

describe.each(FORMATS)('a ledger without room for its first entry, in %s', (format) => {
  it('says what that entry costs, and gives it for that', async () => {
    const [first] = whole.ledger;
    if (first === undefined) throw new Error('the ledger is empty');
    const price = priceOfEntry(first);
    for (const token_budget of [0, 1, price - 1]) {
      const page = await read(`?token_budget=${token_budget}`, token, format);
      expect(page).toMatchObject({ ledger: [], next: `?token_budget=${price}`, belief: whole.belief });
      expect(page.budget).toMatchObject({ asked: token_budget, spent: 0, dropped: { count: DISPUTES + 1 } });
      expect(page.budget.dropped.kinds.toSorted()).toEqual(['corroborate', 'dispute']);
    }
    const page = await read(`?token_budget=${price}`, token, format);
    expect(page.ledger).toEqual([first]);
    expect(page.budget).toMatchObject({ spent: price, dropped: { count: DISPUTES } });
  });
});

describe('following next', () => {
  it.each([0, 1, 300, 1_000, 4_000])('from a budget of %d leads through the whole ledger', async (budget) => {
    const pages = await follow(`?token_budget=${budget}`);
    expect(pages.flatMap(({ ledger }) => ledger)).toEqual(whole.ledger);
    for (const { budget: paid } of pages) expect(paid.spent).toBeLessThanOrEqual(paid.asked);
    expect(pages.at(-1)?.budget.dropped.count).toBe(0);
  });

  it('keeps everything else that was asked for', async () => {
    const { next } = await read('?as_of=2026-11-21&token_budget=0');
    expect(next).toMatch(/^\?token_budget=\d+&as_of=2026-11-21$/);
  });

  it('comes to the end also where the token has no budget for any entry', async () => {
    const narrow = attenuateToken(token, { budget: 10 }) ?? '';
    const pages = await follow('', narrow);
    expect(pages.flatMap(({ ledger }) => ledger)).toEqual([]);
    const left = whole.ledger.map((_, index) => whole.ledger.length - index);
    expect(pages.map(({ budget }) => budget.dropped.count)).toEqual([...left, 0]);
    expect(pages[0]?.next).toBe(`?after=${whole.ledger[0]?.event_id}`);
  });

  it('has no next where all fits, to the token', async () => {
    const { spent } = whole.budget;
    expect(await read(`?token_budget=${spent}`)).not.toHaveProperty('next');
    const one = await read(`?token_budget=${spent - 1}`);
    expect(one.next).toMatch(/^\?after=e1/);
    expect(one.ledger).toEqual(whole.ledger.slice(0, -1));
  });
});

/** The same event of so many other actors, in one append: thousands of single ones take their time. */
async function sayAgain(entry: LedgerEntry, count: number): Promise<void> {
  await new LogWriter(fixture.store, () => NOW).append(async (state, now) => {
    const draft = new LedgerDraft(state, now);
    const { claim } = entry;
    const actors = Array.from({ length: count }, (_, index) => `again${index}`);
    await draft.prepare(actors.map((actorRoot) => ({ claim, actorRoot })));
    for (const actor of actors) {
      const { stake, ...said } = entry;
      const as = { actor, actorRoot: actor, tokenId: entry.token_id, effectiveAt: null };
      draft.add({ ...said, ...as, stake: stake?.amount ?? null });
    }
    const entries = draft.entries.map((body) => ({
      ...{ corpus: CORPUS, tenant: null, effectiveAt: body.effective_at },
      body: { type: 'evidence.appended' as const, entry: body, idempotency: null },
    }));
    return { entries, result: () => undefined };
  });
}

it('is read a page at a time, however much may be spent', async () => {
  const claim = await fixture.claim('212');
  const { ledger } = ledgerResponse.parse((await read212('')).body);
  const evidence = [{ ref: 'r', hash: 'h', kind: 'source' as const }];
  const append = (index: number) =>
    fixture.engine.appendEvidence({
      claim,
      corpus: CORPUS,
      kind: 'dispute',
      evidence,
      attestations: [],
      stake: null,
      writer: {
        actor: `w${index}`,
        actorRoot: `w${index}`,
        standing: 700,
        tokenId: 't',
        maySupersede: false,
      },
      idempotency: null,
    });
  const missing = MAX_LEDGER_PAGE - ledger.length;
  const first = await append(0);
  if (!first.ok) throw new Error(first.refusal.message);
  await sayAgain(first.value.entry, missing - 1);
  const rich = '?token_budget=999999999999999';
  const full = ledgerResponse.parse((await read212(rich)).body);
  expect([full.ledger.length, full.next]).toEqual([MAX_LEDGER_PAGE, undefined]);
  await append(missing);
  const cut = ledgerResponse.parse((await read212(rich)).body);
  expect([cut.ledger.length, cut.budget.dropped.count]).toEqual([MAX_LEDGER_PAGE, 1]);
  const rest = ledgerResponse.parse((await read212(cut.next ?? '')).body);
  expect([rest.ledger.length, rest.next]).toEqual([1, undefined]);

  function read212(query: string) {
    return send(fixture.rest(), `/v1/claims/${claimIdOf(claim)}/ledger${query}`, { token });
  }
}, 60_000);

it('costs more an entry than the bound by which pages are read', () => {
  for (const entry of whole.ledger) expect(priceOfEntry(entry)).toBeGreaterThan(256);
});
