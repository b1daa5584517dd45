import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes a file into folders that have none of its name. It is made once in a process: most tests take less time than its tables do.
 * @param make leaves the file in a folder, and nothing open
 */
export function madeFile(
  name: string,
  make: (folder: string) => Promise<void>,
): (folder: string) => Promise<void> {
  let made: Promise<Uint8Array> | null = null;
  return async (folder) => {
    made ??= bytesOf(name, make);
    try {
      await writeFile(join(folder, name), await made, { flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  };
}

async function bytesOf(name: string, make: (folder: string) => Promise<void>): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'adduce-made-'));
  try {
    await make(folder);
    return await readFile(join(folder, name));
  } finally {
    await rm(folder, { recursive: true });
  }
}
