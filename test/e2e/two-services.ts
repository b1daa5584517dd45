/** Two services on one store: one history, whichever is asked and whichever notifies. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openStore } from '../../bin/cli/open-store.ts';
import { readSettings } from '../../bin/cli/settings.ts';
import { mintResponse } from '../../gateway/wire/keys.ts';
import { ledgerResponse } from '../../gateway/wire/ledger.ts';
import type { Service } from './adduce-process.ts';
import { type Agent, mintAgent } from './agents.ts';
import { appendEvidence, appendPatiently, ask, bearer, call, errorOf, postJson } from './caller.ts';
import type { Deployment, StoreKind } from './deployment.ts';
import { deployFacts, QUESTIONS } from './facts.ts';
import { type Appended, followBelief, followLedger, type Moved } from './follow-evidence.ts';
import { followFindings } from './follow-findings.ts';
import { LIVE, SLOW } from './slow.ts';

const ROUNDS = 4;
const REVOCATIONS = 5;
/** Longer than a look at the small corpus takes. */
const QUIET_MS = 2_000;
const WRITERS = 8;

export function describeTwoServices(kind: StoreKind): void {
  describe(`two services on ${kind.name}`, SLOW, () => {
    let deployment: Deployment;
    let first: Service;
    let second: Service;
    beforeAll(async () => {
      deployment = await deployFacts(kind);
      first = await deployment.serve();
      second = await deployment.serve();
    }, SLOW.timeout);
    afterAll(() => deployment[Symbol.asyncDispose]());

    test('give one answer, and tell the subscribers of both each verdict once', async () => {
      const answer = await ask(first.url, { q: QUESTIONS[0].q });
      const { answer_id, claims } = await ask(second.url, { q: QUESTIONS[0].q });
      expect(answer_id).toBe(answer.answer_id);
      const claim = claims[0]?.addr ?? '';
      const ann = await mintAgent(deployment.settings);
      const bob = await mintAgent(deployment.settings);
      const request = { after: answer.trust.seq, answerIds: [answer_id] };
      await using atFirst = followFindings(first.url, request);
      await using atSecond = followFindings(second.url, request);
      await appendEvidence(first.url, claim, ann.token, { kind: 'dispute', ref: 'ann', hash: 'ann' });
      for (let round = 0; round < ROUNDS; round += 1) {
        const kind = round % 2 === 0 ? 'dispute' : 'corroborate';
        const { url } = round % 2 === 0 ? second : first;
        await appendEvidence(url, claim, bob.token, { kind, ref: `bob ${round}`, hash: `bob ${round}` });
        for (const at of [atFirst, atSecond]) {
          await vi.waitFor(() => at.each((one) => expect(one.received).toHaveLength(round + 1)), LIVE);
        }
      }
      const verdicts = ['FAIL', 'PASS', 'FAIL', 'PASS'];
      const [told] = atFirst.all;
      expect(told?.received.map(({ to }) => to)).toEqual(verdicts);
      for (const at of [atFirst, atSecond]) at.each((one) => expect(one.received).toEqual(told?.received));
    });

    test('refuse within a second a token that was revoked at the other', async () => {
      const tookMs: number[] = [];
      for (let round = 0; round < REVOCATIONS; round += 1) {
        const [here, there] = round % 2 === 0 ? [first, second] : [second, first];
        const minted = await postJson(`${here.url}/v1/keys`, {});
        const { token, token_id } = mintResponse.parse(minted.body);
        const self = () => call(`${there.url}/v1/keys/self`, { headers: bearer(token) });
        // The other has it in its cache of verified tokens now.
        expect((await self()).status).toBe(200);
        const revoking = { method: 'DELETE', headers: bearer(token) };
        expect((await call(`${here.url}/v1/keys/${token_id}`, revoking)).status).toBe(200);
        const revoked = performance.now();
        await vi.waitFor(async () => expect((await self()).status).toBe(403), LIVE);
        tookMs.push(performance.now() - revoked);
        expect(errorOf((await self()).body).reason).toBe('denied:token_revoked');
      }
      // What else runs on the machine can only add to a time, and does not do so each time.
      const median = tookMs.toSorted((a, b) => a - b)[Math.floor(REVOCATIONS / 2)];
      expect(median, tookMs.join()).toBeLessThan(1_000);
    });

    test('keep one gapless ledger when many write through both at once', async () => {
      const { claims } = await ask(first.url, { q: QUESTIONS[2].q });
      const claim = claims[0]?.addr ?? '';
      const agents: Agent[] = [];
      for (let i = 0; i < WRITERS; i += 1) agents.push(await mintAgent(deployment.settings));
      const entries = await Promise.all(
        agents.map(({ token }, i) => {
          const evidence = { kind: 'corroborate', ref: `writer ${i}`, hash: `writer ${i}` } as const;
          return appendEvidence(i % 2 === 0 ? first.url : second.url, claim, token, evidence);
        }),
      );
      const read = ({ url }: Service) => readLedger(url, claim, agents[0]?.token ?? '');
      const { ledger, belief } = await read(first);
      expect(await read(second)).toEqual({ ledger, belief });
      expect(ledger.map(({ seq }) => seq)).toEqual(ledger.map((_, i) => i));
      const written = ledger.slice(-WRITERS).map(({ event_id }) => event_id);
      expect(written.toSorted()).toEqual(entries.map(({ event_id }) => event_id).toSorted());
    });

    test('tell a ledger and the beliefs that it moves in one order to the subscribers of both', async () => {
      const { claims } = await ask(first.url, { q: QUESTIONS[1].q });
      const claim = claims[0]?.addr ?? '';
      const ann = await mintAgent(deployment.settings);
      const bob = await mintAgent(deployment.settings);
      const request = { claim, after: -1, token: ann.token };
      await using ledgerAtFirst = followLedger(first.url, request);
      await using ledgerAtSecond = followLedger(second.url, request);
      await using beliefAtFirst = followBelief(first.url, request);
      await using beliefAtSecond = followBelief(second.url, request);
      for (let round = 0; round < ROUNDS; round += 1) {
        const kind = round % 2 === 0 ? 'dispute' : 'corroborate';
        const evidence = { kind, ref: `round ${round}`, hash: `round ${round}` } as const;
        await Promise.all([
          appendEvidence(first.url, claim, ann.token, evidence),
          appendEvidence(second.url, claim, bob.token, evidence),
        ]);
      }
      const { ledger, belief } = await readLedger(first.url, claim, ann.token);
      expect(ledger.length).toBeGreaterThan(2 * ROUNDS);
      const written = ledger.map(({ event_id }) => event_id);
      for (const at of [ledgerAtFirst, ledgerAtSecond]) {
        await vi.waitFor(() => at.each((one) => expect(one.received.map(idOf)).toEqual(written)), LIVE);
      }
      const positions = ledgerAtFirst.all[0]?.received.map(({ logSeq }) => logSeq);
      for (const at of [beliefAtFirst, beliefAtSecond]) {
        await vi.waitFor(() => at.each((one) => expect(one.received.map(seqOf)).toEqual(positions)), LIVE);
        // Each is sent as it is at that moment; the last one after everything.
        at.each(({ received, errors }) => {
          const [last] = received.at(-1)?.claims ?? [];
          const { state: word, effective_confidence: effectiveConfidence } = belief ?? {};
          const state = word?.toUpperCase();
          expect({ ...last, errors }).toEqual({
            addr: claim,
            belief: { state, effectiveConfidence },
            errors: [],
          });
        });
      }
    });
  });
}

