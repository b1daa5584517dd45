/** Two gateways on one stack, each with a data folder of its own, as on two machines. */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../bin/cli/open-store.ts';
import { readSettings } from '../../bin/cli/settings.ts';
import type { EventId } from '../../graph/address.ts';
import type { Service, Settings } from '../../test/e2e/adduce-process.ts';
import { mintAgent } from '../../test/e2e/agents.ts';
import { ask } from '../../test/e2e/caller.ts';
import type { Deployment } from '../../test/e2e/deployment.ts';
import { deployFacts, QUESTIONS } from '../../test/e2e/facts.ts';
import type { Stack } from './stack.ts';

/** The gateway on which faults are made, and the one that is to go on. */
export const FAULTY = 0;
export const OTHER = 1;

const PAGE = 1_000;

/** An append as the log holds it. */
export interface LoggedAppend {
  readonly eventId: EventId;
  readonly ref: string;
}

export class Cluster implements AsyncDisposable {
  readonly stack: Stack;
  readonly token: string;
  readonly claims: readonly string[];
  readonly gateways: Service[];
  readonly #deployment: Deployment;
  readonly #settings: readonly Settings[];

  private constructor(
    stack: Stack,
    deployment: Deployment,
    {
      token,
      claims,
      gateways,
      settings,
    }: Pick<Cluster, 'token' | 'claims' | 'gateways'> & {
      readonly settings: readonly Settings[];
    },
  ) {
    this.stack = stack;
    this.token = token;
    this.claims = claims;
    this.gateways = gateways;
    this.#deployment = deployment;
    this.#settings = settings;
  }

  /** @param dataFolder of the first gateway, empty; null: one beside the other's */
  static async start(stack: Stack, dataFolder: string | null = null): Promise<Cluster> {
    const deployment = await deployFacts(stack.store);
    const { token } = await mintAgent(deployment.settings);
    const own = await ownFolder(deployment, stack, dataFolder);
    // Where the store is in the folder, the other gateway has the same one.
    const other = isFile(stack) ? own : {};
    const settings = [
      { ...stack.settings, ...stack.proxied(deployment.settings), ...own },
      { ...stack.settings, ...other },
    ];
    const gateways: Service[] = [];
    // One after the other, so that the first has the leases.
    for (const one of settings) gateways.push(await deployment.serve(one));
    const url = gateways[OTHER]?.url ?? '';
    const claims: string[] = [];
    for (const { q } of QUESTIONS)
      claims.push(...(await ask(url, { q })).claims.slice(0, 1).map(({ addr }) => addr));
    return new Cluster(stack, deployment, { token, claims, gateways, settings });
  }

  /** Starts a gateway that was killed. */
  async restart(gateway: number): Promise<void> {
    this.gateways[gateway] = await this.#deployment.serve(this.#settings[gateway]);
  }

  /** Every append of the log whose ref begins so. */
  async logged(prefix: string): Promise<LoggedAppend[]> {
    const { graph } = readSettings({ ...this.#deployment.settings, ...this.#settings[OTHER] });
    await using store = await openStore(graph);
    const found: LoggedAppend[] = [];
    for (let after = -1; ; ) {
      const page = await store.entries({ after, limit: PAGE, types: ['evidence.appended'] });
      for (const { entry } of page) {
        if (entry.body.type !== 'evidence.appended') continue;
        const { event_id: eventId, evidence } = entry.body.entry;
        const ref = evidence[0]?.ref ?? '';
        if (ref.startsWith(prefix)) found.push({ eventId, ref });
      }
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return found;
      after = last.entry.seq;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#deployment[Symbol.asyncDispose]();
  }
}

/** A copy of the data folder as it is before the gateways start. */
async function ownFolder(
  { settings, folder }: Deployment,
  stack: Stack,
  dataFolder: string | null,
): Promise<Settings> {
  if (isFile(stack) && dataFolder === null) return {};
  const path = dataFolder ?? join(folder, 'first');
  await mkdir(path, { recursive: true });
  await cp(settings.ADDUCE_DATA ?? '', path, { recursive: true });
  return { ADDUCE_DATA: path };
}

function isFile({ proxies }: Stack): boolean {
  return proxies.length === 0;
}
