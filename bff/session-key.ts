/** The key that signs sessions and invitations: 32 random bytes in the data folder, readable by its owner only. */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** In the data folder. */
export const SESSION_KEY_FILE = 'session.key';
const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;

/** Makes the key where there is none. @throws {Error} naming the file where it holds something else */
export async function openSessionKey(dataFolder: string): Promise<Uint8Array> {
  const file = join(dataFolder, SESSION_KEY_FILE);
  const key = (await readKey(file)) ?? (await makeKey(file));
  if (key.length === KEY_BYTES) return key;
  throw new Error(`${file} is not a session key of ${KEY_BYTES} bytes: remove it, and every session ends`);
}

async function readKey(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** `link` fails where the file exists: two processes that start together both use the key of the first. */
async function makeKey(file: string): Promise<Uint8Array> {
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(own, randomBytes(KEY_BYTES), { mode: OWNER_ONLY, flag: 'wx', flush: true });
  try {
    await link(own, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(own, { force: true });
  }
  return readFile(file);
}
