/**
 * One schedule: clients append evidence through several gateways on one store while calls fail, acknowledgements get lost,
 * gateways stop for a while or for good, notifications come late and clocks disagree. Then all faults end, everything comes to rest,
 * and the store must hold what was promised. The seed decides everything.
 */
import type { EvidenceRequest } from '../../engine/ledger/evidence-request.ts';
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { StoreUnavailable } from '../../graph/store/store.ts';
import { Gates, type WaitingCall } from './gates.ts';
import { type Follower, Gateway } from './gateway.ts';
import { Random } from './random.ts';

const GATEWAYS = 3;
const CLIENTS = 2;
const APPENDS_OF_EACH = 2;
const FOLLOWERS = 2;
const STEPS = 80;
/** Longer than what any part waits before it tries again. */
const PATIENCE_MS = 5_000;
const MAX_REST_STEPS = 20_000;
/** Clocks of two gateways differ by so much at most. */
const MAX_SKEW_MS = 90_000;

/** What a schedule works on. */
export interface Scene {
  readonly store: GraphStore;
  readonly corpus: string;
  readonly claims: readonly ClaimAddr[];
  readonly artefacts: readonly ArtefactId[];
  readonly startMs: number;
  /** Lets the timers of all gateways run. */
  readonly advanceTimers: (ms: number) => void;
}

/** An append that its client repeats under one key until it is acknowledged. */
export interface SimulatedAppend {
  readonly request: EvidenceRequest;
  /** The event that was acknowledged, null before. */
  acknowledged: string | null;
  /** An acknowledgement of another event than the first one. */
  contradicted: boolean;
}

export interface Outcome {
  readonly appends: readonly SimulatedAppend[];
  readonly followers: readonly Follower[];
  /** What no client should ever get. */
  readonly faults: readonly string[];
  /** Every decision, for comparing two runs. */
  readonly trace: readonly string[];
}

interface Client {
  readonly appends: readonly SimulatedAppend[];
  /** The gateway that has its request; null: none. */
  asked: Gateway | null;
}

export async function runSchedule(seed: number, scene: Scene): Promise<Outcome> {
  const schedule = new Schedule(seed, scene);
  await schedule.prepare();
  for (let step = 0; step < STEPS; step += 1) await schedule.step();
  return schedule.rest();
}

class Schedule {
  readonly #seed: number;
  readonly #random: Random;
  readonly #scene: Scene;
  readonly #gates = new Gates();
  readonly #gateways: Gateway[] = [];
  readonly #clients: readonly Client[];
  readonly #followers: Follower[] = [];
  readonly #faults: string[] = [];
  readonly #trace: string[] = [];
  #elapsedMs = 0;
  #started = 0;

