/**
 * Where the log holds an answer and what it rests on: bytes, positions and proofs, all under one signed tree (RFC 9162
 * §2.1.3, §2.1.4; C2SP tlog-checkpoint). The tree is the smallest that holds the answer and that the log's present keys
 * sign, so that a receipt comes out byte for byte the same however far the log has grown (docs/adr/0020-…).
 */
import type { ArtefactId } from '../../graph/address.ts';
import { base64Of, hexOf } from '../../graph/bytes.ts';
import { verifierText, verifyCheckpoint } from '../../graph/log/checkpoint.ts';
import { readLogKeys } from '../../graph/log/log-keys.ts';
import { consistencyPath, inclusionPath, type ProofPath, rootOf } from '../../graph/log/merkle.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { LogReader } from '../../graph/store/log.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { StoreCorrupted } from '../../graph/store/store.ts';
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
   * where the store has none.
   */
  readonly keys: readonly string[];
  readonly snapshot: SnapshotProof;
  /** In the order of the receipt's `artefacts`. */
  readonly artefacts: readonly ArtefactProof[];
}

type Proved = Pick<Receipt, 'view' | 'artefacts' | 'evidence_set' | 'claim_clusters'>;

/** A receipt's content, and where the log holds its answer. */
export interface PlacedReceipt {
  readonly seq: number;
  readonly receipt: Proved;
}

export async function readReceiptProofs(
  reader: LogReader & BlobReader & RecordReader,
  sign: CheckpointSigner,
  seq: number,
  receipt: Proved,
): Promise<ReceiptProofs> {
  const [proofs] = await readAllReceiptProofs(reader, sign, [{ seq, receipt }]);
  if (proofs === undefined) throw new TypeError('a receipt came without its proofs');
  return proofs;
}

/** In the order of the receipts. Four batch reads, however many they are. */
export async function readAllReceiptProofs(
  reader: LogReader & BlobReader & RecordReader,
  sign: CheckpointSigner,
  placed: readonly PlacedReceipt[],
): Promise<ReceiptProofs[]> {
  const logKeys = await readLogKeys(reader);
  const signing = logKeys.filter(({ untilSize }) => untilSize === null);
  const plans = placed.map((one) => ({ ...one, size: signedSize(one.seq, signing) }));
  const paths = plans.map(pathsOf);
  const hashes = await readProofs(reader, paths.flat());
  const entries = await readEntries(reader, placed);
  let at = 0;
  return Promise.all(
    plans.map((plan, index) => {
      const count = paths[index]?.length ?? 0;
      at += count;
      return proofsOf(plan, hashes.slice(at - count, at), { sign, signing, entries });
    }),
  );
}

interface Plan extends PlacedReceipt {
  /** Of the tree that all proofs are for. */
  readonly size: number;
}

interface Signing {
  readonly sign: CheckpointSigner;
  readonly signing: Awaited<ReturnType<typeof readLogKeys>>;
  /** Bytes by position, base64. */
  readonly entries: ReadonlyMap<number, string>;
}

function signedSize(seq: number, signing: Signing['signing']): number {
  return Math.max(seq + 1, ...signing.map(({ fromSize }) => fromSize));
}

function pathsOf({ seq, size, receipt }: Plan): ProofPath[] {
  const before = receipt.view.seq + 1;
  return [
    singly(size),
    singly(before),
    consistencyPath(before, size),
    inclusionPath(seq, size),
    ...receipt.artefacts.map((artefact) => inclusionPath(artefact.seq, size)),
  ];
}

/** @param hashes of the paths, in their order */
async function proofsOf(
  { seq, size, receipt }: Plan,
  [frontier = [], old = [], consistency = [], own = [], ...others]: readonly (readonly Uint8Array[])[],
  { sign, signing, entries }: Signing,
): Promise<ReceiptProofs> {
  const unquoted = unquotedIn(receipt);
  const before = receipt.view.seq + 1;
  const root = rootOf({ size, frontier });
  const checkpoint = await sign({ size, root });
  return {
    seq,
    entry: entries.get(seq) ?? '',
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
    artefacts: receipt.artefacts.map(({ artefact_id, seq: at }, index) => {
      const inclusion = (others[index] ?? []).map(hexOf);
      const proof = { artefact_id, seq: at, entry: entries.get(at) ?? '', inclusion };
      return unquoted.has(artefact_id) ? withoutEntry(proof) : proof;
    }),
  };
}

/** Bytes of the entries of answers and artefacts, base64, by position. @throws {StoreCorrupted} where one is missing */
async function readEntries(
  reader: RecordReader,
  placed: readonly PlacedReceipt[],
): Promise<ReadonlyMap<number, string>> {
  const wanted = placed.flatMap(({ seq, receipt }) => [seq, ...receipt.artefacts.map((one) => one.seq)]);
  const seqs = [...new Set(wanted)];
  const found = await reader.records('entries', seqs);
  return new Map(
    seqs.map((seq, index) => {
      const stored = found[index] ?? null;
      if (stored === null) throw new StoreCorrupted(`entry ${seq} is missing`, seq);
      return [seq, base64Of(stored.bytes)];
    }),
  );
}
