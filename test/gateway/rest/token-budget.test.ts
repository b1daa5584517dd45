import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../engine/tokens/estimate-tokens.ts';
import { costOf, fitBudget, priceOf } from '../../../gateway/operations/token-budget.ts';
import { hashId } from '../../../graph/address.ts';

const corpus = join(import.meta.dirname, '..', '..', '..', 'corpus', 'things-that-changed');

/** What the tokenizer with the higher count counts. */
function counted(text: string): number {
  return Math.max(encodeO200k(text).length, encodeCl100k(text).length);
}

function digest(label: string | number): string {
  return createHash('sha256').update(String(label)).digest('hex');
}

describe('the token estimate', () => {
  it('never undercounts a line or a document of the demo corpus, nor doubles it much', async () => {
    const files = (await readdir(corpus)).filter((name) => name.endsWith('.md'));
    const documents = await Promise.all(files.map((name) => readFile(join(corpus, name), 'utf8')));
    const texts = documents.flatMap((text) => [text, ...text.split('\n')]).filter((text) => text !== '');
    const under = texts.filter((text) => estimateTokens(text) < counted(text));
    expect(under).toEqual([]);
    const whole = documents.join('\n');
    expect(estimateTokens(whole)).toBeLessThan(2.5 * counted(whole));
  });

  it('never undercounts hashes, ids and addresses', () => {
    for (let i = 0; i < 500; i += 1) {
      const addr = `wx://things-that-changed/claim/${hashId('c1', i)}`;
      for (const text of [
        digest(i),
        addr,
        hashId('rc_', i),
        Buffer.from(digest(i), 'hex').toString('base64'),
      ]) {
        expect(estimateTokens(text), text).toBeGreaterThanOrEqual(counted(text));
      }
    }
  });

  it('counts a 64-digit hash a little above its 35 to 50 tokens', () => {
    expect(estimateTokens(digest(1))).toBeLessThanOrEqual(58);
  });

  it('never undercounts a ledger entry or a pointer', () => {
    for (let i = 0; i < 100; i += 1) {
      const entry = {
        event_id: hashId('e1', i),
        claim: `wx://lakes/claim/${hashId('c1', i)}`,
        seq: i,
        at: '2026-11-21T09:00:00.000Z',
        kind: 'supersede-propose',
        actor: 'publisher:survey.example',
        evidence: [
          {
            ref: 'https://survey.example/a/b?c=d',
            hash: digest(i),
            check: 'match',
            domain: 'survey.example',
          },
        ],
        prev: digest(i + 1),
        log: { seq: i, tree_size: i + 1, root: digest(i + 2) },
      };
      const text = JSON.stringify(entry);
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(counted(text));
    }
  });

  it.each([
    'Zażółć gęślą jaźń',
    'サターンの衛星はいくつありますか',
    '¿Cuántas lunas tiene Saturno?',
    '🪐🛰️👩‍🚀',
    'Größe ≥ 1 284,5 km²',
    'x'.repeat(200),
    'BWMZQZXHX bwmzqzxhx BwMzQzXhX',
    '0123456789'.repeat(20),
    '    \t\n\n  ',
    '{"a":[1,2,{"b":null}],"c":"d\\n"}',
  ])('never undercounts %j', (text) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(counted(text));
  });

  it('never undercounts JSON of printable text without letters', () => {
    const signs = fc.string({
      unit: fc.constantFrom(...' 0123456789.,:;-_/\\"\'()[]{}<>@#$%^&*+=~`|?!\n\t'),
    });
    fc.assert(
      fc.property(signs, (text) => {
        expect(estimateTokens(text)).toBeGreaterThanOrEqual(counted(text));
      }),
    );
  });

  it('is nothing for nothing', () => {
    expect(estimateTokens('')).toBe(0);
  });
});

describe('fitting items into a budget', () => {
  const items = [
    { kind: 'claim', text: 'one two three' },
    { kind: 'sec', text: 'four' },
    { kind: 'claim', text: 'five' },
  ];
  const kindOf = ({ kind }: { kind: string }) => kind;
  const price = (count: number) => fitBudget(items.slice(0, count), 10_000, kindOf).budget.spent;

  it('keeps everything at exactly its price', () => {
    const { kept, budget } = fitBudget(items, price(3), kindOf);
    expect(kept).toEqual(items);
    expect(budget).toEqual({ asked: price(3), spent: price(3), dropped: { count: 0, kinds: [] } });
  });

  it('drops the last item one token below', () => {
    const { kept, budget } = fitBudget(items, price(3) - 1, kindOf);
    expect(kept).toEqual(items.slice(0, 2));
    expect(budget).toEqual({ asked: price(3) - 1, spent: price(2), dropped: { count: 1, kinds: ['claim'] } });
  });

  it('keeps a prefix: what follows an item that does not fit is dropped too', () => {
    const { kept, budget } = fitBudget(items, price(1) - 1, kindOf);
    expect(kept).toEqual([]);
    expect(budget.dropped).toEqual({ count: 3, kinds: ['claim', 'sec'] });
  });

  it('with 0 names the price and gives nothing', () => {
    const { kept, budget } = fitBudget(items, 0, kindOf);
    expect(kept).toEqual([]);
    expect(budget).toEqual({ asked: 0, spent: 0, dropped: { count: 3, kinds: ['claim', 'sec'] } });
  });

  it('never spends more than was asked', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.nat({ max: 200 }), (texts, asked) => {
        const { kept, budget } = fitBudget(texts, asked, () => 'text');
        expect(budget.spent).toBeLessThanOrEqual(asked);
        expect(kept.length + budget.dropped.count).toBe(texts.length);
      }),
    );
  });

  it('says what the first item costs that it dropped', () => {
    expect(fitBudget(items, 0, kindOf).nextPrice).toBe(price(1));
    expect(fitBudget(items, price(1), kindOf).nextPrice).toBe(price(2) - price(1));
    expect(fitBudget(items, price(3), kindOf).nextPrice).toBeNull();
    expect(fitBudget([], 0, kindOf).nextPrice).toBeNull();
    for (const item of items) expect(priceOf(item)).toBe(fitBudget([item], 10_000, kindOf).budget.spent);
  });

  it('asks for what it costs where an operation has no budget', () => {
    const { asked, spent } = costOf({ ok: true });
    expect(spent).toBe(asked);
    expect(spent).toBeGreaterThan(0);
  });
});
