/**
 * The files of the log's private keys. The one that signs is at the path of the settings; while one key takes over from
 * another, the old one lies beside it. Which is which the store says, not the name: a rotation that broke off between
 * the store and the files has lost nothing.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { verifierText } from '../../graph/log/checkpoint.ts';
import type { LogKey } from '../../graph/log/key-list.ts';
import { readKeyFile } from './key-file.ts';

/** Endings of the files beside the key's own. */
export const NEXT = '.next';
export const PREVIOUS = '.previous';

interface KeyFile {
  readonly path: string;
  readonly key: KeyObject;
}

/** The private keys that sign now and are here, newest first; null where the newest is not. */
export async function signingKeys(path: string, keys: readonly LogKey[]): Promise<KeyObject[] | null> {
  const files = await keyFiles(path);
  const [newest, ...older] = signing(keys).map((one) => fileOf(files, one)?.key);
  return newest === undefined ? null : [newest, ...older.filter((key) => key !== undefined)];
}

/** Keys that sign now, newest first. */
export function signing(keys: readonly LogKey[]): LogKey[] {
  return keys.filter(({ untilSize }) => untilSize === null).toReversed();
}

/** Gives the files the names of what the store says they are; keys that sign no more go. */
export async function settleFiles(path: string, keys: readonly LogKey[]): Promise<void> {
  const files = await keyFiles(path);
  const [newest, older] = signing(keys);
  const current = newest && fileOf(files, newest);
  if (current === undefined) throw new TypeError('the key that signs is in none of its files');
  const previous = older && fileOf(files, older);
  // First out of the way, then into place: at every step each key is in a file that is looked at.
  if (previous !== undefined && previous.path !== path + PREVIOUS)
    await rename(previous.path, path + PREVIOUS);
  if (current.path !== path) await rename(current.path, path);
  if (previous === undefined) await rm(path + PREVIOUS, { force: true });
}

async function keyFiles(path: string): Promise<KeyFile[]> {
  const files: KeyFile[] = [];
  for (const one of [path, path + NEXT, path + PREVIOUS]) {
    const key = await readKeyFile(one);
    if (key !== null) files.push({ path: one, key });
  }
  return files;
}

function fileOf(files: readonly KeyFile[], { verifier }: LogKey): KeyFile | undefined {
  const text = verifierText(verifier);
  return files.find(({ key }) => verifierText({ name: verifier.name, key: createPublicKey(key) }) === text);
}
