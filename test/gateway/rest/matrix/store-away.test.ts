/** Wherever in a write the store goes away: either the caller gets an error and nothing is stored, or the reply reports what is stored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handle } from '../../../../gateway/http/connection.ts';
import { type GraphStore, type GraphTransaction, StoreUnavailable } from '../../../../graph/store/store.ts';
import { type Received, received, requestTo } from '../rest-fixture.ts';
import type { Attempt, OperationCases } from './cases.ts';
import { deleteKey } from './delete-key.ts';
import { postAnnotations } from './post-annotations.ts';
import { postAnswers } from './post-answers.ts';
import { postEvidence } from './post-evidence.ts';
import { postKeys } from './post-keys.ts';
import { CALLER, openScene, type Scene } from './scene.ts';

const WRITES = [postAnnotations, postEvidence, postKeys, deleteKey];
/** More than any write makes. */
const MAX_CALLS = 200;

/** A store that answers so many calls and then none, inside transactions too. */
class Leaving {
  readonly store: GraphStore;
  #left = Number.POSITIVE_INFINITY;

  constructor(real: GraphStore) {
    this.store = this.#watched(real);
  }

  /** From now on, and none of those before count. */
  after(calls: number): void {
    this.#left = calls;
  }

  get isGone(): boolean {
    return this.#left < 0;
  }

  #watched<T extends GraphStore | GraphTransaction>(real: T): T {
    return new Proxy(real, {
      get: (_, name) => {
        const member: unknown = Reflect.get(real, name);
        if (typeof member !== 'function' || name === 'onCommit') return member;
        return (...args: unknown[]) => {
          this.#left -= 1;
          if (this.#left < 0) return Promise.reject(new StoreUnavailable('gone'));
          return member.apply(real, name === 'transact' ? args.map((work) => this.#inside(work)) : args);
        };
      },
    });
  }

  /** The work of a transaction, with the transaction watched too. */
  #inside(work: unknown): unknown {
    return typeof work === 'function' ? (tx: GraphTransaction) => work(this.#watched(tx)) : work;
  }
}

let scene: Scene;
let leaving: Leaving;
let rest: Handle;

beforeAll(async () => {
  scene = await openScene();
  leaving = new Leaving(scene.fixture.store);
  rest = scene.fixture.rest({}, scene.fixture.engineOver(leaving.store));
});

afterAll(() => scene[Symbol.asyncDispose]());

async function sent(handle: Handle, { contract }: OperationCases, attempt: Attempt): Promise<Received> {
  const { path, body, bearer: token = null } = attempt;
  return received(await handle(requestTo(path, { method: contract.method, body, token }), CALLER));
}

async function sizeOfLog(): Promise<number> {
  return (await scene.fixture.store.head()).size;
}

/** Sends a new request for each call that the store may leave at; gives how many there are. */
async function sweep(
  cases: OperationCases,
  onRefused: (attempt: Attempt, stored: number) => Promise<void>,
): Promise<number> {
  for (let calls = 0; calls < MAX_CALLS; calls += 1) {
    const attempt = await cases.ok.make(scene);
    const before = await sizeOfLog();
    leaving.after(calls);
    const { status, body } = await sent(rest, cases, attempt);
    const { isGone } = leaving;
    leaving.after(Number.POSITIVE_INFINITY);
    const stored = (await sizeOfLog()) - before;
    if (status === cases.contract.reply.status) {
      expect(stored).toBeGreaterThan(0);
      if (!isGone) return calls;
    } else {
      expect([status, body.error.reason]).toEqual([503, 'upstream:unavailable']);
      await onRefused(attempt, stored);
    }
  }
  throw new Error(`more than ${MAX_CALLS} calls`);
}

describe.each(WRITES)('$contract.id', (cases) => {
  it('that is refused has stored nothing, and succeeds when it is sent again', async () => {
    const calls = await sweep(cases, async (attempt, stored) => {
      expect(stored).toBe(0);
      expect((await sent(rest, cases, attempt)).status).toBe(cases.contract.reply.status);
    });
    expect(calls).toBeGreaterThan(1);
  });
});

describe('ask', () => {
  it('that could not send its answer sends the same one to a repeated request', async () => {
    const calls = await sweep(postAnswers, async (attempt, stored) => {
      const before = await sizeOfLog();
      const { status, body } = await sent(rest, postAnswers, attempt);
      expect(status).toBe(200);
      expect(body.answer_id).toMatch(/^ans_/);
      if (stored > 0) expect(await sizeOfLog()).toBe(before);
    });
    expect(calls).toBeGreaterThan(1);
  });
});
