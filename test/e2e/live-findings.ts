/** Evidence of agents changes the verdict of an answer, and its subscribers are notified on both transports. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AnswerResponse } from '../../gateway/wire/answers.ts';
import { evidenceResponse } from '../../gateway/wire/evidence.ts';
import { ledgerResponse } from '../../gateway/wire/ledger.ts';
import { runJson, type Service } from './adduce-process.ts';
import { mintAgent } from './agents.ts';
import { appendEvidence, ask, askContradicted, bearer, call, errorOf, postJson } from './caller.ts';
import type { Deployment, StoreKind } from './deployment.ts';
import { deployFacts, FACTS, ingestDocuments, QUESTIONS, remeasured } from './facts.ts';
import { followFindings, verdictsOf } from './follow-findings.ts';
import { LIVE, SLOW } from './slow.ts';

/** A plain script without types, as a reader would take it. */
const READERS_FOLD: string = '../../docs/readers-fold.mjs';
const [{ q }] = QUESTIONS;
const HEIGHT = QUESTIONS[2].q;

export function describeLiveFindings(kind: StoreKind): void {
  describe(`live findings on ${kind.name}`, SLOW, () => {
    let deployment: Deployment;
    let service: Service;
    let answer: AnswerResponse;
    let claim: string;
    beforeAll(async () => {
      deployment = await deployFacts(kind);
      service = await deployment.serve();
      answer = await ask(service.url, { q });
      claim = answer.claims[0]?.addr ?? '';
    }, SLOW.timeout);
    afterAll(() => deployment[Symbol.asyncDispose]());

    test('turn to FAIL on every transport when two vetted agents dispute, and the ledger says why', async () => {
      expect(answer.trust).toMatchObject({ findings_state: 'PASS', reasons: [] });
      await using followers = followFindings(service.url, { after: null, answerIds: [answer.answer_id] });
      await vi.waitFor(
        () => followers.each((one) => expect(verdictsOf(one)).toEqual(['UNKNOWN PASS'])),
        LIVE,
      );

      const ann = await mintAgent(deployment.settings);
      const bob = await mintAgent(deployment.settings);
      expect(ann.actor).not.toBe(bob.actor);
      const first = await appendEvidence(service.url, claim, ann.token, dispute('ann'));
      const second = await appendEvidence(service.url, claim, bob.token, dispute('bob'));

      await vi.waitFor(
        () => followers.each((one) => expect(verdictsOf(one)).toEqual(['UNKNOWN PASS', 'PASS FAIL'])),
        LIVE,
      );
      const [bySocket, byStream] = followers.all.map(({ received }) => received.at(-1));
      expect(byStream).toEqual(bySocket);
      expect(bySocket?.reasons).toContainEqual({ code: 'CONTRADICTION_AUTHORITATIVE', claim });
      followers.each((one) => expect(one.errors).toEqual([]));

      const { body } = await call(ledgerUrl(service.url, claim), { headers: bearer(ann.token) });
      const { ledger, belief } = ledgerResponse.parse(body);
      expect(ledger.slice(-2)).toEqual([first, second]);
      expect(ledger.map(({ actor_root }) => actor_root)).toContain('publisher:railways.example');
      expect(belief?.state).toBe('disputed');
      const { readersFold } = (await import(READERS_FOLD)) as { readersFold(response: unknown): unknown };
      expect(readersFold(body)).toEqual(belief);
    });

    test('turn to WARN when a newer publisher says otherwise, and to FAIL with a second one', async () => {
      const { answer_id, claims } = await ask(service.url, { q: HEIGHT });
      await using followers = followFindings(service.url, { after: null, answerIds: [answer_id] });
      const expectVerdicts = (verdicts: readonly string[]) =>
        vi.waitFor(() => followers.each((one) => expect(verdictsOf(one)).toEqual(verdicts)), LIVE);
      await expectVerdicts(['UNKNOWN PASS']);
      await ingestDocuments(deployment, 'survey', [remeasured('survey.example', '2026-06-01')]);
      await expectVerdicts(['UNKNOWN PASS', 'PASS WARN']);
      await ingestDocuments(deployment, 'atlas', [remeasured('atlas.example', '2026-06-02')]);
      await expectVerdicts(['UNKNOWN PASS', 'PASS WARN', 'WARN FAIL']);
      const claim = claims[0]?.addr;
      followers.each(({ received: [, warned, failed] }) => {
        expect(warned?.reasons).toEqual([{ code: 'NEWER_RIVAL', claim }]);
        expect(failed?.reasons).toContainEqual({ code: 'SUPERSEDED_CONTRADICTING', claim });
      });
      const now = await ask(service.url, { q: HEIGHT });
      expect(now.summary).toContain('1,857');
      expect(now.trust.findings_state).toBe('PASS');
      const then = await ask(service.url, { q: HEIGHT, as_of: '2026-05-31' });
      expect(then.summary).toContain('1,842');
    });

    test('count a repeated append once', async () => {
      const { claims } = await ask(service.url, { q: QUESTIONS[1].q });
      const { token } = await mintAgent(deployment.settings);
      const url = ledgerUrl(service.url, claims[0]?.addr ?? '').replace(/ledger$/, 'evidence');
      const evidence = [{ ref: 'seen', hash: 'b'.repeat(64), kind: 'source' }];
      const append = (body: unknown) => postJson(url, body, { ...bearer(token), 'idempotency-key': 'once' });
      const first = await append({ kind: 'corroborate', evidence });
      expect(first.status).toBe(201);
      const second = await append({ kind: 'corroborate', evidence });
      expect(second.status).toBe(201);
      expect(evidenceResponse.parse(second.body).entry).toEqual(evidenceResponse.parse(first.body).entry);
      const other = await append({ kind: 'dispute', evidence });
      expect([other.status, errorOf(other.body).reason]).toEqual([422, 'invalid:idempotency_key']);
    });

    test('make a careful question a conflict with both sides, and a light one a FAIL', async () => {
      const contradicted = await askContradicted(service.url, { q }, FACTS);
      expect(contradicted.error).toMatchObject({ kind: 'Contradiction', reason: 'conflict:contradiction' });
      expect(contradicted.summary).toContain('24');
      expect(contradicted.trust.findings_state).toBe('FAIL');
      expect(contradicted.claims[0]?.belief).toMatchObject({ state: 'disputed' });
      const light = await ask(service.url, { q, mode: 'light' });
      expect(light.trust).toMatchObject({
        findings_state: 'FAIL',
        reasons: [{ code: 'contradiction_authoritative', claim }],
      });
    });

    test('leave the answer and its receipt as they were given', async () => {
      const query = `query ($id: ID!) { answer(id: $id) { summary receipt { receiptId hash } trust { findingsState } } }`;
      const { body } = await postJson(`${service.url}/graphql`, {
        query,
        variables: { id: answer.answer_id },
      });
      expect(body).toEqual({
        data: {
          answer: {
            summary: answer.summary,
            receipt: { receiptId: answer.receipt.receipt_id, hash: answer.receipt.hash },
            trust: { findingsState: 'FAIL' },
          },
        },
        extensions: { cost: { asked: expect.any(Number), limit: 20_000 } },
      });
    });

    test('hear nothing from an append that is refused', async () => {
      await using followers = followFindings(service.url, {
        after: (await ask(service.url, { q, mode: 'light' })).trust.seq,
      });
      const { token } = await mintAgent(deployment.settings);
      const narrow = await runJson<{ token: string }>(
        ['keys', 'mint', '--cap', 'wiki.annotate'],
        deployment.settings,
      );
      const url = ledgerUrl(service.url, claim).replace(/ledger$/, 'evidence');
      const body = { kind: 'corroborate', evidence: [{ ref: 'x', hash: 'a'.repeat(64), kind: 'source' }] };
      const refused = async (sent: unknown, headers?: Record<string, string>) =>
        errorOf((await postJson(url, sent, headers)).body).reason;
      expect(await refused(body)).toBe('denied:token_missing');
      expect(await refused(body, bearer(`${token.slice(0, -2)}AA`))).toBe('denied:token_invalid');
      expect(await refused(body, bearer(narrow.token))).toBe('denied:capability_missing');
      expect(await refused({ ...body, evidence: [] }, bearer(token))).toBe('denied:evidence_missing');
      expect(await refused({ ...body, kind: 'deny' }, bearer(token))).toBe('invalid:body');

      // What comes next is what somebody else is allowed to write: nothing came before it.
      const other = await ask(service.url, { q: QUESTIONS[1].q });
      await vi.waitFor(() => followers.each((one) => expect(one.received.length).toBeGreaterThan(0)), LIVE);
      followers.each((one) =>
        expect(one.received.map(({ answerId }) => answerId)).toEqual([other.answer_id]),
      );
    });
  });
}

function dispute(by: string) {
  return { kind: 'dispute', ref: `https://${by}.example/count`, hash: by.padEnd(64, '0') } as const;
}

function ledgerUrl(url: string, claim: string): string {
  return `${url}/v1/claims/${encodeURIComponent(claim)}/ledger`;
}
