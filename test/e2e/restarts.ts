/** The service ends, by force or by request, and starts again on the same data: nobody misses or repeats a verdict. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { statsResponse } from '../../gateway/wire/stats.ts';
import { interruptServe, runJson, type Service } from './adduce-process.ts';
import { type Agent, mintAgent } from './agents.ts';
import { appendEvidence, ask, call, postJson } from './caller.ts';
import { DEMO_FOLDER } from './demo-documents.ts';
import { Deployment, type StoreKind } from './deployment.ts';
import { deployFacts, QUESTIONS } from './facts.ts';
import type { Followers } from './follow.ts';
import { followFindings, type Transition } from './follow-findings.ts';
import { LIVE, SLOW } from './slow.ts';

const RESTARTS = 3;
/** Flips that come faster than verdicts are made share one. */
const VERDICTS_PER_RUN = 4;
const FLIP_EVERY_MS = 30;
const RETRY_MS = 50;
const MAX_RETRIES = 400;
const TRANSITIONS = `query ($id: ID!, $from: LogPosition, $after: String) {
  findings(filter: {answerId: [$id], seq: {from: $from}}, first: 100, after: $after) {
    nodes { seq answerId from to at reasons { code claim } } pageInfo { endCursor hasNextPage } }
}`;

/** The end of a run in which the accepted requests are answered; on Windows there is no asking. */
const canBeAsked = process.platform !== 'win32';

export function describeRestarts(kind: StoreKind): void {
  describe(`the service on ${kind.name}, started again`, SLOW, () => {
    let deployment: Deployment;
    let service: Service;
    let answerId: string;
    let claim: string;
    let bob: Agent;
    let flips = 0;
    beforeAll(async () => {
      deployment = await deployFacts(kind);
      service = await deployment.serve();
      const answer = await ask(service.url, { q: QUESTIONS[0].q });
      answerId = answer.answer_id;
      claim = answer.claims[0]?.addr ?? '';
      const ann = await mintAgent(deployment.settings);
      bob = await mintAgent(deployment.settings);
      await appendEvidence(service.url, claim, ann.token, { kind: 'dispute', ref: 'ann', hash: 'ann' });
    }, SLOW.timeout);
    afterAll(() => deployment[Symbol.asyncDispose]());

    /** With one side taken by Ann, each change of Bob's mind turns the verdict: FAIL, PASS, FAIL, … */
    const flip = async (url: string) => {
      const kind = flips % 2 === 0 ? 'dispute' : 'corroborate';
      await appendEvidence(url, claim, bob.token, { kind, ref: `bob ${flips}`, hash: `bob ${flips}` });
      flips += 1;
    };
    const again = async () => {
      service = await deployment.serve({ ADDUCE_PORT: service.port });
    };

    test('a client that was away over a kill -9 gets exactly what it missed, then what comes', async () => {
      let seen: number;
      {
        await using followers = followFindings(service.url, { after: null, answerIds: [answerId] });
        await flip(service.url);
        await vi.waitFor(() => followers.each((one) => expect(one.received.at(-1)?.to).toBe('FAIL')), LIVE);
        seen = followers.all[0]?.received.at(-1)?.seq ?? -1;
      }
      await flip(service.url);
      await vi.waitFor(
        async () => expect(await transitions(service.url, answerId, seen)).toHaveLength(1),
        LIVE,
      );
      // The acknowledgement of this one is all that the service still does.
      await flip(service.url);
      await service.kill();
      await again();

      await using followers = followFindings(service.url, { after: seen, answerIds: [answerId] });
      await vi.waitFor(() => followers.each((one) => expect(one.received).toHaveLength(2)), LIVE);
      await flip(service.url);
      await vi.waitFor(() => followers.each((one) => expect(one.received).toHaveLength(3)), LIVE);
      const missed = await transitions(service.url, answerId, seen);
      expect(missed.map(({ to }) => to)).toEqual(['PASS', 'FAIL', 'PASS']);
      followers.each(({ received, errors }) =>
        expect({ received, errors }).toEqual({ received: missed, errors: [] }),
      );
    });

    test.skipIf(!canBeAsked)(
      `a client that stays comes back by itself, and misses nothing over ${RESTARTS} restarts under load`,
      async () => {
        const { url } = service;
        const before = await transitions(url, answerId, -1);
        const after = before.at(-1)?.seq ?? -1;
        await using followers = followFindings(url, { after, answerIds: [answerId] });
        await using load = startLoad(() => flip(url));
        for (let run = 0; run < RESTARTS; run += 1) {
          const least = (run + 1) * VERDICTS_PER_RUN;
          // A flip is news only if a verdict was made since the one before: on a busy machine, many are needed.
          await vi.waitFor(async () => {
            const { length } = await transitions(url, answerId, after);
            expect(length, `${flips} flips, last fault: ${load.fault()}`).toBeGreaterThan(least);
          }, LIVE);
          const heard = Math.max(...followers.all.map(({ received }) => received.length));
          await vi.waitFor(() => isLive(followers, heard), LIVE);
          expect(await service.stop()).toBe(0);
          await again();
        }
        await load.stop();
        const last = flips % 2 === 0 ? 'PASS' : 'FAIL';
        await vi.waitFor(async () => {
          expect((await transitions(url, answerId, after)).at(-1)?.to).toBe(last);
        }, LIVE);
        const committed = await transitions(url, answerId, after);
        expect(committed.length).toBeGreaterThan(RESTARTS * VERDICTS_PER_RUN);
        const end = committed.at(-1)?.seq;
        await vi.waitFor(
          () => followers.each(({ received }) => expect(received.at(-1)?.seq).toBe(end)),
          LIVE,
        );
        followers.each(({ received, errors }) =>
          expect({ received, errors }).toEqual({ received: committed, errors: [] }),
        );
        const [bySocket, byStream] = followers.all;
        const told = bySocket?.ended.filter((one) => /^1001 last_seq=\d+$/.test(one));
        expect(told).toHaveLength(RESTARTS);
        expect(byStream?.ended).not.toContain('complete');
      },
    );
  });
}

