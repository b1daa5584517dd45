import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../engine/tokens/estimate-tokens.ts';
import { createOperations } from '../../../gateway/operations/operations.ts';
import { hashId } from '../../../graph/address.ts';
import estimator from '../../vectors/estimator_valid.json' with { type: 'json' };
import { openRestFixture, QUESTION, type RestFixture, type Sent, send } from './rest-fixture.ts';

/** What the tokenizer with the higher count counts. */
function counted(text: string): number {
  return Math.max(encodeO200k(text).length, encodeCl100k(text).length);
}

function digest(label: number): string {
  return createHash('sha256').update(String(label)).digest('hex');
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

describe('the published texts', () => {
  it.each(estimator.cases)('have the counts of both tokenizers: $name', ({ text, ...counts }) => {
    expect(encodeO200k(text)).toHaveLength(counts.o200k_base);
    expect(encodeCl100k(text)).toHaveLength(counts.cl100k_base);
  });

  it.each(estimator.cases)('are never undercounted: $name', ({ text }) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(counted(text));
  });
});

describe('the estimate of what each route says', () => {
  let fixture: RestFixture;
  const replies = new Map<string, string[]>();

  beforeAll(async () => {
    fixture = await openRestFixture();
    for (const [name, path, sent] of await calls(fixture)) {
      const { body } = await send(fixture.rest(), path, sent);
      replies.set(name, [...(replies.get(name) ?? []), JSON.stringify(body)]);
    }
  });

  afterAll(() => fixture[Symbol.asyncDispose]());

  it('is taken of every route that there is', () => {
    const routes = createOperations().map(({ contract }) => `${contract.method} ${contract.route}`);
    expect([...replies.keys()].sort()).toEqual([...new Set(routes)].sort());
  });

  it('is never below either tokenizer, and mostly well below twice as many', () => {
    const ratios = [...replies.values()].flat().map((text) => estimateTokens(text) / counted(text));
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(1);
    expect(median(ratios)).toBeLessThan(1.8);
    expect(Math.max(...ratios)).toBeLessThan(2.2);
  });

  it('is never below them for any one member or item either', () => {
    const parts = [...replies.values()].flat().flatMap((text) => partsOf(JSON.parse(text)));
    const under = parts
      .map((part) => JSON.stringify(part))
      .filter((text) => estimateTokens(text) < counted(text));
    expect(under).toEqual([]);
  });
});

/** A value and everything within it. */
function partsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return [value, ...Object.values(value).flatMap(partsOf)];
}

