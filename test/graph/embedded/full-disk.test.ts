/** A disk without room: writes are refused and leave nothing, reads go on, and writes go on by themselves once there is room. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import { SmallDisk, whyNoSmallDisk } from '../../setup/small-disk.ts';
import { append, range, storedSeqs } from './append.ts';

const MB = 1024 * 1024;
const reason = whyNoSmallDisk();

describe.skipIf(reason !== null)(
  `a full disk${reason === null ? '' : ` (${reason})`}`,
  { timeout: 60_000 },
  () => {
    let disk: SmallDisk;
    let store: GraphStore;
    const path = () => join(disk.folder, 'store');

    beforeEach(async () => {
      disk = await SmallDisk.mount(64 * MB);
      mkdirSync(path());
      store = await openEmbedded({ path: path() });
    });
    afterEach(async () => {
      await store[Symbol.asyncDispose]();
      await disk[Symbol.asyncDispose]();
    });

    /** Appends until one is refused; gives how many were not. */
    async function appendUntilRefused(bytes: number): Promise<number> {
      for (let count = 0; count < 10_000; count += 1) {
        try {
          await append(store, bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(StoreUnavailable);
          expect(String(error)).toContain('SQLITE_FULL');
          return count;
        }
      }
      throw new Error('the disk was never full');
    }

    // Small ones fail in their commit, large ones before it, when SQLite's own memory is full.
    it.each([2_000, 60_000, 4 * MB])(
      'refuses appends of %i bytes and takes them again once there is room',
      async (bytes) => {
        await append(store, 100);
        for (let round = 0; round < 3; round += 1) {
          await disk.fill(3 * MB);
          const { size } = await store.head();
          const taken = await appendUntilRefused(bytes);
          expect((await store.head()).size).toBe(size + taken);
          await disk.clear();
          expect(await append(store, bytes)).toBe(size + taken);
        }
        const { size } = await store.head();
        expect(await storedSeqs(store)).toEqual(range(size));
        await store[Symbol.asyncDispose]();
        store = await openEmbedded({ path: path() });
        expect(await storedSeqs(store)).toEqual(range(size));
      },
    );

    it('is reported while it lasts, and no longer, with or without writes', async () => {
      await append(store, 100);
      expect(await store.writeRefusal()).toBeNull();
      await disk.fill();
      await appendUntilRefused(60_000);
      expect(await store.writeRefusal()).toMatch(/disk is full/);
      await sleep(600);
      expect(await store.writeRefusal()).toMatch(/disk is full/);
      await disk.clear();
      await expect.poll(() => store.writeRefusal()).toBeNull();
      expect(await append(store, 60_000)).toBe((await store.head()).size - 1);
    });

    it('is no longer reported once an append was taken', async () => {
      await disk.fill();
      await appendUntilRefused(60_000);
      await disk.clear();
      await append(store, 100);
      expect(await store.writeRefusal()).toBeNull();
    });

    it('leaves what others read: every committed entry, and none of the refused', async () => {
      for (const _ of range(5)) await append(store, 1_000);
      await disk.fill();
      const taken = await appendUntilRefused(60_000);
      const other = await openEmbedded({ path: path() });
      expect(await storedSeqs(other)).toEqual(range(5 + taken));
      await other[Symbol.asyncDispose]();
    });
  },
);
