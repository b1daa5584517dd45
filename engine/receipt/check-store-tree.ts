/**
 * That a receipt is of the log that a store keeps: a leaked key can sign any tree, but cannot make it the store's.
 */
import { base64Of, hexOf } from '../../graph/bytes.ts';
import { rootOf } from '../../graph/log/merkle.ts';
import type { LogReader } from '../../graph/store/log.ts';
import { StoreUnavailable } from '../../graph/store/store.ts';
import { readProofs, singly } from '../log/prove.ts';
import type { ReceiptView } from './read-receipt.ts';
import type { EntryProof } from './receipt-proofs.ts';
import { failed, passed, type StepResult } from './step-result.ts';

/**
 * The store's tree at the receipt's size has the receipt's root (which is what a consistency proof between the two shows,
 * RFC 9162 §2.1.4), and the store still holds the receipt's entries, byte for byte.
 * @throws {StoreUnavailable} where the store cannot be asked
 */
export async function checkStoreTree({ log }: ReceiptView, reader: LogReader): Promise<StepResult> {
  const { tree_size, root } = log;
  try {
    if (!Number.isSafeInteger(tree_size) || tree_size < 1)
      return failed('store_tree', `${tree_size} is not the size of a tree`);
    const { size } = await reader.head();
    if (tree_size > size)
      return failed(
        'store_tree',
        `the receipt's tree has ${tree_size} entries, the store holds only ${size}`,
      );
    const held = await rootAt(reader, tree_size);
    if (held !== root)
      return failed(
        'store_tree',
        `the log forked: the store's tree of ${tree_size} has the root ${held}, the receipt's ${root}`,
      );
    // Only once the roots agree: a receipt of another log reveals no entry.
    const changed = await changedEntry(reader, [log, ...log.artefacts]);
    if (changed !== null)
      return failed('store_tree', `the store holds other bytes of entry ${changed} than its own tree`);
    return passed(
      'store_tree',
      `the store's own tree of ${tree_size} has the receipt's root, and its entries`,
    );
  } catch (fault) {
    if (fault instanceof StoreUnavailable) throw fault;
    return failed('store_tree', `the store's log cannot be read: ${reasonOf(fault)}`);
  }
}

/** Root of the store's tree of that size, hex. */
export async function rootAt(reader: LogReader, size: number): Promise<string> {
  const [frontier] = await readProofs(reader, [singly(size)] as const);
  return hexOf(rootOf({ size, frontier }));
}

/** The entry is absent where its words may not be shown: then the root alone proves it. */
type Shown = Pick<EntryProof, 'seq'> & Partial<Pick<EntryProof, 'entry'>>;

/** Position of the first that the store holds otherwise, null where there is none. */
async function changedEntry(reader: LogReader, proofs: readonly Shown[]): Promise<number | null> {
  for (const { seq, entry } of proofs) {
    if (entry === undefined) continue;
    const [stored] = await reader.entries({ after: seq - 1, limit: 1, types: null });
    if (stored?.entry.seq !== seq || base64Of(stored.bytes) !== entry) return seq;
  }
  return null;
}

function reasonOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
