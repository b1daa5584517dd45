/** An engine over the store and keys that the settings name. */
import { createEngine } from '../../engine/create-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { createKeyService } from '../../engine/keys/create-key-service.ts';
import { OnnxEmbedder } from '../../engine/retrieve/embed/onnx-embedder.ts';
import type { TrustPolicy } from '../../engine/select/trust-policy.ts';
import { createStubIds } from '../../engine/stubs/stub-ids.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import type { GraphStore } from '../../graph/store.ts';
import { openEmbedder } from './open-embedder.ts';
import { type InstallationKeys, openKeys } from './open-keys.ts';
import { openStore } from './open-store.ts';
import { readTrustPolicy } from './read-trust-policy.ts';
import type { Settings } from './settings.ts';
import { SYSTEM_CLOCK } from './system-clock.ts';

export interface OpenedEngine extends AsyncDisposable {
  readonly engine: Engine;
  readonly keys: InstallationKeys;
}

/** Disposing waits for accepted writes and closes the store. Throws as `openStore` and `openKeys`. */
export async function openEngine(settings: Settings): Promise<OpenedEngine> {
  // First: a model that is not there is a mistake of the settings, and so is a policy.
  const embedder = openEmbedder(settings.embedder);
  const policy = readTrustPolicy(settings.trustPolicyFile);
  const store = await openStore(settings.graph);
  try {
    return engineOver(store, await openKeys(store, settings), embedder, policy, settings.corpus);
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

function engineOver(
  store: GraphStore,
  keys: InstallationKeys,
  embedder: ReturnType<typeof openEmbedder>,
  policy: TrustPolicy,
  defaultCorpus: string | null,
): OpenedEngine {
  const { tokenKey, sign } = keys;
  // Filled while the engine is built, which is also when its key service begins to follow the log.
  const follows = new DisposableStack();
  const engine = createEngine({
    store,
    clock: SYSTEM_CLOCK,
    policy,
    sign,
    defaultCorpus,
    keys: (writer: LogWriter) =>
      follows.use(createKeyService({ store, writer, clock: SYSTEM_CLOCK, tokenKey })),
    stubs: createStubIds(tokenKey),
    embedder,
  });
  return {
    engine,
    keys,
    [Symbol.asyncDispose]: async () => {
      follows.dispose();
      if (embedder instanceof OnnxEmbedder) await embedder[Symbol.asyncDispose]();
      await engine.writer.settled();
      await store[Symbol.asyncDispose]();
    },
  };
}
