/** The key service alone: minting needs no language model, and answers at once. */
import { createKeyService } from '../../engine/keys/create-key-service.ts';
import type { KeyService } from '../../engine/keys/keys.ts';
import { LogWriter } from '../../graph/log/writer.ts';
import { openKeys } from './open-keys.ts';
import { openStore } from './open-store.ts';
import type { Settings } from './settings.ts';
import { SYSTEM_CLOCK } from './system-clock.ts';

export interface OpenedKeyService extends AsyncDisposable {
  readonly service: KeyService;
}

/** Throws as `openStore` and `openKeys`. */
export async function openKeyService(settings: Settings): Promise<OpenedKeyService> {
  const store = await openStore(settings.graph);
  try {
    const { tokenKey } = await openKeys(store, settings);
    const writer = new LogWriter(store, () => SYSTEM_CLOCK.now());
    const service = createKeyService({ store, writer, clock: SYSTEM_CLOCK, tokenKey });
    const close = async () => {
      service[Symbol.dispose]();
      await writer.settled();
      await store[Symbol.asyncDispose]();
    };
    return { service, [Symbol.asyncDispose]: close };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}
