import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CBOR_TYPE, JSON_TYPE } from '../../../gateway/operations/negotiate.ts';
import { bareReply } from '../../../gateway/operations/reply.ts';
import { type RequestFacts, writeEnvelope } from '../../../gateway/operations/write-envelope.ts';
import { type Envelope, envelope } from '../../../gateway/wire/envelope.ts';
import { base32 } from '../../../graph/base32.ts';
import { decodeCanonical, encodeCanonical } from '../../../graph/canonical.ts';
import { blake3 } from '../../../graph/digest.ts';

interface Case {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly body: unknown;
  };
  readonly route: string | null;
  readonly status: number;
  readonly policy: string;
  readonly response: Envelope & Readonly<Record<string, unknown>>;
}

interface Receipt {
  readonly receipt_id: string;
  readonly class: string;
  readonly hash: string;
}

interface Vectors<T> {
  readonly cases: readonly (Case & T)[];
}

// The files are our own, and what is not of these types fails a comparison below.
const file = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'));
const valid: Vectors<{ readonly canonical: string; readonly receipt: Receipt }> = file('envelope_valid');
const invalid: Vectors<{ readonly fault: 'hash' | 'receipt_id' }> = file('envelope_invalid');

const MAX_BODY_DEPTH = 28;

/** The record behind a receipt, as docs/spec/decisions.md#8-receipt words it. */
function recordOf({ request, route, status, policy, response }: Case): object {
  const { receipts: _, plan_receipt: __, ...covered } = response;
  const pairs = [...new URLSearchParams(request.query)];
  return {
    v: 1,
    route,
    status,
    corpus: covered.corpus,
    request: {
      method: request.method,
      path: request.path,
      query: pairs.toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y)),
      body: depthOf(request.body) > MAX_BODY_DEPTH ? null : request.body,
    },
    response: covered,
    token_id: covered.rcx.token_id,
    policy,
  };
}

/** By UTF-16 code units. */
function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function receiptOf(record: object): Receipt {
  const digest = blake3(encodeCanonical(record));
  const receipt_id = `rc_${base32(digest).slice(0, 6)}`;
  return { receipt_id, class: 'dev', hash: Buffer.from(digest).toString('hex') };
}

/** The same reply as the service would send it. */
function sealed({ request, route, status, response }: Case, format: typeof JSON_TYPE | typeof CBOR_TYPE) {
  const { corpus, budget, coverage = null, mode, rcx, spend = null, receipts: _, ...rest } = response;
  const { plan_receipt, ...members } = rest;
  const facts: RequestFacts = {
    route,
    method: request.method,
    path: request.path,
    query: new URLSearchParams(request.query),
    body: request.body,
    tokenId: rcx.token_id,
    trace: null,
  };
  const receiptAs = plan_receipt === undefined ? null : 'plan_receipt';
  const said = { ...bareReply({ budget, coverage, mode, spend, receiptAs }), status, members };
  return writeEnvelope(said, { facts, format, corpus, enforce: mode });
}

describe('the published envelopes', () => {
  it.each(valid.cases)('have the receipt that their reader recomputes: $name', (vector) => {
    const record = recordOf(vector);
    expect(Buffer.from(encodeCanonical(record)).toString('hex')).toBe(vector.canonical);
    expect(receiptOf(record)).toEqual(vector.receipt);
    expect(vector.response.receipts).toEqual([vector.receipt]);
  });

  it.each(valid.cases)('are envelopes: $name', ({ response }) => {
    expect(envelope.safeParse(response).success).toBe(true);
  });

  it.each(valid.cases)('are sealed alike in JSON and in CBOR: $name', async (vector) => {
    const json = sealed(vector, JSON_TYPE);
    expect(json.headers.get('x-adduce-policy')).toBe(vector.policy);
    expect(await json.json()).toEqual(vector.response);
    const cbor = new Uint8Array(await sealed(vector, CBOR_TYPE).arrayBuffer());
    expect(decodeCanonical(cbor)).toEqual(vector.response);
  });
});

describe('the published envelopes that were altered', () => {
  it.each(invalid.cases)('have another receipt: $name', (vector) => {
    const [given] = vector.response.receipts;
    const made = receiptOf(recordOf(vector));
    const wrong = (['hash', 'receipt_id'] as const).find((member) => given?.[member] !== made[member]);
    expect(wrong).toBe(vector.fault);
  });
});
