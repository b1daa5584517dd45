import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../../../engine/keys/capabilities.ts';
import { type AdduceClient, createClient } from '../../../gateway/client/create-client.ts';
import type { Fetch, TransportOptions } from '../../../gateway/client/transport.ts';
import { type HttpServer, serve } from '../../../gateway/http/node-http.ts';
import { readReceiptFile } from '../../../gateway/receipt-page/receipt-file.ts';
import type { EvidenceRequestV1 } from '../../../gateway/wire/evidence.ts';
import { type ClaimAddr, claimIdOf } from '../../../graph/address.ts';
import { parseVerifier, verifyCheckpoint } from '../../../graph/log/checkpoint.ts';
import { openRestFixture, QUESTION, type RestFixture } from '../rest/rest-fixture.ts';

let fixture: RestFixture;
let server: HttpServer;
let token: string;
let claim: ClaimAddr;

beforeAll(async () => {
  fixture = await openRestFixture();
  const onFault = (fault: unknown) => fixture.faults.push(fault);
  server = await serve({ host: '127.0.0.1', port: 0, routes: [], fallback: fixture.rest(), onFault });
  token = await fixture.mint({ capabilities: CAPABILITIES });
  claim = await fixture.claim('212');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

/** Over the network, with every receipt recomputed. */
function client(options: Partial<TransportOptions> = {}): AdduceClient {
  return createClient({ baseUrl: server.url, checkReceipts: true, ...options });
}

describe('the client, with receipts checked', () => {
  it('opens a session, and resumes it without the plan', async () => {
    const plan = await client({ apiKey: token }).handshake();
    expect(plan.session_id).toMatch(/^s_/);
    expect(plan.plan_receipt).toEqual(plan.receipts[0]);
    const resumed = await client().handshake({ known_digests: plan.schema_digests ?? {} });
    expect(resumed.unchanged).toBe(true);
    expect(resumed.capabilities).toBeUndefined();
  });

  it('searches pointers', async () => {
    const { pointers, spend } = await client({ apiKey: token }).searchPointers({ q: QUESTION, top_k: 3 });
    expect(pointers.map(({ addr }) => addr)).toContain(claim);
    expect(spend).toEqual({ capability: 'wiki.search', cost: 1, unit: 'call' });
  });

  it('reads what is behind a pointer, for its price', async () => {
    const { pointers } = await client().searchPointers({ q: QUESTION, top_k: 50, tier: 'epitome' });
    const behind = pointers.filter(({ kind }) => kind === 'sec' || kind === 'article');
    expect(behind.length).toBeGreaterThan(0);
    for (const { addr, est_tokens_next_tier: price } of behind) {
      const { item, budget } = await client().item(addr, { token_budget: price });
      expect([item?.addr, budget.spent]).toEqual([addr, price]);
      expect((await client().item(addr, { token_budget: price - 1 })).item).toBeNull();
    }
    await expect(client().item('wx://lakes/article/none')).rejects.toMatchObject({ reason: 'missing:item' });
  });

  it('reads the log: its checkpoint under its key, and proofs that lead to it', async () => {
    const { log } = client();
    const { checkpoint } = await log.checkpoint();
    const [newest] = (await log.keys()).log_keys.keys;
    const verifier = parseVerifier(newest?.key ?? '');
    expect(verifier && verifyCheckpoint(checkpoint.note, verifier)?.size).toBe(checkpoint.size);
    const { inclusion } = await log.inclusion({ index: 0, size: checkpoint.size });
    expect(inclusion.root).toBe(checkpoint.root);
    const { consistency } = await log.consistency({ old_size: 1, size: checkpoint.size });
    expect([consistency.old_root, consistency.root]).toEqual([inclusion.leaf_hash, checkpoint.root]);
  });

  it('annotates once per Idempotency-Key, and lists what was said', async () => {
    const agent = client({ apiKey: token });
    const request = {
      target: claim,
      body: 'Measured again: ✓',
      citation: { ref: 'https://survey.example/2' },
    };
    const one = await agent.annotate(request, { idempotencyKey: 'n-1' });
    const again = await agent.annotate(request, { idempotencyKey: 'n-1' });
    expect(again.annotation).toEqual(one.annotation);
    const { annotations } = await agent.annotations({ target: claim });
    expect(annotations).toEqual([one.annotation]);
    await expect(
      agent.annotate({ ...request, body: 'Something else' }, { idempotencyKey: 'n-1' }),
    ).rejects.toMatchObject({ status: 422, reason: 'invalid:idempotency_key' });
  });

  it('mints a token, shows it, ends it and finds it among the revoked', async () => {
    const minted = await client().keys.mint();
    const holder = client({ apiKey: minted.token });
    expect(await holder.keys.self()).toMatchObject({ token_id: minted.token_id, actor: minted.actor });
    expect(await holder.keys.revoke(minted.token_id)).toMatchObject({ revoked: true });
    await expect(holder.keys.self()).rejects.toMatchObject({ status: 403, reason: 'denied:token_revoked' });
    const { revocations } = await client().keys.revocations();
    expect(revocations.map(({ token_id }) => token_id)).toEqual([minted.token_id]);
    const behind = await client().keys.revocations({ after: revocations[0]?.seq ?? 0 });
    expect(behind.revocations).toEqual([]);
  });

  it('asks, searches, reads receipts, ledgers, stats and health, and appends evidence', async () => {
    const agent = client({ apiKey: token });
    const anybody = client();
    const answer = await anybody.answers({ q: QUESTION, k: 5 }, { corpus: 'lakes' });
    const [artefact = ''] = answer.evidence_set.artefact_ids;
    const { provenance } = await anybody.provenance(artefact);
    expect(provenance).toMatchObject({ artefact_id: artefact, answers: { more: 0 } });
    expect(provenance.answers.items).toMatchObject([{ answer_id: answer.answer_id }]);
    const { receipt } = await anybody.receipt(answer.answer_id);
    expect(receipt).toMatchObject(answer.receipt);
    expect(await anybody.verifyReceipt(receipt)).toMatchObject({ verification: { ok: true } });
    const forged = { ...receipt, class: 'dev' as const };
    expect(await anybody.verifyReceipt(forged)).toMatchObject({ verification: { ok: false } });
    expect((await anybody.search({ q: 'deep lake & more', k: 2 })).results).toHaveLength(2);
    const event: EvidenceRequestV1 = {
      kind: 'dispute',
      evidence: [{ ref: 'x', hash: 'ü', kind: 'source' }],
      stake: 0.5,
    };
    const { entry } = await agent.evidence(claim, event, { idempotencyKey: 'e-1', corpus: 'lakes' });
    const { ledger } = await agent.ledger(claimIdOf(claim), { as_of: '2030-01-01' });
    expect(ledger).toContainEqual(entry);
    expect((await anybody.stats()).corpora).toHaveLength(2);
    expect(await anybody.healthz()).toMatchObject({ ok: true });
    expect(await anybody.livez()).toMatchObject({ live: true });
    expect(await anybody.readyz()).toMatchObject({ ready: true, because: null });
  });

  it('reads receipts as the files that anybody gets', async () => {
    const { answer_id } = await client().answers({ q: QUESTION, k: 5 }, { corpus: 'lakes' });
    const { receipt } = await client().receipt(answer_id);
    const json = await client().receiptFile(answer_id, 'json');
    expect(json.type).toBe('application/vnd.adduce.receipt+json');
    expect(JSON.parse(Buffer.from(json.bytes).toString())).toEqual(receipt);
    const cbor = await client().receiptFile(answer_id, 'cbor');
    expect((await readReceiptFile(cbor.bytes)).ok).toBe(true);
    await expect(client().receiptFile('ans_none', 'cbor')).rejects.toMatchObject({
      status: 404,
      reason: 'missing:answer',
    });
  });

  it('reads trust reports, also as files for people', async () => {
    const { answer_id } = await client().answers({ q: QUESTION, k: 5 }, { corpus: 'lakes' });
    const { trust_report } = await client().trustReport(answer_id);
    expect(trust_report.sentences[0]?.text).toContain('212');
    const html = await client().trustReportFile(answer_id, 'html');
    expect(html.type).toBe('text/html');
    expect(Buffer.from(html.bytes).toString()).toMatch(/^<!doctype html>/);
    const pdf = await client().trustReportFile(answer_id, 'pdf');
    expect(Buffer.from(pdf.bytes).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(client().trustReportFile('ans_none', 'pdf')).rejects.toMatchObject({
      status: 404,
      reason: 'missing:answer',
    });
  });

  it('takes no file of another type than it asked for', async () => {
    const stranger = createClient({
      baseUrl: 'http://engine.example',
      fetch: async () => new Response('<p>x', { headers: { 'content-type': 'text/html' } }),
    });
    await expect(stranger.trustReportFile('ans_a', 'pdf')).rejects.toMatchObject({
      kind: 'Upstream',
      reason: 'client:reply_not_understood',
    });
  });

  it('says why it was refused', async () => {
    const missing = await fixture.mint({ capabilities: ['wiki.search'] });
    const request = { target: claim, body: 'x', citation: { ref: 'https://a.example' } };
    await expect(client().annotate(request)).rejects.toMatchObject({ reason: 'denied:token_missing' });
    await expect(client({ apiKey: missing }).annotations({ target: claim })).rejects.toMatchObject({
      status: 403,
      reason: 'denied:capability_missing',
    });
    await expect(client().keys.revocations({ after: -1 })).rejects.toMatchObject({ status: 400 });
    await expect(client({ apiKey: token }).keys.revoke('../stats')).rejects.toMatchObject({ status: 404 });
  });
});

/** Changes what comes back on its way. */
function tampering(change: (body: Record<string, unknown>) => unknown): Fetch {
  return async (request) => {
    const response = await fetch(request);
    const body = JSON.stringify(change(Object(await response.json())));
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

describe('a reply that is not its receipt’s', () => {
  it.each<[string, (body: Record<string, unknown>) => unknown]>([
    ['with a member changed', (body) => ({ ...body, mode: 'off' })],
    ['with a member added', (body) => ({ ...body, more: 1 })],
    ['with pointers left out', (body) => ({ ...body, pointers: [] })],
    ['with another token’s id', (body) => ({ ...body, rcx: { token_id: 'tk_x' } })],
    ['without receipts', ({ receipts: _, ...body }) => body],
    ['with receipts that are none', (body) => ({ ...body, receipts: 'rc_' })],
    ['that is a list', (body) => [body]],
    ['that is no object', () => 7],
  ])('is refused: %s', async (_, change) => {
    const call = client({ fetch: tampering(change), retries: 0 }).searchPointers({ q: QUESTION });
    await expect(call).rejects.toMatchObject({ kind: 'Upstream', reason: 'client:receipt_mismatch' });
  });

  it('is refused where another request was answered', async () => {
    const other: Fetch = (request) =>
      fetch(new Request(request, { body: JSON.stringify({ q: 'Lake Moor' }), method: 'POST' }));
    const call = client({ fetch: other }).searchPointers({ q: QUESTION });
    await expect(call).rejects.toMatchObject({ reason: 'client:receipt_mismatch' });
  });

  it('is taken as it is by a client that does not check', async () => {
    const change = (body: Record<string, unknown>) => ({ ...body, mode: 'off' });
    const reply = await client({ fetch: tampering(change), checkReceipts: false }).searchPointers({
      q: QUESTION,
    });
    expect(reply.mode).toBe('off');
  });
});

it('all of this without a fault', () => {
  expect(fixture.faults).toEqual([]);
});
