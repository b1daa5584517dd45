import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import { agentSearchResponse } from '../../../gateway/wire/agent-search.ts';
import { answerResponse } from '../../../gateway/wire/answers.ts';
import { engineSearchResponse } from '../../../gateway/wire/engine-search.ts';
import { evidenceResponse } from '../../../gateway/wire/evidence.ts';
import { healthzResponse } from '../../../gateway/wire/healthz.ts';
import { keySelfResponse, mintResponse, revokeResponse } from '../../../gateway/wire/keys.ts';
import { ledgerResponse } from '../../../gateway/wire/ledger.ts';
import { livezResponse, readyzResponse } from '../../../gateway/wire/probes.ts';
import { receiptResponse } from '../../../gateway/wire/receipt.ts';
import { statsResponse } from '../../../gateway/wire/stats.ts';
import { claimIdOf } from '../../../graph/address.ts';
import { fold } from '../../../graph/belief/fold.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import { ask, deep, fixture, get, openOperations, rest, token } from './operations-fixture.ts';
import { CORPUS, FORMATS, OTHER_CORPUS, QUESTION, send } from './rest-fixture.ts';

openOperations();

describe.each(FORMATS)('in %s', (format) => {
  it('a question is answered with its evidence', async () => {
    const answer = await ask({}, '/v1/answers', format);
    expect(answer.summary).toContain('212');
    expect(answer.mode).toBe('verified');
    expect(answer.corpus.name).toBe(CORPUS);
    expect(answer.receipt.class).toBe('verified');
    expect(answer.trust.findings_state).toBe('PASS');
    expect(answer.coverage?.doc_count).toBeGreaterThan(0);
  });

  it('an answer’s receipt hashes to what the answer names', async () => {
    const { answer_id, receipt: named } = await ask({}, '/v1/answers', format);
    const { receipt } = await get(receiptResponse, 200, `/v1/answers/${answer_id}/receipt`, { format });
    expect(receipt).toMatchObject(named);
    expect(blake3Hex(encodeCanonical(receipt.content))).toBe(named.hash);
  });

  it('sections are found', async () => {
    const { results } = await get(engineSearchResponse, 200, '/v1/search?q=deep+lake&k=2', { format });
    expect(results).toHaveLength(2);
  });

  it('pointers are found', async () => {
    const sent = { method: 'POST', body: { q: QUESTION }, format };
    const { pointers, rcx, mode } = await get(agentSearchResponse, 200, '/v1/search', sent);
    expect(pointers.find(({ addr }) => addr === deep)).toMatchObject({
      kind: 'claim',
      belief: { state: 'settled' },
    });
    expect(pointers.some(({ kind }) => kind === 'sec')).toBe(true);
    expect({ rcx, mode }).toEqual({ rcx: { token_id: null }, mode: 'enforce' });
  });

  it('evidence is appended', async () => {
    const body = {
      kind: 'corroborate',
      evidence: [{ ref: `https://b.example/${format}`, hash: 'x', kind: 'source' }],
    };
    const sent = { method: 'POST', body, token, format };
    const { entry, rcx, corpus } = await get(
      evidenceResponse,
      201,
      `/v1/claims/${claimIdOf(deep)}/evidence`,
      sent,
    );
    expect(entry).toMatchObject({ claim: deep, kind: 'corroborate', standing: 700, stake: null });
    expect(entry.token_id).toBe(rcx.token_id);
    expect(corpus.snapshot).toBe(`${entry.log.tree_size}.${entry.log.root.slice(0, 12)}`);
  });

  it('a ledger is read, and folds to the belief beside it', async () => {
    const path = `/v1/claims/${claimIdOf(deep)}/ledger`;
    const page = await get(ledgerResponse, 200, path, { token, format });
    const { ledger, observed, successors, as_of } = page;
    // The entries are those of the fold's own type, as the schema has just checked.
    const folded = fold(ledger as never, as_of, { observed, successors });
    expect(folded?.belief).toEqual(page.belief);
    expect(ledger.map(({ seq }) => seq)).toEqual(ledger.map((_, index) => index));
  });

  it('health is reported', async () => {
    const health = await get(healthzResponse, 200, '/healthz', { format });
    expect(health).toMatchObject({
      ok: true,
      status: 200,
      version: '0.0.0-test',
      compatibility: { api: 'v1', openapi: '3.1.1', receipt: 'v1', fold: 'fold/1', node: '>=24' },
    });
  });

  it('a probe of the process is answered without the store, one of readiness is not', async () => {
    expect(await get(livezResponse, 200, '/livez', { format })).toMatchObject({ live: true });
    expect(await get(readyzResponse, 200, '/readyz', { format })).toMatchObject({
      ready: true,
      because: null,
    });
    const ending = fixture.rest({ isEnding: () => true });
    const refused = await send(ending, '/readyz', { format });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.body).toMatchObject({ ready: false, because: 'the service is about to end' });
    expect((await send(ending, '/livez', { format })).status).toBe(200);
  });

  it('the corpora are listed', async () => {
    const stats = await get(statsResponse, 200, '/v1/stats', { format });
    expect(stats.corpora.map(({ name }) => name)).toEqual([CORPUS, OTHER_CORPUS]);
    expect(stats.log.size).toBeGreaterThan(0);
  });

  it('a key is minted, shows itself and ends itself', async () => {
    const minted = await get(mintResponse, 201, '/v1/keys', { method: 'POST', format });
    expect(minted.expires_at).toBe('2026-12-21T09:00:00.000Z');
    const self = await get(keySelfResponse, 200, '/v1/keys/self', { token: minted.token, format });
    expect(self).toMatchObject({
      token_id: minted.token_id,
      actor: minted.actor,
      standing: 100,
      corpora: null,
      prefixes: null,
      token_budget: null,
      audience: null,
    });
    expect(self.capabilities).not.toContain('svc.supersede');
    const path = `/v1/keys/${minted.token_id}`;
    const revoked = await get(revokeResponse, 200, path, { method: 'DELETE', token: minted.token, format });
    expect(revoked).toMatchObject({ token_id: minted.token_id, revoked: true });
    const after = await send(rest, '/v1/keys/self', { token: minted.token, format });
    expect(after.body.error.reason).toBe('denied:token_revoked');
  });
});

