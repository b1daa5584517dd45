import { expect, onTestFinished, test } from 'vitest';
import type { SourceFile } from '../../../engine/ingest/ingest.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

/** More than are looked up in the log together. */
const MANY = 1_000;

/** Small files, one after the other. */
class Source {
  given = 0;
  isClosed = false;

  async *files(): AsyncGenerator<SourceFile> {
    try {
      for (; this.given < MANY; this.given += 1) {
        yield { name: `${this.given}.txt`, bytes: new TextEncoder().encode('The pier has 12 lamps.') };
      }
    } finally {
      this.isClosed = true;
    }
  }
}

test('an ingest that fails while its files are read closes their source', async () => {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  const failing: Partial<typeof store> = {
    ranges: () => Promise.reject(new StoreUnavailable('no reads')),
  };
  const engine = createTestEngine({ ...store, ...failing });
  const source = new Source();
  const ingested = engine.ingest(source.files(), {
    corpus: 'pier',
    source: 'test',
    onProgress: () => undefined,
  });
  await expect(ingested).rejects.toThrow('no reads');
  expect(source.given).toBeLessThan(MANY);
  expect(source.isClosed).toBe(true);
});
