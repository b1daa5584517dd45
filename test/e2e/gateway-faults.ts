/** Two gateways on one log in PostgreSQL while one of them, or the server, fails: nothing is lost, doubled or held up for long. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evidenceResponse } from '../../gateway/wire/evidence.ts';
import { ledgerResponse } from '../../gateway/wire/ledger.ts';
import type { OwnPostgres } from '../setup/postgres-process.ts';
import type { Service } from './adduce-process.ts';
import { type Agent, mintAgent } from './agents.ts';
import { ask, bearer, call, postJson } from './caller.ts';
import { beside, type Deployment, type StoreKind } from './deployment.ts';
import { deployFacts, QUESTIONS } from './facts.ts';

/** What is promised of a write. */
const VERDICT_MS = 5_000;
const STOPPED_MS = 30_000;
const PATIENCE = { timeout: 240_000 } as const;
const WRITERS = 4;
/** After a refusal or a lost connection. */
const RETRY_MS = 50;

/** One program that appends through one gateway, each event until it is acknowledged. */
class Appender {
  /** Ids of the events that were acknowledged. */
  readonly acknowledged: string[] = [];
  /** The longest time until an answer, of whatever kind, in milliseconds. */
  longestMs = 0;
  refusals = 0;
  #isOver = false;
  readonly #running: Promise<void>;

  constructor(url: string, claim: string, agent: Agent, name: string) {
    this.#running = this.#run(url, claim, agent, name);
  }

