/** A real engine over any store, with a clock that tests set. */
import { generateKeyPairSync } from 'node:crypto';
import { createEngine, type EngineOptions } from '../../engine/create-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { createKeyService } from '../../engine/keys/create-key-service.ts';
import type { Embedder } from '../../engine/ports.ts';
import { DEFAULT_TRUST_POLICY, type TrustPolicy } from '../../engine/select/trust-policy.ts';
import { createStubIds } from '../../engine/stubs/stub-ids.ts';
import { signCheckpoint, type Verifier } from '../../graph/log/checkpoint.ts';
import type { Checkpoint } from '../../graph/log/checkpoint-note.ts';
import type { GraphStore } from '../../graph/store/store.ts';

const ORIGIN = 'test.adduce.example/log';
const logKey = generateKeyPairSync('ed25519');
const tokenKey = generateKeyPairSync('ed25519').privateKey;
const stubs = createStubIds(tokenKey);

/** What checkpoints of test engines verify under. */
export const testVerifier: Verifier = { name: ORIGIN, key: logKey.publicKey };

export class TestClock {
  #now: string;
  constructor(now = '2026-10-01T12:00:00.000Z') {
    this.#now = now;
  }
  now(): string {
    return this.#now;
  }
  set(now: string): void {
    this.#now = now;
  }
}

export function createTestEngine(
  store: GraphStore,
  clock: { now(): string } = new TestClock(),
  embedder: Embedder | null = null,
  policy: TrustPolicy = DEFAULT_TRUST_POLICY,
  hooks: Pick<EngineOptions, 'ended' | 'maker' | 'judge' | 'chooser' | 'onFault' | 'reading'> = {},
): Engine {
  const sign = async (head: Omit<Checkpoint, 'origin'>) =>
    signCheckpoint({ origin: ORIGIN, ...head }, logKey.privateKey);
  return createEngine({
    store,
    clock,
    policy,
    sign,
    defaultCorpus: null,
    keys: (writer) => createKeyService({ store, writer, clock, tokenKey }),
    stubs,
    embedder,
    ...hooks,
  });
}