it('a token shows every restriction that it was narrowed by', async () => {
  const restrictions = { corpora: [CORPUS], prefixes: [`wx://${CORPUS}/claim/`] };
  const token = attenuateToken(await fixture.mint(), { ...restrictions, budget: 0 }) ?? '';
  const { body } = await send(rest, '/v1/keys/self', { token });
  expect(body).toMatchObject({ ...restrictions, token_budget: 0, audience: null });
});

describe('an answer', () => {
  it('to the same question is the stored one', async () => {
    const [one, two] = [await ask({ mode: 'light' }), await ask({ mode: 'light' })];
    expect(two.answer_id).toBe(one.answer_id);
    expect(two.receipt).toEqual(one.receipt);
    expect(one.mode).toBe('light');
  });

  it('as of an earlier day is that day’s', async () => {
    expect((await ask({ as_of: '2015-01-01' })).summary).toContain('190');
  });

  it('from another corpus is found by ?corpus=', async () => {
    const body = { q: 'How tall is the Arden Tower?' };
    const answer = await get(answerResponse, 200, `/v1/answers?corpus=${OTHER_CORPUS}`, {
      method: 'POST',
      body,
    });
    expect(answer.summary).toContain('310');
    expect(answer.corpus.name).toBe(OTHER_CORPUS);
  });

  it('to a question without support is empty and says why', async () => {
    const answer = await ask({ q: 'Who painted the Arden ceiling?' });
    expect(answer).toMatchObject({ summary: '', sentences: [], trust: { findings_state: 'UNKNOWN' } });
    expect(answer.trust.reasons.map(({ code }) => code)).toContain('no_support');
  });
});

describe('an agent’s search', () => {
  async function pointersFor(body: object, path = '/v1/search') {
    return get(agentSearchResponse, 200, path, { method: 'POST', body: { q: QUESTION, ...body } });
  }

  it('keeps within its token budget and says what it dropped', async () => {
    const all = await pointersFor({});
    const some = await pointersFor({ token_budget: all.budget.spent - 1 });
    expect(some.pointers).toEqual(all.pointers.slice(0, -1));
    expect(some.budget).toMatchObject({ asked: all.budget.spent - 1, dropped: { count: 1 } });
    const none = await pointersFor({ token_budget: 0 });
    expect(none.pointers).toEqual([]);
    expect(none.budget).toMatchObject({ asked: 0, spent: 0, dropped: { count: all.pointers.length } });
  });

  it.each(['pointer', 'epitome'])('never undercounts what its %s tier costs', async (tier) => {
    const { pointers, budget } = await pointersFor({ tier });
    expect(pointers.length).toBeGreaterThan(3);
    for (const encode of [encodeO200k, encodeCl100k]) {
      expect(encode(JSON.stringify(pointers)).length).toBeLessThanOrEqual(budget.spent);
    }
  });

  it('gives at most top_k pointers, best first', async () => {
    const { pointers } = await pointersFor({ top_k: 2 });
    expect(pointers).toHaveLength(2);
    expect(pointers[0]?.score).toBeGreaterThanOrEqual(pointers[1]?.score ?? Number.POSITIVE_INFINITY);
  });

  it('takes its corpus from the query, the body, or both alike', async () => {
    const q = 'Arden Tower';
    for (const [body, path] of [
      [{ q, corpus: OTHER_CORPUS }, '/v1/search'],
      [{ q }, `/v1/search?corpus=${OTHER_CORPUS}`],
      [{ q, corpus: OTHER_CORPUS }, `/v1/search?corpus=${OTHER_CORPUS}`],
    ] as const) {
      expect((await pointersFor(body, path)).corpus.name).toBe(OTHER_CORPUS);
    }
  });
});