/** Calls of every route, refusals among them. */
async function calls(fixture: RestFixture): Promise<[string, string, Sent][]> {
  const claim = encodeURIComponent(await fixture.claim('212'));
  const all = ['svc.evidence', 'wiki.annotate', 'wiki.annotations', 'wiki.search', 'wiki.handshake'];
  const token = await fixture.mint({ capabilities: all });
  const answer = await send(fixture.rest(), '/v1/answers', { method: 'POST', body: { q: QUESTION } });
  const receiptPath = `/v1/answers/${answer.body.answer_id}/receipt`;
  const receipt = await send(fixture.rest(), receiptPath, {});
  const { body: self } = await send(fixture.rest(), '/v1/keys/self', { token });
  const target = await fixture.claim('212');
  const evidence = [{ ref: 'https://notes.example/深さ?v=2#vell', hash: digest(0), kind: 'reproduction' }];
  const note = {
    target,
    body: 'قيس عام 1998: 212 m – 深さ 🌊',
    citation: { ref: 'https://notes.example/v' },
  };
  const post = (body: unknown, more: Sent = {}): Sent => ({ method: 'POST', body, ...more });
  const mirror = await fixture.mint({ capabilities: ['svc.log'] });
  return [
    ['POST /v1/agent/handshake', '/v1/agent/handshake', post(undefined)],
    ['POST /v1/search', '/v1/search', post({ q: QUESTION, top_k: 10 })],
    ['POST /v1/search', '/v1/search', post({ q: QUESTION, tier: 'epitome' })],
    ['POST /v1/search', '/v1/search', post({ q: '土星の衛星', token_budget: 0 })],
    ['POST /v1/search', '/v1/search', post({ q: '' })],
    ['GET /v1/search', '/v1/search?q=lake', {}],
    ['GET /v1/items/{addr}', `/v1/items/${claim}`, {}],
    ['GET /v1/items/{addr}', '/v1/items/wx://lakes/article/survey', {}],
    ['GET /v1/items/{addr}', '/v1/items/wx://lakes/entity/x', {}],
    ['POST /v1/annotations', '/v1/annotations', post(note, { token })],
    ['POST /v1/annotations', '/v1/annotations', post(note)],
    ['GET /v1/annotations', `/v1/annotations?target=${encodeURIComponent(target)}`, { token }],
    [
      'POST /v1/claims/{addr}/evidence',
      `/v1/claims/${claim}/evidence`,
      post({ kind: 'corroborate', evidence, attestations: ['seen'], stake: 0.5 }, { token }),
    ],
    [
      'POST /v1/claims/{addr}/evidence',
      `/v1/claims/${claim}/evidence`,
      post({ kind: 'dispute', evidence: [] }, { token }),
    ],
    ['GET /v1/claims/{addr}/ledger', `/v1/claims/${claim}/ledger`, { token }],
    ['POST /v1/answers', '/v1/answers', post({ q: QUESTION, mode: 'verified' })],
    ['GET /v1/answers/{id}/receipt', receiptPath, {}],
    ['POST /v1/receipts/verify', '/v1/receipts/verify', post(receipt.body.receipt)],
    ['GET /v1/answers/{id}/trust-report', `/v1/answers/${answer.body.answer_id}/trust-report`, {}],
    ['GET /v1/provenance/{artifactId}', `/v1/provenance/${answer.body.artefacts[0].artefact_id}`, {}],
    ['GET /v1/stats', '/v1/stats', {}],
    ['GET /v1/log/checkpoint', '/v1/log/checkpoint', {}],
    ['GET /v1/log/proof/inclusion', '/v1/log/proof/inclusion?index=3', {}],
    ['GET /v1/log/proof/consistency', '/v1/log/proof/consistency?old_size=3', {}],
    ['GET /v1/log/tile/{level}/{span}', '/v1/log/tile/0/000.p/9', {}],
    ['GET /v1/log/tile/entries/{span}', '/v1/log/tile/entries/000.p/9', { token: mirror }],
    ['GET /.well-known/adduce-log-keys', '/.well-known/adduce-log-keys', {}],
    ['GET /healthz', '/healthz', {}],
    ['GET /livez', '/livez', {}],
    ['GET /readyz', '/readyz', {}],
    ['POST /v1/keys', '/v1/keys', post(undefined)],
    ['GET /v1/keys/self', '/v1/keys/self', { token }],
    ['GET /v1/keys/revocations', '/v1/keys/revocations', {}],
    ['DELETE /v1/keys/{token_id}', `/v1/keys/${self.rcx.token_id}`, { method: 'DELETE', token }],
  ];
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const hex = fc.nat().map(digest);
const id = fc
  .tuple(fc.constantFrom('c1', 'e1', 'a1', 'rc_', 'tk_'), fc.nat())
  .map(([prefix, n]) => hashId(prefix, n));
const anyWord = fc.oneof(
  fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...letters, ...letters.toUpperCase()), minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    'moons',
    'The',
    'Größe',
    'Zürich',
    'NASA',
    'evidence',
    'sürdürülebilir',
    '土星',
    'зачем',
    'قمر',
    '🪐',
  ),
);
const text = fc.oneof(
  hex,
  id,
  fc.array(anyWord, { maxLength: 12 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.uint8Array({ maxLength: 96 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc.uint8Array({ maxLength: 96 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom('\n\n\n', '    ', '\t\t', 'a\n  b\n    c', 'x = (y[0] ?? {}).z;'),
);
const member = fc.constantFrom(
  'addr',
  'epitome',
  'effective_confidence',
  'est_tokens_next_tier',
  'hash',
  'evidence',
);
const payload = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.constantFrom(null, true, false, 0.7059),
    fc.array(tie('any'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(member, anyWord), tie('any'), { maxKeys: 6 }),
  ),
})).any;

/** The estimate is measured and not proven: what is drawn is the same in every run, so that no run depends on luck. */
const DRAWN = { numRuns: 2_000, seed: 8949 };

describe('the estimate of any payload', () => {
  it('is never below either tokenizer', () => {
    const item = fc.dictionary(member, payload, { minKeys: 1, maxKeys: 6 });
    fc.assert(
      fc.property(item, (given) => {
        const json = JSON.stringify(given);
        expect(estimateTokens(json)).toBeGreaterThanOrEqual(counted(json));
      }),
      DRAWN,
    );
  });

  it('is never below them for lines of any words, made up or not', () => {
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 3, maxLength: 40 }), (words) => {
        const line = words.join(' ');
        expect(estimateTokens(line)).toBeGreaterThanOrEqual(counted(line));
      }),
      DRAWN,
    );
  });

  it('never falls when a text goes on behind a line’s end, and never passes the bytes', () => {
    fc.assert(
      fc.property(text, text, (one, two) => {
        const both = estimateTokens(`${one}\n${two}`);
        expect(both).toBe(estimateTokens(`${one}\n`) + estimateTokens(two));
        expect(both).toBeLessThanOrEqual(Buffer.byteLength(`${one}\n${two}`));
      }),
    );
  });
});
