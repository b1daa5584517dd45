/**
 * A gateway of this version and one of the next on one store: nothing that was acknowledged is lost, and the older one refuses what
 * it cannot serve, rather than serve less than there is.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Writers } from '../../bench/faults/writers.ts';
import { ledgerResponse } from '../../gateway/wire/ledger.ts';
import type { Service, Settings } from './adduce-process.ts';
import { type Agent, mintAgent } from './agents.ts';
import { appendEvidence, ask, bearer, call, errorOf, type JsonReply, postJson } from './caller.ts';
import type { Deployment, StoreKind } from './deployment.ts';
import { deployFacts, QUESTIONS } from './facts.ts';

const PATIENCE = { timeout: 180_000 } as const;
const CLIENTS = 4;
const CLAIMS = '{ claims(first: 50) { edges { node { addr } } } }';

export type Format = 'embedded' | 'neo4j' | 'postgres';

/** Settings of a process whose format of a store is the next one. */
export function newerBuild(format: Format): Settings {
  const preloaded = fileURLToPath(new URL('newer-build.ts', import.meta.url));
  return { NODE_OPTIONS: `--import=${preloaded}`, NEWER_FORMAT: format };
}

/** One deployment with a gateway of this version, and what the test asks of gateways. */
export class Upgrade {
  readonly deployment: Deployment;
  readonly older: Service;
  readonly agent: Agent;
  readonly claim: string;

  private constructor(deployment: Deployment, older: Service, agent: Agent, claim: string) {
    this.deployment = deployment;
    this.older = older;
    this.agent = agent;
    this.claim = claim;
  }

  static async begin(kind: StoreKind): Promise<Upgrade> {
    const deployment = await deployFacts(kind);
    const older = await deployment.serve();
    const claim = (await ask(older.url, { q: QUESTIONS[2].q })).claims[0]?.addr ?? '';
    return new Upgrade(deployment, older, await mintAgent(deployment.settings), claim);
  }

  append({ url }: Service, ref: string) {
    return appendEvidence(url, this.claim, this.agent.token, { kind: 'corroborate', ref, hash: ref });
  }

  tryAppend({ url }: Service, ref: string): Promise<JsonReply> {
    const path = `${url}/v1/claims/${encodeURIComponent(this.claim)}/evidence`;
    const evidence = [{ ref, hash: ref, kind: 'reproduction' }];
    return postJson(path, { kind: 'corroborate', evidence }, bearer(this.agent.token));
  }

  readLedger({ url }: Service, after = ''): Promise<JsonReply> {
    const query = after === '' ? '' : `?after=${after}`;
    return call(`${url}/v1/claims/${encodeURIComponent(this.claim)}/ledger${query}`, {
      headers: bearer(this.agent.token),
    });
  }

  /** Refs of the claim's evidence by the ids of their events. */
  async ledger(service: Service): Promise<Map<string, string>> {
    const refs = new Map<string, string>();
    for (let after = ''; ; ) {
      const { ledger } = ledgerResponse.parse((await this.readLedger(service, after)).body);
      if (ledger.length === 0) return refs;
      for (const { event_id, evidence } of ledger) refs.set(event_id, evidence[0]?.ref ?? '');
      after = ledger.at(-1)?.event_id ?? '';
    }
  }

  /** How many claims a list has; null where it is refused. */
  async listed({ url }: Service): Promise<number | null> {
    const { status, headers, body } = await postJson(`${url}/graphql`, { query: CLAIMS });
    const { data, errors } = body as { data?: { claims?: { edges: unknown[] } }; errors?: unknown[] };
    const edges = data?.claims?.edges;
    if (status === 200 && errors === undefined && edges !== undefined) return edges.length;
    if (status >= 500) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    return null;
  }
}

function expectRefused({ status, headers, body }: JsonReply): void {
  expect(status).toBe(503);
  expect(errorOf(body).reason).toBe('upstream:unavailable');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Both keep their graph in one place, which the newer one makes again in its own format. */
export function describeTakeover(kind: StoreKind, format: Format, appends: 'refused' | 'taken'): void {
  describe(`a gateway whose ${kind.name} a newer one takes over`, PATIENCE, () => {
    let upgrade: Upgrade;
    let newer: Service;
    let acknowledged: Writers['acknowledged'];
    const lists: (number | null)[] = [];
    let whole: number | null = null;

    beforeAll(async () => {
      upgrade = await Upgrade.begin(kind);
      const { older, deployment } = upgrade;
      whole = await upgrade.listed(older);
      let url = older.url;
      const writers = new Writers({
        // A client that the older one refuses goes to the newer one, once that listens.
        urls: [() => url],
        ...{ claims: [upgrade.claim], token: upgrade.agent.token, clients: CLIENTS, name: 'upgrade' },
      });
      let isTakenOver = false;
      const looking = (async () => {
        while (!isTakenOver) lists.push(await upgrade.listed(older));
      })();
      newer = await deployment.serve(newerBuild(format));
      url = newer.url;
      isTakenOver = true;
      await looking;
      await writers.stop();
      acknowledged = writers.acknowledged;
    }, PATIENCE.timeout);
    afterAll(() => upgrade?.deployment[Symbol.asyncDispose]());

    test('loses nothing that either acknowledged, and doubles nothing', async () => {
      const ledger = await upgrade.ledger(newer);
      expect(acknowledged.length).toBeGreaterThan(CLIENTS);
      expect(acknowledged.filter(({ key, eventId }) => ledger.get(eventId) !== key)).toEqual([]);
      expect(new Set(ledger.values()).size).toBe(ledger.size);
    });

    test('reads all or nothing while its graph is made again, and nothing of another format', async () => {
      expect(whole).toBeGreaterThan(0);
      expect(lists).toContain(null);
      expect(new Set(lists).difference(new Set([whole, null]))).toEqual(new Set());
      expect(await upgrade.listed(upgrade.older)).toBeNull();
      expect(await upgrade.listed(newer)).toBe(whole);
    });

    test(`has its appends ${appends}`, async () => {
      const reply = await upgrade.tryAppend(upgrade.older, 'late');
      if (appends === 'refused') expectRefused(reply);
      else expect(reply.status).toBe(201);
      expect([...(await upgrade.ledger(newer)).values()].includes('late')).toBe(appends === 'taken');
    });

    test('lives, ends when it is asked to, and is not started again', async () => {
      const { older, deployment } = upgrade;
      expect((await call(`${older.url}/livez`)).status).toBe(200);
      expect(await older.stop()).toBe(0);
      await expect(deployment.serve()).rejects.toThrow(/newer build|this program knows up to/);
      expect((await upgrade.append(newer, 'after')).event_id).toBeTruthy();
    });
  });
}
