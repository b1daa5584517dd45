/** Changing the log's key: both sign for a while, so that holders of the old one can follow; then the old one ends. */
import { createPublicKey } from 'node:crypto';
import { verifierText } from '../../graph/log/checkpoint.ts';
import { endorse } from '../../graph/log/key-endorsement.ts';
import type { LogKey } from '../../graph/log/key-list.ts';
import { LOG_KEY_NOTE, LOG_KEYS_NOTE, logKeysText, readLogKeys } from '../../graph/log/log-keys.ts';
import type { GraphStore, GraphTransaction } from '../../graph/store/store.ts';
import { usage } from './failure.ts';
import { makeKeyFile } from './key-file.ts';
import { NEXT, settleFiles, signing, signingKeys } from './log-keyring.ts';

/**
 * From now on a new key signs beside the present one, which names it in a signed note: readers who know the present key
 * follow by that note also after the rotation. Gives the keys, oldest first.
 */
export async function beginRotation(store: GraphStore, path: string): Promise<LogKey[]> {
  const before = await readLogKeys(store);
  refuseTwo(before);
  const [present] = (await signingKeys(path, before)) ?? [];
  if (present === undefined) throw new TypeError('the key that signs is in none of its files');
  const next = createPublicKey(await makeKeyFile(path + NEXT));
  const keys = await change(store, (known, size) => {
    refuseTwo(known);
    const name = known[0]?.verifier.name;
    if (name === undefined) throw new TypeError('the store has no key yet');
    const successor = { verifier: { name, key: next }, fromSize: size };
    return [...known, { ...successor, untilSize: null, endorsement: endorse(successor, present) }];
  });
  await settleFiles(path, keys);
  return keys;
}

/** The newest key signs alone; those before it end at the log's present size, and their files go. */
export async function endRotation(store: GraphStore, path: string): Promise<LogKey[]> {
  const keys = await change(store, (known, size) => {
    const [newest, ...older] = signing(known);
    if (older.length === 0) throw usage('no rotation is under way: `adduce log rotate-key` begins one');
    return known.map((one) => {
      return one === newest || one.untilSize !== null ? one : { ...one, untilSize: size };
    });
  });
  await settleFiles(path, keys);
  return keys;
}

function refuseTwo(keys: readonly LogKey[]): void {
  if (signing(keys).length < 2) return;
  throw usage('a rotation is under way: end it with `adduce log rotate-key --end` before another');
}

async function change(
  store: GraphStore,
  decide: (known: readonly LogKey[], size: number) => LogKey[],
): Promise<LogKey[]> {
  return store.transact(async (tx: GraphTransaction) => {
    const keys = decide(await readLogKeys(tx), (await tx.head()).size);
    const [newest] = signing(keys);
    if (newest === undefined) throw new TypeError('no key is left to sign with');
    await tx.saveNote(LOG_KEYS_NOTE, logKeysText(keys));
    await tx.saveNote(LOG_KEY_NOTE, verifierText(newest.verifier));
    return keys;
  });
}
