/** A store of its own for a demo: in a temporary folder that goes away with it, unless a folder is named. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Engine } from '../../../engine/engine.ts';
import { readRecord } from '../../../graph/store/records.ts';
import { usage } from '../failure.ts';
import { openEngine } from '../open-engine.ts';
import type { Settings } from '../settings.ts';
import { DEMO } from '../sources.ts';

export interface DemoStore extends AsyncDisposable {
  readonly engine: Engine;
}

/**
 * @param data undefined: a temporary folder
 * @throws {CommandFailure} where the corpus exists already: a demo needs a fresh one
 */
export async function openDemoStore(settings: Settings, data: string | undefined): Promise<DemoStore> {
  await using undo = new AsyncDisposableStack();
  const folder = data === undefined ? await mkdtemp(join(tmpdir(), 'adduce-demo-')) : resolve(data);
  if (data === undefined) undo.defer(() => rm(folder, { recursive: true, force: true }));
  const own: Settings = {
    ...settings,
    dataFolder: folder,
    graph: { kind: 'embedded', path: folder },
    corpus: DEMO.corpus,
    logKeyFile: null,
    tokenKeyFile: null,
    logNotesFile: null,
  };
  const { engine } = undo.use(await openEngine(own));
  if ((await readRecord(engine.store, 'corpora', DEMO.corpus)) !== null) {
    throw usage(`--data ${folder} holds the corpus ${DEMO.corpus} already: name a fresh folder`);
  }
  const opened = undo.move();
  return { engine, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
