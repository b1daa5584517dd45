import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReceiptDocument } from '../../../engine/receipt/receipt-document.ts';
import { receiptIdOf } from '../../../engine/receipt/receipt-hashes.ts';
import type { Handle } from '../../../gateway/http/connection.ts';
import { readReceiptFile } from '../../../gateway/receipt-page/receipt-file.ts';
import { decodeCbor, encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import {
  type Body,
  FORMATS,
  openRestFixture,
  QUESTION,
  type RestFixture,
  received,
  requestTo,
  type Sent,
  send,
} from './rest-fixture.ts';

/** A prime: the samples fall on every member. */
const STRIDE = 83;

let fixture: RestFixture;
let rest: Handle;
let path: string;
let receipt: Body;

beforeAll(async () => {
  fixture = await openRestFixture();
  rest = fixture.rest();
  const { body: answer } = await send(rest, '/v1/answers', { method: 'POST', body: { q: QUESTION } });
  path = `/v1/answers/${answer.answer_id}/receipt`;
  receipt = (await send(rest, path)).body.receipt;
});

afterAll(() => fixture[Symbol.asyncDispose]());

async function verify(body: unknown, more: Partial<Sent> = {}): Promise<Body> {
  const { status, body: given } = await send(rest, '/v1/receipts/verify', { method: 'POST', body, ...more });
  expect(given.error).toBeUndefined();
  expect(status).toBe(200);
  return given.verification;
}

async function failing(body: unknown): Promise<string[]> {
  const { steps } = await verify(body);
  return steps.flatMap(({ step, ok }: { step: string; ok: boolean }) => (ok ? [] : [step]));
}

async function download(kind: string, accept = '*/*') {
  const response = await rest(requestTo(`${path}?download=${kind}`, { headers: { accept } }));
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe.each(FORMATS)('a receipt that is sent in %s', (format) => {
  it('is verified, its artefacts against the provenance ledger, and re-executed to one of class replay', async () => {
    const { ok, steps, replay } = await verify(receipt, { format });
    expect(ok).toBe(true);
    expect(steps.map(({ step }: { step: string }) => step)).toEqual([
      'receipt_hash',
      'log_entry',
      'inclusion',
      'checkpoint',
      'provenance',
      'snapshot',
      'claims',
      'spans',
      'cover',
      'redundancy',
      'selection',
      'coverage',
      'primary',
      'cost',
      'replay',
      'store_tree',
      'artefacts',
    ]);
    expect(replay).toEqual({ receipt_id: receipt.receipt_id, class: 'replay', hash: receipt.hash });
  });

  it('is found out by any flipped bit, sampled over all bytes', { timeout: 120_000 }, async () => {
    const { bytes } = await download(format);
    for (let at = 0; at < bytes.length; at += STRIDE) {
      const flipped = Uint8Array.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      const reply = await received(
        await rest(
          requestTo('/v1/receipts/verify', {
            method: 'POST',
            body: flipped,
            format,
            headers: { 'content-type': `application/${format}` },
          }),
        ),
      );
      const isFound = reply.status === 400 || reply.body.verification?.ok === false;
      expect(isFound, `bit ${at % 8} of byte ${at}`).toBe(true);
    }
  });
});

describe('a receipt that is sent', () => {
  it.each(['dev', 'replay'])('as one of class %s does not pass as a verified one', async (kind) => {
    expect(await failing({ ...receipt, class: kind })).toEqual(['receipt_hash']);
  });

  it('of another log is not under the checkpoint of this one', async () => {
    await using other = await openRestFixture();
    const served = other.rest();
    const { body: answer } = await send(served, '/v1/answers', { method: 'POST', body: { q: QUESTION } });
    const { body } = await send(served, `/v1/answers/${answer.answer_id}/receipt`);
    expect(await failing(body.receipt)).toEqual(['checkpoint']);
  });

  it('is verified for anybody, of any owner, and shows nothing else', async () => {
    const locked = fixture.rest({ engineAuth: 'required' });
    const token = await fixture.mintKey('elsewhere');
    const { status, body } = await send(locked, '/v1/receipts/verify', {
      method: 'POST',
      body: receipt,
      token,
    });
    expect(status).toBe(200);
    expect(body.verification.ok).toBe(true);
    expect((await send(locked, path, { token })).status).toBe(404);
  });

  it('reveals nothing of a blob whose hash it names, stored or not', async () => {
    const present = blake3Hex(new TextEncoder().encode(QUESTION));
    const absent = blake3Hex(new TextEncoder().encode('What nobody ever asked?'));
    expect(await fixture.store.blobs([present, absent])).toEqual([expect.anything(), null]);
    const naming = (hash: string): ReceiptDocument => {
      const artefacts = receipt.content.artefacts.map((one: Body) => ({ ...one, hash, text_hash: hash }));
      const content = { ...receipt.content, artefacts };
      return sealed({ ...receipt, content });
    };
    const [one, other] = [await verify(naming(present)), await verify(naming(absent))];
    const last = (verification: Body) => verification.steps.at(-1);
    expect(last(one)).toMatchObject({ step: 'artefacts', ok: false });
    expect(last(one)).toEqual(last(other));
  });

  it.each<[string, (body: Body) => unknown]>([
    ['nothing', () => undefined],
    ['a list', (body) => [body]],
    ['no content', ({ content: _, ...body }) => body],
    ['content of another kind', (body) => ({ ...body, content: 'x' })],
    ['no proofs of artefacts', ({ log: { artefacts: _, ...log }, ...body }) => ({ ...body, log })],
    ['a member too many beside its proofs', (body) => ({ ...body, log: { ...body.log, more: 1 } })],
    ['a class of its own', (body) => ({ ...body, class: 'certified' })],
    ['the reply around it', (body) => ({ receipt: body })],
  ])('as %s is no receipt', async (_, change) => {
    const { status, body } = await send(rest, '/v1/receipts/verify', {
      method: 'POST',
      body: change(receipt),
    });
    expect([status, body.error.reason]).toEqual([400, 'invalid:body']);
  });

  it('may have more members than another body, up to a bound', async () => {
    const candidates = (count: number) =>
      Array.from({ length: count }, () => ({ addr: 'x', artefact_id: 'x', dropped: null }));
    const long = (count: number) => ({
      ...receipt,
      content: { ...receipt.content, candidates: candidates(count) },
    });
    expect(await failing(long(9_000))).toEqual(['receipt_hash']);
    const { status } = await send(rest, '/v1/receipts/verify', { method: 'POST', body: long(11_000) });
    expect(status).toBe(400);
  });

  it('as a choice of any size is refused without a search', { timeout: 20_000 }, async () => {
    const ids = Array.from({ length: 2_000 }, (_, n) => `a${n}`);
    const artefacts = ids.map((id) => ({
      id,
      hash: id,
      publisher: id,
      penalty: 0,
      independent: true,
      covers: [],
    }));
    const { selection, evidence_set } = receipt.content;
    const content = {
      ...receipt.content,
      selection: { ...selection, artefacts },
      evidence_set: { ...evidence_set, artefact_ids: [...ids, ...ids] },
    };
    expect(await failing(sealed({ ...receipt, content }))).toEqual(
      expect.arrayContaining(['cover', 'redundancy']),
    );
  });
});

/** With the hash and id that fit the content. */
function sealed(document: ReceiptDocument): ReceiptDocument {
  const hash = blake3Hex(encodeCanonical(document.content));
  return { ...document, hash, receipt_id: receiptIdOf(hash) };
}

describe('a downloaded receipt', () => {
  it.each(['json', 'cbor'])('in %s is a file with its media type, whatever Accept says', async (kind) => {
    const { response, bytes } = await download(kind, 'text/html');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(`application/vnd.adduce.receipt+${kind}`);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${receipt.receipt_id}.${kind}"`,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const value = kind === 'cbor' ? decodeCbor(bytes) : JSON.parse(Buffer.from(bytes).toString());
    expect(value).toEqual(receipt);
  });

  it('as a page is one that verifies itself, under a policy that lets nothing in', {
    timeout: 60_000,
  }, async () => {
    const { response, bytes } = await download('html', 'application/json');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${receipt.receipt_id}.html"`,
    );
    expect(Buffer.from(bytes).toString()).toContain(`content="default-src &#39;none&#39;`);
    const read = await readReceiptFile(bytes);
    expect(read.ok && (await fixture.engine.verifyReceipt(read.view)).ok).toBe(true);
  });

  it.each(['json', 'cbor', 'html'])('in %s is the same file after the log has grown', async (kind) => {
    const { bytes: before } = await download(kind);
    const { size } = await fixture.store.head();
    await send(rest, '/v1/answers', { method: 'POST', body: { q: `${QUESTION} (${kind})` } });
    expect((await fixture.store.head()).size).toBeGreaterThan(size);
    const { bytes: after } = await download(kind);
    expect(Buffer.from(after).equals(before)).toBe(true);
  });

  it('of another tenant is refused in an envelope like an unknown one', async () => {
    const locked = fixture.rest({ engineAuth: 'required' });
    const token = await fixture.mintKey('elsewhere');
    for (const target of [path, '/v1/answers/ans_none/receipt']) {
      const { status, body } = await send(locked, `${target}?download=json`, { token });
      expect([status, body.error.reason]).toEqual([404, 'missing:answer']);
    }
  });

  it('has no body for HEAD', async () => {
    const response = await rest(requestTo(`${path}?download=json`, { method: 'HEAD' }));
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1_000);
    expect(await response.text()).toBe('');
  });
});
