/**
 * The engine key of the page's backend: by it alone may `x-tenant` name a visitor's own tenant
 * (docs/spec/decisions.md#7-tenants).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyService } from '../../../engine/keys/keys.ts';
import { LOCAL_TENANT } from '../../../gateway/operations/authenticate.ts';

/** Beside the other keys, readable by its owner only; it never reaches a browser. */
export const FRONT_KEY_FILE = 'front.key';
const OWNER_ONLY = 0o600;

export interface FrontKey {
  readonly org: string;
  readonly key: string;
  readonly keyId: string;
}

/** Makes a key where there is none, and a new one where the old one has been revoked. */
export async function openFrontKey(keys: KeyService, dataFolder: string): Promise<FrontKey> {
  const path = join(dataFolder, FRONT_KEY_FILE);
  const known = (await readFile(path, 'utf8').catch(() => '')).trim();
  const verified = await keys.verifyKey(known);
  if (verified.ok) return { ...verified.value, key: known };
  const { key, org, key_id: keyId } = await keys.mintKey(LOCAL_TENANT);
  await writeFile(path, `${key}\n`, { mode: OWNER_ONLY });
  return { org, key, keyId };
}
