/** One process of several on a store: an engine with its writer and monitor, and the fan-out of its subscribers. */
import type { Engine } from '../../engine/engine.ts';
import { FanOut } from '../../gateway/graphql/fan-out/fan-out.ts';
import { findingsTopic } from '../../gateway/graphql/fan-out/findings-topic.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { createTestEngine } from '../engine/test-engine.ts';
import type { Gates } from './gates.ts';

export const TENANT = 'local';

/** A client that follows all verdicts and resumes after the last one that it has. */
export interface Follower {
  /** Positions of the verdicts that it has received, in order. */
  readonly received: number[];
  /** The position that it began behind. */
  readonly begin: number;
  /** Null: it has to connect. */
  gateway: Gateway | null;
}

export class Gateway {
  readonly name: string;
  readonly engine: Engine;
  readonly #fanOut: FanOut;
  isPaused = false;

  /** @param name of this process alone. @param now its own clock */
  constructor(name: string, gates: Gates, store: GraphStore, now: () => string) {
    this.name = name;
    const gated = gates.storeOf(name, store);
    this.engine = createTestEngine(gated, { now });
    // Reads that failed are made again: by the monitor and the tails themselves.
    this.engine.monitor.follow(() => undefined);
    this.#fanOut = new FanOut(gated, () => undefined);
  }

  follow(follower: Follower): void {
    const after = follower.received.at(-1) ?? follower.begin;
    follower.gateway = this;
    const subscriber = this.#fanOut.subscribe(
      { topic: findingsTopic(this.engine.store, TENANT), keys: null, after },
      {
        key: 'positions',
        render: async ({ seq, subject }) => ({ seq, subject, bytes: 1, value: seq, hasErrors: false }),
        told: (fault) => fault,
      },
      {
        accept: ({ seq }) => follower.received.push(seq) > 0,
        available: () => {
          for (let item = subscriber.take(); item !== undefined; item = subscriber.take()) {
            follower.received.push(item.seq);
          }
        },
        ended: () => {
          if (follower.gateway === this) follower.gateway = null;
        },
      },
    );
    subscriber.start();
  }
}
