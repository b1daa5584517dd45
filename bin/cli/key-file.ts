/** Files that hold one Ed25519 private key in PEM (PKCS #8), readable by their owner only. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EXIT } from './exit-code.ts';
import { CommandFailure } from './failure.ts';

const OWNER_ONLY = 0o600;
/** Bits of a mode that let anybody else in. */
const OTHERS = 0o077;

/** The key of a file, null where there is no such file. @throws {CommandFailure} for a file that holds something else */
export async function readKeyFile(path: string): Promise<KeyObject | null> {
  const pem = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CommandFailure(EXIT.error, 'key_file', `the key ${path} cannot be read: ${error.message}`);
  });
  return pem === null ? null : parseKey(pem, path);
}

function parseKey(pem: string, path: string): KeyObject {
  const fault = new CommandFailure(EXIT.error, 'key_file', `${path} holds no Ed25519 private key in PEM`);
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    throw fault;
  }
  throw fault;
}

/**
 * Nobody but the owner may read or write the file. A file that the settings name may be a secret of another form, whose
 * access is its platform's matter; this is for those that we make.
 * @throws {CommandFailure} naming the mode
 */
export async function assertOwnerOnly(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const found = await stat(path).catch(() => null);
  const mode = (found?.mode ?? 0) & 0o777;
  if ((mode & OTHERS) === 0) return;
  const message = `the key ${path} is open to others (mode ${mode.toString(8)}): chmod 600 it`;
  throw new CommandFailure(EXIT.error, 'key_file', message);
}

/** Makes the file with a new key, unless another process has just done so: both then use the key of the first. */
export async function makeKeyFile(path: string): Promise<KeyObject> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
  await mkdir(dirname(path), { recursive: true });
  const whole = `${path}.${randomUUID()}`;
  await writeFile(whole, pem, { mode: OWNER_ONLY, flag: 'wx' });
  try {
    // A link appears at once and whole, and never replaces what is there.
    await link(whole, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(whole);
  }
  const key = await readKeyFile(path);
  if (key === null) throw new CommandFailure(EXIT.error, 'key_file', `the key ${path} went away`);
  return key;
}
