import { describe, expect, it } from 'vitest';
import type { FoundItem } from '../../../engine/search/items.ts';
import { estimateTokens } from '../../../engine/tokens/estimate-tokens.ts';
import { FullTextCosts } from '../../../gateway/operations/full-text-cost.ts';
import { priceOfEntry } from '../../../gateway/operations/price-of-entry.ts';
import { priceOf } from '../../../gateway/operations/token-budget.ts';
import { wireItem } from '../../../gateway/operations/wire-item.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { claimIdOf, hashId } from '../../../graph/address.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import { NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import { openRestFixture, type RestFixture, send } from './rest-fixture.ts';

const LAST = Number.MAX_SAFE_INTEGER;

/** A store that counts how many ledger entries were read from it. */
function counted({ store }: RestFixture) {
  const reads = { entries: 0 };
  const reader = substituted(store, {
    ranges: {
      ledger: async (query) => {
        const pages = await store.ranges('ledger', query);
        reads.entries += pages.flat().length;
        return pages;
      },
    },
  });
  return { reader, reads };
}

function itemOf(claim: ClaimAddr): Pick<FoundItem, 'behind'> {
  return { behind: { ledger: claim } };
}

async function disputeBy(fixture: RestFixture, claim: ClaimAddr, actor: string) {
  const token = await fixture.mint({ capabilities: ['svc.evidence'], actor });
  const body = { kind: 'dispute', evidence: [{ ref: actor, hash: actor, kind: 'source' }] };
  const path = `/v1/claims/${claimIdOf(claim)}/evidence`;
  expect((await send(fixture.rest(), path, { method: 'POST', body, token })).status).toBe(201);
}

function costOf(entries: readonly LedgerEntry[]): number {
  return entries.reduce((sum, entry) => sum + priceOfEntry(entry), 0);
}

describe('what a ledger costs', () => {
  it('is counted once, and then only what was appended', async () => {
    await using fixture = await openRestFixture();
    const claim = await fixture.claim('40 metres');
    const { reader, reads } = counted(fixture);
    const costs = new FullTextCosts();
    const [first] = await costs.of(reader, [itemOf(claim)], LAST);
    expect(first).toBe(
      costOf(await readRange(fixture.store, 'ledger', { claim, after: -1 }, { limit: NO_LIMIT })),
    );
    expect(reads.entries).toBe(1);
    for (let i = 0; i < 3; i += 1) await disputeBy(fixture, claim, `a${i}`);
    const twice = await Promise.all([1, 2].map(() => costs.of(reader, [itemOf(claim)], LAST)));
    const whole = costOf(await readRange(fixture.store, 'ledger', { claim, after: -1 }, { limit: NO_LIMIT }));
    expect(twice).toEqual([[whole], [whole]]);
    const before = reads.entries;
    expect(await costs.of(reader, [itemOf(claim)], LAST)).toEqual([whole]);
    expect(reads.entries).toBe(before);
  });

  it('is exact at each earlier snapshot, also after a later one was counted', async () => {
    await using fixture = await openRestFixture();
    const claim = await fixture.claim('40 metres');
    // More than are looked at first from the newest end.
    await Promise.all(Array.from({ length: 20 }, (_, i) => disputeBy(fixture, claim, `a${i}`)));
    const entries = await readRange(fixture.store, 'ledger', { claim, after: -1 }, { limit: NO_LIMIT });
    const costs = new FullTextCosts();
    const { reader } = counted(fixture);
    for (const seq of [LAST, -1, ...entries.flatMap(({ log }) => [log.seq, log.seq - 1])]) {
      const seen = entries.filter(({ log }) => log.seq <= seq);
      expect(await costs.of(reader, [itemOf(claim)], seq)).toEqual([costOf(seen)]);
    }
  });

  it('is counted once for all who ask at the same time, and again after a fault', async () => {
    await using fixture = await openRestFixture();
    const claim = await fixture.claim('40 metres');
    for (let i = 0; i < 3; i += 1) await disputeBy(fixture, claim, `a${i}`);
    const { reader, reads } = counted(fixture);
    const costs = new FullTextCosts();
    const gone = () => Promise.reject(new Error('gone for a moment'));
    const broken = substituted(reader, { ranges: { ledger: gone } });
    const both = await Promise.allSettled([1, 2].map(() => costs.of(broken, [itemOf(claim)], LAST)));
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const four = await Promise.all([1, 2, 3, 4].map(() => costs.of(reader, [itemOf(claim)], LAST)));
    expect(four.flat()).toEqual(
      Array(4).fill(
        costOf(await readRange(fixture.store, 'ledger', { claim, after: -1 }, { limit: NO_LIMIT })),
      ),
    );
    expect(reads.entries).toBe(4);
  });

  it.each([249, 250, 251, 501])(
    'of %i entries counts all of them, one page per event-loop slice',
    async (length) => {
      await using fixture = await openRestFixture();
      const claim = await fixture.claim('40 metres');
      const [entry] = await readRange(fixture.store, 'ledger', { claim, after: -1 }, { limit: NO_LIMIT });
      if (entry === undefined) throw new Error('the claim has no ledger');
      const all = Array.from({ length }, (_, seq) => ({ ...entry, seq, log: { ...entry.log, seq } }));
      const turnOf: number[] = [];
      let turn = 0;
      const tick = () => {
        turn += 1;
        ticking = setImmediate(tick);
      };
      let ticking = setImmediate(tick);
      const reader = substituted(fixture.store, {
        records: { ledgerHeads: async () => all.slice(-1) },
        ranges: {
          ledger: async ({ by, limit }) => {
            turnOf.push(turn);
            return by.map(({ after }) => all.slice(after + 1, after + 1 + limit));
          },
        },
      });
      expect(await new FullTextCosts().of(reader, [itemOf(claim)], LAST)).toEqual([costOf(all)]);
      clearImmediate(ticking);
      expect(turnOf).toHaveLength(Math.ceil(length / 250));
      expect(new Set(turnOf).size).toBe(turnOf.length);
    },
  );

  it('is nothing for a claim without a ledger', async () => {
    await using fixture = await openRestFixture();
    const claim: ClaimAddr = `wx://lakes/claim/${hashId('c1', 'nobody')}`;
    expect(await new FullTextCosts().of(fixture.store, [itemOf(claim)], LAST)).toEqual([0]);
  });
});

describe('what a text costs', () => {
  it('is that of the whole item, and of an entity that of its texts as JSON', async () => {
    await using fixture = await openRestFixture({ isEmpty: true });
    const item = {
      addr: 'wx://lakes/article/survey',
      kind: 'article',
      text: 'Say "so".\n',
      artefactId: 'a1x',
      title: 'Lake Vell',
      url: 'https://survey.example',
      licence: 'CC-BY-4.0',
      observedAt: '2026-01-01T00:00:00.000Z',
    } as const;
    const longer = { ...item, artefactId: 'a1y', text: 'Say "so" once more.\n' } as const;
    const items = [
      { behind: { item } },
      // Another version of the same address.
      { behind: { item: longer } },
      { behind: { texts: ['one', 'two'] } },
      { behind: { texts: [] } },
    ];
    const expected = [
      priceOf(wireItem(item)),
      priceOf(wireItem(longer)),
      estimateTokens('["one","two"]'),
      estimateTokens('[]'),
    ];
    const costs = new FullTextCosts();
    for (let i = 0; i < 2; i += 1) expect(await costs.of(fixture.store, items, LAST)).toEqual(expected);
  });
});