/** How often the log says that a source was looked at. */
async function observations({ settings }: Deployment): Promise<number> {
  await using store = await openStore(readSettings(settings).graph);
  return (await store.entries({ after: -1, limit: 1_000, types: ['corpus.observed'] })).length;
}

/** The first service on a store has its leases. */
export function describeTakeover(kind: StoreKind): void {
  test(
    `one of two services on ${kind.name} observes the sources, the other once that one has ended`,
    SLOW,
    async () => {
      await using deployment = await deployFacts(kind);
      const ingested = await observations(deployment);
      const first = await deployment.serve();
      await vi.waitFor(async () => expect(await observations(deployment)).toBe(ingested + 1), LIVE);
      await deployment.serve();
      await sleep(QUIET_MS);
      expect(await observations(deployment)).toBe(ingested + 1);
      expect(await first.stop()).toBe(0);
      await vi.waitFor(async () => expect(await observations(deployment)).toBe(ingested + 2), LIVE);
    },
  );

  for (const fault of ['kill', 'pause'] as const) {
    test(
      `verdicts go on at the other of two services on ${kind.name} after a ${fault} of the one that follows them`,
      SLOW,
      async () => {
        await using deployment = await deployFacts(kind);
        const first = await deployment.serve();
        const second = await deployment.serve();
        const answer = await ask(second.url, { q: QUESTIONS[0].q });
        const claim = answer.claims[0]?.addr ?? '';
        const ann = await mintAgent(deployment.settings);
        const bob = await mintAgent(deployment.settings);
        const request = { after: answer.trust.seq, answerIds: [answer.answer_id] };
        await using at = followFindings(second.url, request);
        // What the first has under way keeps its lock of the store for a moment.
        if (fault === 'kill') await first.kill();
        else first.pause();
        await appendPatiently(second.url, claim, ann.token, { kind: 'dispute', ref: 'ann', hash: 'ann' });
        await appendPatiently(second.url, claim, bob.token, { kind: 'dispute', ref: 'bob', hash: 'bob' });
        await vi.waitFor(() => at.each((one) => expect(one.received.at(-1)?.to).toBe('FAIL')), LIVE);
        if (fault === 'kill') return;
        first.resume();
        await appendPatiently(first.url, claim, bob.token, {
          kind: 'corroborate',
          ref: 'bob 2',
          hash: 'bob 2',
        });
        await vi.waitFor(() => at.each((one) => expect(one.received.at(-1)?.to).toBe('PASS')), LIVE);
        at.each(({ received }) => expect(received.map(({ to }) => to)).toEqual(['FAIL', 'PASS']));
      },
    );
  }
}

const idOf = ({ eventId }: Appended) => eventId;
const seqOf = ({ seq }: Moved) => seq;

async function readLedger(url: string, claim: string, token: string) {
  const address = `${url}/v1/claims/${encodeURIComponent(claim)}/ledger`;
  const { body } = await call(address, { headers: bearer(token) });
  const { ledger, belief } = ledgerResponse.parse(body);
  return { ledger, belief };
}
