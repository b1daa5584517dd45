import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../../bin/cli/settings.ts';
import { EVAL_CORPUS, ingestForEval, openEvalStore } from '../../../eval/measure/eval-store.ts';

/** A model is asked for that is not there. */
async function settings() {
  const folder = await mkdtemp(join(tmpdir(), 'adduce-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return readSettings({ ADDUCE_DATA: folder, ADDUCE_EMBEDDER: 'minilm' });
}

describe('the store of an evaluation', () => {
  it('ranks by the corpus alone unless the chosen model is asked for', async () => {
    await using store = await openEvalStore(await settings());
    expect(store.engine.embedding).toBeNull();
  });

  it('has the model that the settings choose, and refuses one that is not added', async () => {
    const remote = { ADDUCE_EMBEDDER_URL: 'http://127.0.0.1:9/v1', ADDUCE_EMBEDDER_MODEL: 'm' };
    await using store = await openEvalStore({ ...(await settings()), ...embedderOf(remote) }, 'chosen');
    expect(store.engine.embedding).not.toBeNull();
    await expect(openEvalStore(await settings(), 'chosen')).rejects.toThrow(
      'which is not added: adduce models add minilm',
    );
  });

  it('dates a document without a date the same on every day', async () => {
    await using store = await openEvalStore(await settings());
    const bytes = new TextEncoder().encode('# Oars\n\nThe oar is 3 metres long.\n');
    await ingestForEval(store.engine.ingest, [{ name: 'oars.md', bytes }]);
    const [artefacts] = await store.engine.store.ranges('artefacts', {
      by: [{ corpus: EVAL_CORPUS, after: -1 }],
      limit: 2,
    });
    expect(artefacts?.map(({ record }) => record.observed_at)).toEqual(['2026-11-23T00:00:00.000Z']);
  });
});

function embedderOf(env: Record<string, string>) {
  const { embedder } = readSettings(env);
  return { embedder };
}
