/**
 * Where the log holds an answer and what it rests on: bytes, positions and proofs, all under one signed tree (RFC 9162
 * §2.1.3, §2.1.4; C2SP tlog-checkpoint). The tree is the smallest that holds the answer and that the log's present keys
 * sign, so that a receipt comes out byte for byte the same however far the log has grown (docs/adr/0020-…).
 */
import type { ArtefactId } from '../../graph/address.ts';
import { base64Of, hexOf } from '../../graph/bytes.ts';
import { verifierText, verifyCheckpoint } from '../../graph/log/checkpoint.ts';
import { readLogKeys } from '../../graph/log/log-keys.ts';
import { consistencyPath, inclusionPath, rootOf } from '../../graph/log/merkle.ts';
import { type GraphReader, StoreCorrupted } from '../../graph/store.ts';
import { withoutEntry } from '../log/log-place.ts';
import { readProofs, singly } from '../log/prove.ts';
import type { CheckpointSigner } from '../log/read-checkpoint.ts';
import type { Receipt } from './receipt.ts';
import { unquotedIn } from './unquoted.ts';

/** That an entry stands in the log. */
export interface EntryProof {
  readonly seq: number;
  /** The entry's bytes, base64: its leaf is SHA-256(0x00 || bytes). */
  readonly entry: string;
  /** Hashes from the leaf's sibling to the root, hex (RFC 9162 §2.1.3). */
  readonly inclusion: readonly string[];
}

/** The `artefact.observed` entry of an artefact that the receipt names. */
export interface ArtefactProof extends Omit<EntryProof, 'entry'> {
  readonly artefact_id: ArtefactId;
  /** Absent where the receipt quotes nothing of the artefact: the entry has words of it. */
  readonly entry?: string;
  /** The entry's leaf, SHA-256(0x00 || bytes) in hex, in place of the entry. */
  readonly leaf?: string;
}

/** The tree at the answer's snapshot, and that the signed tree begins with it. */
export interface SnapshotProof {
  readonly size: number;
  /** Hex; what `corpus.snapshot` abbreviates and the seed is made of. */
  readonly root: string;
  /** Hex (RFC 9162 §2.1.4). */
  readonly consistency: readonly string[];
}

export interface ReceiptProofs extends EntryProof {
  /** Size of the tree that all proofs are for. */
  readonly tree_size: number;
  /** Root at `tree_size`, hex. */
  readonly root: string;
  /** Signed note of that tree (C2SP tlog-checkpoint). */
  readonly checkpoint: string;
  /**
   * Verifiers (C2SP signed-note) of the keys that signed it: enough to see that the note is whole, not whose it is. None
   * where the store remembers none.
   */
  readonly keys: readonly string[];
  readonly snapshot: SnapshotProof;
  /** In the order of the receipt's `artefacts`. */
  readonly artefacts: readonly ArtefactProof[];
}

export async function readReceiptProofs(
  reader: GraphReader,
  sign: CheckpointSigner,
  seq: number,
  receipt: Pick<Receipt, 'view' | 'artefacts' | 'evidence_set' | 'claim_clusters'>,
): Promise<ReceiptProofs> {
  const { view, artefacts } = receipt;
  const unquoted = unquotedIn(receipt);
  const logKeys = await readLogKeys(reader);
  const signing = logKeys.filter(({ untilSize }) => untilSize === null);
  const size = Math.max(seq + 1, ...signing.map(({ fromSize }) => fromSize));
  const before = view.seq + 1;
  const [frontier, old, consistency, own, ...others] = await readProofs(reader, [
    singly(size),
    singly(before),
    consistencyPath(before, size),
    inclusionPath(seq, size),
    ...artefacts.map((artefact) => inclusionPath(artefact.seq, size)),
  ] as const);
  const root = rootOf({ size, frontier });
  const checkpoint = sign({ size, root });
  return {
    seq,
    entry: await entryAt(reader, seq),
    inclusion: own.map(hexOf),
    tree_size: size,
    root: hexOf(root),
    checkpoint,
    keys: signing.flatMap(({ verifier }) =>
      verifyCheckpoint(checkpoint, verifier) === null ? [] : [verifierText(verifier)],
    ),
    snapshot: {
      size: before,
      root: hexOf(rootOf({ size: before, frontier: old })),
      consistency: consistency.map(hexOf),
    },
    artefacts: await Promise.all(
      artefacts.map(async ({ artefact_id, seq: at }, index) => {
        const entry = await entryAt(reader, at);
        const proof = { artefact_id, seq: at, entry, inclusion: (others[index] ?? []).map(hexOf) };
        return unquoted.has(artefact_id) ? withoutEntry(proof) : proof;
      }),
    ),
  };
}

async function entryAt(reader: GraphReader, seq: number): Promise<string> {
  const [stored] = await reader.entries({ after: seq - 1, limit: 1, types: null });
  if (stored?.entry.seq !== seq) throw new StoreCorrupted(`entry ${seq} is missing`, seq);
  return base64Of(stored.bytes);
}