  /** Resolves when the append under way has ended. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(url: string, claim: string, { token }: Agent, name: string): Promise<void> {
    const path = `${url}/v1/claims/${encodeURIComponent(claim)}/evidence`;
    for (let n = 0; !this.#isOver; n += 1) {
      const evidence = [{ ref: `${name} ${n}`, hash: `${name} ${n}`, kind: 'reproduction' }];
      while (!(await this.#append(path, { kind: 'corroborate', evidence }, token)) && !this.#isOver)
        await sleep(RETRY_MS);
    }
  }

  async #append(path: string, body: object, token: string): Promise<boolean> {
    const began = performance.now();
    // A gateway that was killed refuses the connection.
    const reply = await postJson(path, body, bearer(token)).catch(() => null);
    this.longestMs = Math.max(this.longestMs, performance.now() - began);
    if (reply !== null && (reply.status === 201 || reply.status === 200)) {
      this.acknowledged.push(evidenceResponse.parse(reply.body).entry.event_id);
      return true;
    }
    if (reply !== null) {
      expect(reply.status).toBe(503);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    this.refusals += 1;
    return false;
  }
}

/** @param postgres a server that the suite may end and start */
export function describeGatewayFaults(kind: StoreKind, postgres: () => OwnPostgres): void {
  describe(`two gateways on ${kind.name}, under faults`, PATIENCE, () => {
    let deployment: Deployment;
    let first: Service;
    let second: Service;
    let claim = '';
    const agents: Agent[] = [];

    beforeAll(async () => {
      deployment = await deployFacts(kind);
      first = await deployment.serve();
      second = await deployment.serve(beside(deployment));
      claim = (await ask(first.url, { q: QUESTIONS[2].q })).claims[0]?.addr ?? '';
      for (let n = 0; n < 2 * WRITERS; n += 1) agents.push(await mintAgent(deployment.settings));
    }, PATIENCE.timeout);
    afterAll(() => deployment[Symbol.asyncDispose]());

    function appendersAt({ url }: Service, from: number, name: string): Appender[] {
      return agents
        .slice(from, from + WRITERS)
        .map((agent, n) => new Appender(url, claim, agent, `${name} ${n}`));
    }

    /** Every acknowledged event is in the ledger, once, and both gateways have the same one without a gap. */
    async function expectWhole(appenders: readonly Appender[], gateways: readonly Service[]): Promise<void> {
      const ledgers = await Promise.all(gateways.map(({ url }) => readLedger(url)));
      const [ledger = []] = ledgers;
      for (const other of ledgers) expect(other).toEqual(ledger);
      expect(ledger.map(({ seq }) => seq)).toEqual(ledger.map((_, n) => n));
      const refs = ledger.flatMap(({ evidence }) => evidence.map(({ ref }) => ref));
      expect(new Set(refs).size).toBe(refs.length);
      const ids = new Set(ledger.map(({ event_id }) => event_id));
      const acknowledged = appenders.flatMap((one) => one.acknowledged);
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(acknowledged.filter((id) => !ids.has(id as never))).toEqual([]);
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
    }

    async function readLedger(url: string) {
      const entries: ReturnType<typeof ledgerResponse.parse>['ledger'][number][] = [];
      for (;;) {
        const last = entries.at(-1);
        const after = last === undefined ? '' : `?after=${last.event_id}`;
        const address = `${url}/v1/claims/${encodeURIComponent(claim)}/ledger${after}`;
        const { body } = await call(address, { headers: bearer(agents[0]?.token ?? '') });
        const { ledger } = ledgerResponse.parse(body);
        if (ledger.length === 0) return entries;
        entries.push(...ledger);
      }
    }

    test('lose and double nothing when one is killed, and the other is not held up', async () => {
      const atFirst = appendersAt(first, 0, 'killed');
      const atSecond = appendersAt(second, WRITERS, 'beside killed');
      await sleep(2_000);
      await first.kill();
      await sleep(VERDICT_MS);
      // What the other reads of the graph goes on too, also where the lost one has projected it until now.
      expect((await ask(second.url, { q: QUESTIONS[0].q })).sentences.length).toBeGreaterThan(0);
      await Promise.all([...atFirst, ...atSecond].map((one) => one.end()));
      first = await deployment.serve();
      await expectWhole([...atFirst, ...atSecond], [first, second]);
      expect(Math.max(...atSecond.map(({ longestMs }) => longestMs))).toBeLessThan(VERDICT_MS);
      expect(atSecond.every(({ acknowledged }) => acknowledged.length > 0)).toBe(true);
    });

    test('hold each other up for 5 s at most when one is stopped for 30 s', async () => {
      const atFirst = appendersAt(first, 0, 'stopped');
      const atSecond = appendersAt(second, WRITERS, 'beside stopped');
      await sleep(2_000);
      first.pause();
      const before = atSecond.map(({ acknowledged }) => acknowledged.length);
      await sleep(VERDICT_MS + 2_000);
      const began = performance.now();
      expect((await ask(second.url, { q: QUESTIONS[1].q })).sentences.length).toBeGreaterThan(0);
      expect(performance.now() - began).toBeLessThan(VERDICT_MS);
      await sleep(STOPPED_MS - (VERDICT_MS + 2_000));
      first.resume();
      for (const [n, one] of atSecond.entries())
        expect(one.acknowledged.length).toBeGreaterThan(before[n] ?? 0);
      await Promise.all([...atFirst, ...atSecond].map((one) => one.end()));
      await expectWhole([...atFirst, ...atSecond], [first, second]);
      expect(Math.max(...atSecond.map(({ longestMs }) => longestMs))).toBeLessThan(VERDICT_MS);
    });

    test('lose and double nothing when the server is started again', async () => {
      const all = [...appendersAt(first, 0, 'restart'), ...appendersAt(second, WRITERS, 'restart beside')];
      await sleep(2_000);
      await postgres().restart();
      const before = all.map(({ acknowledged }) => acknowledged.length);
      await sleep(VERDICT_MS);
      for (const [n, one] of all.entries()) expect(one.acknowledged.length).toBeGreaterThan(before[n] ?? 0);
      await Promise.all(all.map((one) => one.end()));
      await expectWhole(all, [first, second]);
      expect(Math.max(...all.map(({ longestMs }) => longestMs))).toBeLessThan(VERDICT_MS);
    });
  });
}
