/** The keys that an engine lists, and which of them a trusted key has endorsed. */
import { parseVerifier, verifierText } from '../../graph/log/checkpoint.ts';
import { endorsedBy } from '../../graph/log/key-endorsement.ts';
import type { LogKey } from '../../graph/log/key-list.ts';
import type { LogKeysResponse } from '../wire/log.ts';

/** A log changes its key once in years. */
const MAX_KEYS = 64;
/** A name, a key, a size and a signature or two. */
const MAX_ENDORSEMENT_LENGTH = 2_048;

export interface ListedKey {
  readonly key: LogKey;
  readonly endorsement: string | null;
}

/** Null where there is none, or one that cannot be read. */
export function listedKeys({ log_keys: { keys } }: LogKeysResponse): readonly ListedKey[] | null {
  if (keys.length === 0 || keys.length > MAX_KEYS) return null;
  const listed = keys.map(({ key, from_size: fromSize, until_size: untilSize, endorsement = null }) => {
    const verifier = parseVerifier(key);
    const isShort = endorsement !== null && endorsement.length <= MAX_ENDORSEMENT_LENGTH;
    return verifier && { key: { verifier, fromSize, untilSize }, endorsement: isShort ? endorsement : null };
  });
  return listed.every((one) => one !== null) ? listed : null;
}

/** Listed keys that follow from the trusted ones, one endorsing the next. The sizes in the list are not signed. */
export function endorsedKeys(trusted: readonly LogKey[], listed: readonly ListedKey[]): readonly LogKey[] {
  const known = new Set(trusted.map(({ verifier }) => verifierText(verifier)));
  const found: LogKey[] = [];
  // Grows while it is read: each key that was found may have endorsed the next.
  const reachable = [...trusted];
  for (const { verifier } of reachable) {
    for (const { endorsement } of listed) {
      const next = endorsement === null ? null : endorsedBy(verifier, endorsement);
      if (next === null || known.has(verifierText(next.verifier))) continue;
      known.add(verifierText(next.verifier));
      found.push(next);
      reachable.push(next);
    }
  }
  return found;
}
