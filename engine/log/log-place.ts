/** Where the log holds an entry, with the proof of it: what a receipt and a provenance show. */
import { bytesOfBase64, hexOf } from '../../graph/bytes.ts';
import { leafHash } from '../../graph/log/leaf.ts';
import { inclusionPath, readProof } from '../../graph/log/merkle.ts';
import type { LogReader, StoredEntry } from '../../graph/store/log.ts';
import { StoreCorrupted } from '../../graph/store/store.ts';
import type { CheckpointSigner } from './read-checkpoint.ts';

export interface LogPlace {
  readonly seq: number;
  /** Size of the tree that the proof is for. */
  readonly tree_size: number;
  /** Root at `tree_size`, hex. */
  readonly root: string;
  /** Hashes from the leaf's sibling to the root, hex (RFC 9162 §2.1.3). */
  readonly inclusion: readonly string[];
  /** The entry's bytes, base64: its leaf is SHA-256(0x00 || bytes). Absent where its words are withheld. */
  readonly entry?: string;
  /** SHA-256(0x00 || bytes), hex, in place of the entry. */
  readonly leaf?: string;
  /** Signed note of that tree (C2SP tlog-checkpoint). */
  readonly checkpoint: string;
}

/** The proof is for the tree as it is now. @throws {StoreCorrupted} where the entry or the newest one is missing */
export async function readLogPlace(
  reader: LogReader,
  sign: CheckpointSigner,
  seq: number,
): Promise<LogPlace> {
  const { size } = await reader.head();
  const [entry] = await reader.entries({ after: seq - 1, limit: 1, types: null });
  const [newest] = await reader.entries({ after: size - 2, limit: 1, types: null });
  const proof = await readProof(inclusionPath(seq, size), (ids) => reader.merkleNodes(ids));
  const root = present(newest, size - 1).root;
  return {
    seq,
    tree_size: size,
    root,
    inclusion: proof.map((hash) => Buffer.from(hash).toString('hex')),
    entry: Buffer.from(present(entry, seq).bytes).toString('base64'),
    checkpoint: await sign({ size, root: Buffer.from(root, 'hex') }),
  };
}

/** The same proof, of an entry whose words are withheld: its leaf stands for it. */
export function withoutEntry<T extends { readonly entry?: string }>({ entry, ...rest }: T) {
  const bytes = entry === undefined ? null : bytesOfBase64(entry);
  if (bytes === null) throw new RangeError('there is no entry to leave out');
  return { ...rest, leaf: hexOf(leafHash(bytes)) };
}

function present(entry: StoredEntry | undefined, seq: number): StoredEntry {
  if (entry?.entry.seq !== seq) throw new StoreCorrupted(`entry ${seq} is missing`, seq);
  return entry;
}
