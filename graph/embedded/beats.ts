/**
 * Signs of life in small files beside the store: they need no lock of it, no sync of the disk, and wake up no listener. A file
 * that is read while it is written may give a value that nobody wrote: it is another one than before, and so a sign of life too.
 */
import { constants, open, readFile } from 'node:fs/promises';
import { type Beats, checkBeat, MAX_BEAT } from '../store/beats.ts';
import { StoreUnavailable } from '../store/store.ts';

/** @param file of the store */
export function beatsBeside(file: string): Beats {
  return {
    beat: async (name, value) => {
      checkBeat(name, value);
      const path = `${file}-beat-${name}`;
      try {
        if (value !== undefined) await overwrite(path, value);
        return (await readFile(path, 'utf8')).trimEnd();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT' && value === undefined) return null;
        throw new StoreUnavailable(`${path} cannot be ${value === undefined ? 'read' : 'written'}`, {
          cause: error,
        });
      }
    },
  };
}

/** In place, so that a full disk has room for it once it is there. */
async function overwrite(path: string, value: string): Promise<void> {
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT);
  try {
    // All of the same length: nothing is left of a longer one.
    await handle.write(value.padEnd(MAX_BEAT), 0);
  } finally {
    await handle.close();
  }
}
