/**
 * Turns a reply into the response: envelope, receipt, format (docs/spec/contract.md#ap-envelope;
 * docs/spec/decisions.md#8).
 */

import { estimateTokens } from '../../engine/tokens/estimate-tokens.ts';
import { base32 } from '../../graph/base32.ts';
import { FOLD_POLICY } from '../../graph/belief/policy.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3 } from '../../graph/digest.ts';
import type { Envelope, ReceiptV1 } from '../wire/envelope.ts';
import { CBOR_TYPE, type Format } from './negotiate.ts';
import type { Download, PlainForm } from './plain-form.ts';
import type { Reply } from './reply.ts';

/** The request of a response: the part of its receipt that the caller knows already. */
export interface RequestFacts {
  /** Path with its parameters, as OpenAPI writes it; null for a path that is none of ours. */
  readonly route: string | null;
  readonly method: string;
  /** As it was sent, undecoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** As it was read, before any schema; null where none was read, or none could be. */
  readonly body: unknown;
  readonly tokenId: string | null;
  /** As the caller gave it; null where it gave none. */
  readonly trace: string | null;
}

export interface EnvelopeInput {
  readonly facts: RequestFacts;
  readonly format: Format;
  readonly corpus: { readonly name: string; readonly snapshot: string };
  /** The enforcement mode, where the reply has no mode of its own. */
  readonly enforce: string;
}

/** Short, for every reader pays for it in tokens; what identifies a receipt is the hash beside it. */
const ID_CHARACTERS = 6;
/** Of the record that a receipt hashes. */
export const RECEIPT_VERSION = 1;
/** Nesting that the record's encoding allows within `request.body`: no operation takes a body that is deeper. */
const MAX_BODY_DEPTH = 28;
/** In force for what a response says of belief: part of its receipt, so that the receipt can be rechecked. */
const POLICY = FOLD_POLICY.id;

/** A reply with the receipt that this operation's response would carry, for a transport that sends no envelope. */
export interface EnvelopedRecord {
  /** What the receipt hashes, in its canonical form as JSON has it. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly receipt: ReceiptV1;
}

export function envelopedRecord(reply: Reply, sealing: Omit<EnvelopeInput, 'format'>): EnvelopedRecord {
  const record = recordOf(sealing.facts, reply.status, unsignedOf(reply.members, reply, sealing));
  return { record, receipt: receiptOf(record) };
}

export function writeEnvelope(reply: Reply, sealing: EnvelopeInput): Response {
  const { facts, format } = sealing;
  const sealed = (members: Reply['members']) => bodyOf(members, reply, sealing);
  const body = cheapest(sealed(reply.members), reply.variants.map(sealed));
  const bytes = format === CBOR_TYPE ? encodeCanonical(body) : Buffer.from(JSON.stringify(body));
  return responseOf(reply, { type: format, bytes, cacheControl: 'no-store' }, facts);
}

/** The reply in the form that a standard gives it, or as a file: no envelope, and so no receipt. */
export function sendPlain(reply: Reply, plain: PlainForm | Download, facts: RequestFacts): Response {
  return responseOf(reply, plain, facts);
}

function responseOf(
  reply: Reply,
  { type, bytes, cacheControl }: Omit<PlainForm, 'type'> & { readonly type: string },
  { method }: RequestFacts,
): Response {
  const headers = {
    'content-type': type,
    'content-length': String(bytes.length),
    'cache-control': cacheControl,
    vary: 'accept, authorization',
    'x-content-type-options': 'nosniff',
    'x-adduce-policy': POLICY,
    ...reply.headers,
  };
  return new Response(method === 'HEAD' ? null : new Uint8Array(bytes), { status: reply.status, headers });
}

function bodyOf(
  members: Reply['members'],
  reply: Reply,
  sealing: EnvelopeInput,
): Readonly<Record<string, unknown>> {
  const unsigned = unsignedOf(members, reply, sealing);
  const receipt = receiptOf(recordOf(sealing.facts, reply.status, unsigned));
  return {
    ...unsigned,
    ...(reply.receiptAs !== null && { [reply.receiptAs]: receipt }),
    receipts: [receipt],
  };
}

/** The envelope without its receipts. */
function unsignedOf(
  members: Reply['members'],
  reply: Reply,
  { facts, corpus, enforce }: Omit<EnvelopeInput, 'format'>,
): Omit<Envelope, 'receipts'> & Record<string, unknown> {
  return {
    ...members,
    corpus: { ...corpus },
    budget: reply.budget,
    ...(reply.coverage !== null && { coverage: reply.coverage }),
    mode: reply.mode ?? enforce,
    rcx: { token_id: facts.tokenId },
    ...(reply.spend !== null && { spend: reply.spend }),
    ...(facts.trace !== null && { trace: facts.trace }),
  };
}

/** A receipt's hash costs from 38 to 50 tokens, as chance has it. */
function cheapest<T>(first: T, others: readonly T[]): T {
  if (others.length === 0) return first;
  const costOf = (body: T) => estimateTokens(JSON.stringify(body));
  let [best, least] = [first, costOf(first)];
  for (const body of others) {
    const cost = costOf(body);
    if (cost < least) [best, least] = [body, cost];
  }
  return best;
}

/**
 * What a receipt hashes: the caller can put it together from its own request and this response
 * (docs/spec/decisions.md#8-receipt).
 */
function recordOf(facts: RequestFacts, status: number, response: Readonly<Record<string, unknown>>) {
  return {
    v: RECEIPT_VERSION,
    route: facts.route,
    status,
    corpus: response.corpus,
    request: {
      method: facts.method,
      path: facts.path,
      query: sortedPairs(facts.query),
      body: depthOf(facts.body, MAX_BODY_DEPTH) > MAX_BODY_DEPTH ? null : facts.body,
    },
    response,
    token_id: facts.tokenId,
    policy: POLICY,
  };
}

function receiptOf(record: Readonly<Record<string, unknown>>): ReceiptV1 {
  const digest = blake3(encodeCanonical(record));
  return {
    receipt_id: `rc_${base32(digest).slice(0, ID_CHARACTERS)}`,
    class: 'dev',
    hash: Buffer.from(digest).toString('hex'),
  };
}

function sortedPairs(query: URLSearchParams): [string, string][] {
  return [...query].toSorted(([a, x], [b, y]) => byCodeUnit(a, b) || byCodeUnit(x, y));
}

/** How deep a body nests, looked at no further than `limit` + 1. */
function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || limit < 0) return 0;
  return 1 + Object.values(value).reduce<number>((most, item) => Math.max(most, depthOf(item, limit - 1)), 0);
}
