/** An engine over the store and keys that the settings name. */
import { createEngine, type EngineOptions } from '../../engine/create-engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { createKeyService } from '../../engine/keys/create-key-service.ts';
import { plainLine } from '../../engine/plain-line.ts';
import type { Clock } from '../../engine/ports.ts';
import { READING_POLICY, type ReadingPolicy } from '../../engine/reading/rank/reading-policy.ts';
import { RemoteChooser } from '../../engine/remote/remote-chooser.ts';
import { RemoteJudge } from '../../engine/remote/remote-judge.ts';
import { OnnxEmbedder } from '../../engine/retrieve/embed/onnx-embedder.ts';
import { createStubIds } from '../../engine/stubs/stub-ids.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import { nudgedStore } from '../../graph/nudge/nudged-store.ts';
import type { Nudges } from '../../graph/nudge/nudges.ts';
import { type GraphStore, StoreCorrupted } from '../../graph/store/store.ts';
import { failureOf } from './failure.ts';
import { HeadFollower } from './follow-head.ts';
import { openEmbedder, openSentenceEmbedder } from './open-embedder.ts';
import { type InstallationKeys, openKeys } from './open-keys.ts';
import { type OpenStoreOptions, openStore } from './open-store.ts';
import { readTrustPolicy } from './read-trust-policy.ts';
import type { Settings } from './settings.ts';
import { SYSTEM_CLOCK } from './system-clock.ts';

export interface OpenedEngine extends AsyncDisposable {
  readonly engine: Engine;
  readonly keys: InstallationKeys;
  /** Receives faults of work beside the engine; the engine reports damage of the log. */
  readonly onFault: OnFault;
}

/** Is notified of faults that end nothing. */
type OnFault = (fault: unknown) => void;

/** In a line on standard error, for commands. */
const noteFault: OnFault = (fault) => process.stderr.write(`${plainLine(failureOf(fault).message)}\n`);

export interface OpenOptions extends OpenStoreOptions {
  readonly onFault?: OnFault;
  /** The learned policy by default. */
  readonly reading?: ReadingPolicy;
  /** Through it the processes on the store notify each other of commits; it is disposed of with the store. */
  readonly nudges?: Nudges | null;
  /** By default the machine's clock. */
  readonly clock?: Clock;
}

/**
 * Disposing ends a training, waits for accepted writes and closes the store. Throws as `openStore` and `openKeys`.
 */
export async function openEngine(
  settings: Settings,
  {
    onFault = noteFault,
    reading = READING_POLICY,
    clock = SYSTEM_CLOCK,
    nudges = null,
    ...opening
  }: OpenOptions = {},
): Promise<OpenedEngine> {
  // First: a missing model or policy is a mistake in the settings.
  const embedder = openEmbedder(settings.embedder);
  const sentenceEmbedder = openSentenceEmbedder(settings.embedder);
  const policy = readTrustPolicy(settings.trustPolicyFile);
  const opened = await openStore(settings.graph, opening);
  const store = nudges === null ? opened : nudgedStore(opened, nudges);
  try {
    return engineOver(store, await openKeys(store, settings), {
      policy,
      embedder,
      sentenceEmbedder,
      defaultCorpus: settings.corpus,
      judge: settings.stanceJudge && new RemoteJudge(settings.stanceJudge),
      chooser: settings.chooser && new RemoteChooser(settings.chooser),
      onFault,
      reading,
      clock,
    });
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

type Chosen = Pick<EngineOptions, 'policy' | 'defaultCorpus' | 'judge' | 'chooser' | 'reading' | 'clock'> & {
  readonly onFault: OnFault;
  readonly embedder: ReturnType<typeof openEmbedder>;
  readonly sentenceEmbedder: ReturnType<typeof openSentenceEmbedder>;
};

function engineOver(store: GraphStore, keys: InstallationKeys, chosen: Chosen): OpenedEngine {
  const { tokenKey, sign } = keys;
  let logDamage: string | null = null;
  const onFault: OnFault = (fault) => {
    if (fault instanceof StoreCorrupted) logDamage ??= fault.message;
    chosen.onFault(fault);
  };
  const follower = new HeadFollower(store, keys, onFault);
  // Filled while the engine is built, which is also when its key service begins to follow the log.
  const follows = new DisposableStack();
  const engine = createEngine({
    store,
    sign,
    ...chosen,
    onFault,
    logDamage: () => logDamage,
    keys: (writer: LogWriter) =>
      follows.use(createKeyService({ store, writer, clock: chosen.clock, tokenKey })),
    stubs: createStubIds(tokenKey),
  });
  return {
    engine,
    keys,
    onFault,
    [Symbol.asyncDispose]: async () => {
      follows.dispose();
      await engine.training[Symbol.asyncDispose]();
      if (chosen.embedder instanceof OnnxEmbedder) await chosen.embedder[Symbol.asyncDispose]();
      await chosen.sentenceEmbedder?.[Symbol.asyncDispose]();
      await engine.writer.settled();
      await follower.stop();
      await store[Symbol.asyncDispose]();
    },
  };
}
