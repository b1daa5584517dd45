/** A key service on a real store, with a clock that a test sets. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createKeyService } from '../../../engine/keys/create-key-service.ts';
import type { KeyService, MintTokenRequest } from '../../../engine/keys/keys.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { openForTest, testFolder } from '../../graph/embedded/folder.ts';

const START = '2026-11-21T09:00:00.000Z';

export interface KeyStore {
  readonly store: GraphStore;
  readonly writer: LogWriter;
  readonly keys: KeyService;
  readonly tokenKey: KeyObject;
  readonly path: string;
  setTime(instant: string): void;
}

export interface KeyStoreOptions {
  readonly audience?: string;
  /** A store and its token key that another service has already. */
  readonly beside?: Pick<KeyStore, 'path' | 'tokenKey'>;
}

export async function openKeyStore({ audience, beside }: KeyStoreOptions = {}): Promise<KeyStore> {
  const path = beside?.path ?? (await testFolder());
  const store = await openForTest({ path });
  let now = START;
  const clock = { now: () => now };
  const writer = new LogWriter(store, clock.now);
  const tokenKey = beside?.tokenKey ?? generateKeyPairSync('ed25519').privateKey;
  const keys = createKeyService({ store, writer, clock, tokenKey, ...(audience && { audience }) });
  onTestFinished(() => keys[Symbol.dispose]());
  return {
    store,
    writer,
    keys,
    tokenKey,
    path,
    setTime: (instant) => {
      now = instant;
    },
  };
}

const MINT: MintTokenRequest = {
  capabilities: ['svc.evidence', 'wiki.search'],
  standing: 700,
  ttl: 'P30D',
  actor: null,
};

/** Mints a token that the test needs to have. */
export async function minted(keys: KeyService, request: Partial<MintTokenRequest> = {}) {
  const outcome = await keys.mintToken({ ...MINT, ...request });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

/** What verifying ended in: the grant, or the reason of the refusal. */
export async function verified(keys: KeyService, token: string) {
  const outcome = await keys.verifyToken(token);
  return outcome.ok ? outcome.value : outcome.refusal.reason;
}
