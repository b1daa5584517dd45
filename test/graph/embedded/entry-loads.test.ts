/** How often entries are decoded that are read together. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { embeddedFile } from '../../../graph/embedded/open.ts';
import { openReader } from '../../../graph/embedded/open-reader.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { entry } from '../../conformance/graph-store/records.ts';
import { range } from '../../conformance/graph-store/world.ts';
import { openForTest, testFolder } from './folder.ts';

it.each([100, 5_000])(
  'decodes each of %i entries once, also where more are read than are cached',
  async (count) => {
    const path = await testFolder();
    const store = await openForTest({ path });
    const seqs = range(count);
    await save(store, { entries: seqs.map((seq) => entry(seq)) });
    const connection = openReader(await embeddedFile(path), { cacheKib: 1_024 });
    onTestFinished(() => connection.close());
    const { entries } = connection;
    const decoded = vi.spyOn(entries, 'of');
    // Rows of several kinds may name one entry.
    entries.load([...seqs, ...seqs]);
    expect(seqs.map((seq) => entries.find(seq)?.entry.seq)).toEqual(seqs);
    expect(decoded).toHaveBeenCalledTimes(count);
  },
);