  constructor(seed: number, scene: Scene) {
    this.#seed = seed;
    this.#random = new Random(seed);
    this.#scene = scene;
    this.#clients = Array.from({ length: CLIENTS }, (_, client) => ({
      appends: Array.from({ length: APPENDS_OF_EACH }, (_, n) => this.#appendOf(client, n)),
      asked: null,
    }));
  }

  async prepare(): Promise<void> {
    const { size } = await this.#scene.store.head();
    for (let n = 0; n < FOLLOWERS; n += 1)
      this.#followers.push({ received: [], begin: size - 1, gateway: null });
    for (let n = 0; n < GATEWAYS; n += 1) this.#gateways.push(this.#start());
    await this.#gates.settle();
  }

  async step(): Promise<void> {
    const random = this.#random;
    const up = new Set(this.#up().map(({ name }) => name));
    const calls = this.#gates.waiting.filter(({ gateway }) => up.has(gateway));
    const late = this.#gates.unnotified().filter((name) => up.has(name));
    const roll = random.below(100);
    if (roll < 60 && calls.length > 0) this.#release(random.pick(calls));
    else if (roll < 72 && late.length > 0) await this.#notify(random.pick(late));
    else if (roll < 84) this.#ask();
    else if (roll < 90) this.#connect();
    else if (roll < 93) this.#pauseOrResume(random.pick(this.#gateways));
    else if (roll < 95) this.#crash(random.pick(this.#gateways));
    else if (roll < 97) this.#withdraw();
    else this.#pass(random.below(PATIENCE_MS));
    await this.#gates.settle();
  }

  /** Ends all faults and goes on until nothing is left to do. */
  async rest(): Promise<Outcome> {
    this.#trace.push('rest');
    for (const gateway of this.#gateways) gateway.isPaused = false;
    let quietWaits = 0;
    for (let step = 0; quietWaits < 2; step += 1) {
      if (step > MAX_REST_STEPS) throw new Error(`schedule ${this.#seed} does not come to rest`);
      await this.#gates.settle();
      const [call] = this.#gates.waiting;
      const [late] = this.#gates.unnotified();
      if (call !== undefined) call.proceed();
      else if (late !== undefined) await this.#notify(late);
      else if (!this.#ask() && !this.#connect()) {
        this.#pass(PATIENCE_MS);
        quietWaits += 1;
        continue;
      }
      quietWaits = 0;
    }
    for (const { name } of this.#gateways) this.#gates.abandon(name);
    const appends = this.#clients.flatMap((client) => client.appends);
    return { appends, followers: this.#followers, faults: this.#faults, trace: this.#trace };
  }

  #release(call: WaitingCall): void {
    const { gateway, at } = call;
    const isFault = this.#random.chance(8);
    const fault = at === 'transact' && this.#random.chance(50) ? 'rollBack' : 'fail';
    const how = isFault ? fault : 'proceed';
    this.#trace.push(`${gateway} ${at} ${how}`);
    call[how]();
  }

  async #notify(gateway: string): Promise<void> {
    this.#trace.push(`${gateway} notified`);
    this.#gates.notify(gateway, (await this.#scene.store.head()).size);
  }

  /** Whether some client asked some gateway. */
  #ask(): boolean {
    const idle = this.#clients.filter((client) => client.asked === null && nextOf(client) !== undefined);
    const up = this.#up();
    if (idle.length === 0 || up.length === 0) return false;
    this.#send(this.#random.pick(idle), this.#random.pick(up));
    return true;
  }

  #send(client: Client, gateway: Gateway): void {
    const append = nextOf(client);
    if (append === undefined) return;
    this.#trace.push(`${gateway.name} asked ${append.request.idempotency?.key}`);
    client.asked = gateway;
    gateway.engine
      .appendEvidence(append.request)
      .then((outcome) => {
        if (!outcome.ok) this.#faults.push(outcome.refusal.reason);
        const id = outcome.ok ? outcome.value.entry.event_id : null;
        append.contradicted ||= append.acknowledged !== null && append.acknowledged !== id;
        append.acknowledged = id;
      })
      .catch((fault: unknown) => this.#note(fault))
      .finally(() => {
        if (client.asked === gateway) client.asked = null;
      });
  }

  /** Whether some follower connected. */
  #connect(): boolean {
    const away = this.#followers.filter(({ gateway }) => gateway === null);
    const up = this.#up();
    if (away.length === 0 || up.length === 0) return false;
    const gateway = this.#random.pick(up);
    this.#trace.push(`${gateway.name} followed`);
    gateway.follow(this.#random.pick(away));
    return true;
  }

  #pauseOrResume(gateway: Gateway): void {
    gateway.isPaused = !gateway.isPaused;
    this.#trace.push(`${gateway.name} ${gateway.isPaused ? 'paused' : 'resumed'}`);
  }

  /** The process is gone, and another one takes its place; clients and followers notice. */
  #crash(gateway: Gateway): void {
    this.#trace.push(`${gateway.name} killed`);
    this.#gates.abandon(gateway.name);
    for (const client of this.#clients) if (client.asked === gateway) client.asked = null;
    for (const follower of this.#followers) if (follower.gateway === gateway) follower.gateway = null;
    this.#gateways[this.#gateways.indexOf(gateway)] = this.#start();
  }

  /** An operator on one of the gateways; what comes of it is in the log or not. */
  #withdraw(): void {
    const gateway = this.#random.pick(this.#gateways);
    if (gateway.isPaused || !this.#random.chance(20)) return;
    const artefact = this.#random.pick(this.#scene.artefacts);
    this.#trace.push(`${gateway.name} withdraws ${artefact}`);
    gateway.engine
      .withdraw({ artefact, reason: 'retracted', by: null })
      .catch((fault: unknown) => this.#note(fault));
  }

  /** A store that is away is what a client expects. */
  #note(fault: unknown): void {
    if (!(fault instanceof StoreUnavailable)) this.#faults.push(String(fault));
  }

  #pass(ms: number): void {
    this.#trace.push(`${ms} ms pass`);
    this.#elapsedMs += ms;
    this.#scene.advanceTimers(ms);
  }

  #up(): Gateway[] {
    return this.#gateways.filter(({ isPaused }) => !isPaused);
  }

  #start(): Gateway {
    const skewMs = this.#random.below(MAX_SKEW_MS);
    const now = () => new Date(this.#scene.startMs + this.#elapsedMs + skewMs).toISOString();
    this.#started += 1;
    return new Gateway(`gateway ${this.#started}`, this.#gates, this.#scene.store, now);
  }

  #appendOf(client: number, n: number): SimulatedAppend {
    const actor = `s${this.#seed}-c${client}`;
    const key = `${actor}-${n}`;
    return {
      request: {
        claim: this.#random.pick(this.#scene.claims),
        corpus: this.#scene.corpus,
        kind: this.#random.chance(60) ? 'dispute' : 'corroborate',
        evidence: [{ ref: `https://${actor}.example/${n}`, hash: key, kind: 'source' }],
        attestations: [],
        stake: null,
        writer: { actor, actorRoot: actor, standing: 700, tokenId: actor, maySupersede: false },
        idempotency: { key, requestHash: key },
      },
      acknowledged: null,
      contradicted: false,
    };
  }
}

function nextOf({ appends }: Client): SimulatedAppend | undefined {
  return appends.find(({ acknowledged }) => acknowledged === null);
}