describe('a ledger', () => {
  const item = { ref: 'https://c.example/1', hash: 'x', kind: 'source' };

  it('is the same by bare id, encoded address, raw address and merged slashes', async () => {
    const paths = [claimIdOf(deep), encodeURIComponent(deep), deep, deep.replace('//', '/')];
    const pages = await Promise.all(
      paths.map((one) => get(ledgerResponse, 200, `/v1/claims/${one}/ledger`, { token })),
    );
    for (const page of pages) expect(page.ledger).toEqual(pages[0]?.ledger);
  });

  it('that is trimmed continues at next without a gap', async () => {
    const path = `/v1/claims/${encodeURIComponent(deep)}/ledger`;
    const whole = await get(ledgerResponse, 200, path, { token });
    const first = await get(ledgerResponse, 200, `${path}?token_budget=${whole.budget.spent - 1}`, { token });
    expect(first.ledger).toEqual(whole.ledger.slice(0, -1));
    expect(first.belief).toEqual(whole.belief);
    expect(first.next).toMatch(/^\?after=e1/);
    const second = await get(ledgerResponse, 200, `${path}${first.next}`, { token });
    expect(second.ledger).toEqual(whole.ledger.slice(-1));
    expect(second.next).toBeUndefined();
  });

  it('never undercounts what it costs', async () => {
    const { ledger, budget } = await get(ledgerResponse, 200, `/v1/claims/${claimIdOf(deep)}/ledger`, {
      token,
    });
    for (const encode of [encodeO200k, encodeCl100k]) {
      expect(encode(JSON.stringify(ledger)).length).toBeLessThanOrEqual(budget.spent);
    }
  });

  it('of an earlier day ends there', async () => {
    const page = await get(ledgerResponse, 200, `/v1/claims/${claimIdOf(deep)}/ledger?as_of=2024-05-10`, {
      token,
    });
    expect(page.ledger).toHaveLength(1);
    expect(page.as_of).toBe('2024-05-10T23:59:59.999Z');
  });

  it('holds the same event once, also when it is sent twice', async () => {
    const claim = await fixture.claim('Orland');
    const sent = { method: 'POST', token, body: { kind: 'dispute', evidence: [item] } };
    const path = `/v1/claims/${claim}/evidence`;
    const [one, two] = [
      await get(evidenceResponse, 201, path, sent),
      await get(evidenceResponse, 201, path, sent),
    ];
    expect(two.entry).toEqual(one.entry);
  });

  it('keeps an Idempotency-Key for its writer', async () => {
    const claim = await fixture.claim('freezes');
    const path = `/v1/claims/${claim}/evidence`;
    const headers = { 'idempotency-key': 'once' };
    const body = { kind: 'dispute', evidence: [item] };
    const one = await get(evidenceResponse, 201, path, { method: 'POST', token, body, headers });
    await get(evidenceResponse, 201, path, { method: 'POST', token, body: { ...body, kind: 'corroborate' } });
    const again = await get(evidenceResponse, 201, path, {
      method: 'POST',
      token,
      body,
      headers,
      format: 'cbor',
    });
    expect(again.entry).toEqual(one.entry);
    const other = await send(rest, path, { method: 'POST', token, body: { ...body, stake: 1 }, headers });
    expect(other.body.error).toMatchObject({
      status: 422,
      kind: 'Unprocessable',
      reason: 'invalid:idempotency_key',
    });
    const somebody = await fixture.mint();
    await get(evidenceResponse, 201, path, {
      method: 'POST',
      token: somebody,
      body: { ...body, stake: 1 },
      headers,
    });
  });
});

describe('HEAD and OPTIONS', () => {
  it('say what GET would, without the body', async () => {
    const head = await rest(new Request('http://engine.example/healthz', { method: 'HEAD' }));
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  it('say what a path takes', async () => {
    const reply = await send(rest, '/v1/search', { method: 'OPTIONS' });
    expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect(reply.body.receipts).toHaveLength(1);
  });
});

it('all of this without a fault', () => {
  expect(fixture.faults).toEqual([]);
});