/** Ends the service while it takes in the demo corpus, twice, and lets a third start reach the end. */
export function describeInterruptedStart(kind: StoreKind): void {
  describe(`a first run on ${kind.name} that is interrupted`, SLOW, () => {
    test('is taken up by the next start, and leaves what one run would have made', async () => {
      await using deployment = await Deployment.prepare(kind);
      const { settings } = deployment;
      expect(await interruptServe(settings, 'ingest 16 of', 'SIGKILL')).toBeNull();
      if (canBeAsked) expect(await interruptServe(settings, 'ingest 32 of', 'SIGTERM')).toBe(0);
      const service = await deployment.serve();
      const { corpora } = statsResponse.parse((await call(`${service.url}/v1/stats`)).body);
      expect(corpora).toMatchObject([{ name: 'things-that-changed', observed_at: expect.any(String) }]);
      const { summary, trust } = await ask(service.url, { q: 'How many moons does Saturn have?' });
      expect(summary).toContain('274');
      expect(trust).toMatchObject({ findings_state: 'PASS' });
      const again = await runJson<{ unchanged: number; events: number }>(
        ['ingest', DEMO_FOLDER, '--corpus', 'things-that-changed'],
        settings,
      );
      expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 44, claims: 0, events: 0 });
    });
  });
}

/** Every follower has received more transitions than so many. */
function isLive(followers: Followers<Transition>, floor: number): void {
  followers.each(({ received }) => expect(received.length).toBeGreaterThan(floor));
}

interface TransitionPage {
  readonly nodes: readonly Transition[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

async function transitions(url: string, id: string, after: number): Promise<readonly Transition[]> {
  const found: Transition[] = [];
  for (let cursor: string | null = null; ; ) {
    const variables = { id, from: after + 1, after: cursor };
    const { body } = await postJson(`${url}/graphql`, { query: TRANSITIONS, variables });
    // What the schema says; a wrong shape fails the comparison.
    const { nodes, pageInfo } = (body as { data: { findings: TransitionPage } }).data.findings;
    found.push(...nodes);
    if (!pageInfo.hasNextPage) return found;
    cursor = pageInfo.endCursor;
  }
}

/** Does `work` again and again; a try that meets no service is made again, as a client with patience does. */
function startLoad(work: () => Promise<void>) {
  let stopping = false;
  let fault: unknown = null;
  const running = (async () => {
    for (let failed = 0; !stopping && failed < MAX_RETRIES; ) {
      try {
        await work();
        await sleep(FLIP_EVERY_MS);
      } catch (thrown) {
        fault = thrown;
        failed += 1;
        await sleep(RETRY_MS);
      }
    }
  })();
  const stop = async () => {
    stopping = true;
    await running;
  };
  return { stop, fault: () => fault, [Symbol.asyncDispose]: stop };
}
