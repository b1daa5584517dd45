/**
 * What an entry adds to a ledger's reply (docs/spec/decisions.md#8-budget): itself, and its lines of `observed` and
 * `successors`.
 */
import { priceOf } from './token-budget.ts';

/** What of an entry its price depends on, beside its length. */
interface PricedEntry {
  readonly evidence: readonly { readonly hash: string }[];
  readonly successor: string | null;
}

const HASH = /^[0-9a-f]{64}$/;
/** Of the same length as any. */
const INSTANT = '2000-01-01T00:00:00.000Z';

/**
 * By the entry alone, so that prices add up: an artefact that two entries cite is counted with both, and a hash that no
 * artefact has yet is counted too.
 */
export function priceOfEntry(entry: PricedEntry): number {
  const { evidence, successor } = entry;
  const hashes = new Set(evidence.flatMap(({ hash }) => (HASH.test(hash) ? [hash] : [])));
  const observed = [...hashes].map((hash) => ({ [hash]: INSTANT }));
  const successors =
    successor === null ? [] : [{ [successor]: { newest_support: INSTANT, disputed: false } }];
  return [entry, ...observed, ...successors].reduce<number>((sum, part) => sum + priceOf(part), 0);
}
