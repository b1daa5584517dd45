/** As whom the page's backend asks: nobody needs a key where answers are open, else it holds one of its own. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyService } from '../../../engine/keys/keys.ts';
import { LOCAL_TENANT } from '../../../gateway/rest/authenticate.ts';
import type { Settings } from '../settings.ts';

/** Beside the other keys, readable by its owner only; it never reaches a browser. */
const FILE = 'front.key';
const OWNER_ONLY = 0o600;

export interface FrontKey {
  readonly org: string;
  readonly key: string | null;
}

/** Makes a key where there is none, and a new one where the old one has been revoked. */
export async function openFrontKey(
  keys: KeyService,
  { engineAuth, dataFolder }: Settings,
): Promise<FrontKey> {
  if (engineAuth === 'open') return { org: LOCAL_TENANT, key: null };
  const path = join(dataFolder, FILE);
  const known = (await readFile(path, 'utf8').catch(() => '')).trim();
  const verified = await keys.verifyKey(known);
  if (verified.ok) return { org: verified.value.org, key: known };
  const { key, org } = await keys.mintKey(LOCAL_TENANT);
  await writeFile(path, `${key}\n`, { mode: OWNER_ONLY });
  return { org, key };
}
