/** What an auditor, a witness or a mirror reads of the log (RFC 6962 §2.1; C2SP tlog-checkpoint, tlog-tiles). */
import type { LogKey } from '../../graph/log/key-list.ts';
import { readLogKeys } from '../../graph/log/log-keys.ts';
import type { Tile, TileSpan } from '../../graph/log/tile.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { LogReader } from '../../graph/store/log.ts';
import type { Outcome } from '../refusal.ts';
import { type ConsistencyProof, type InclusionProof, proveConsistency, proveInclusion } from './prove.ts';
import { type CheckpointSigner, readCheckpoint, type SignedTree } from './read-checkpoint.ts';
import { readEntries, readTile } from './read-tile.ts';

export interface LogReads {
  /** The tree as it is now, signed. */
  checkpoint(): Promise<SignedTree>;
  /** That the entry at `index` is in the tree of `size` entries; null: in the tree as it is now. */
  proveInclusion(index: number, size: number | null): Promise<Outcome<InclusionProof>>;
  /** That the tree of `size` entries (null: as it is now) begins with the tree of `oldSize`. */
  proveConsistency(oldSize: number, size: number | null): Promise<Outcome<ConsistencyProof>>;
  /** The hashes of a tile, left to right. */
  tile(tile: Tile): Promise<Outcome<Uint8Array[]>>;
  /** The bytes of the entries under a tile of level 0. They may be of any tenant: for the operator's eyes. */
  entries(span: TileSpan): Promise<Outcome<Uint8Array[]>>;
  /** Oldest first. */
  keys(): Promise<LogKey[]>;
  /** What is wrong with the log, for an operator; null where nothing was found. */
  damage(): string | null;
}

export function createLogReads(
  reader: LogReader & BlobReader,
  sign: CheckpointSigner,
  damage: LogReads['damage'],
): LogReads {
  return {
    checkpoint: () => readCheckpoint(reader, sign),
    proveInclusion: (index, size) => proveInclusion(reader, index, size),
    proveConsistency: (oldSize, size) => proveConsistency(reader, oldSize, size),
    tile: (tile) => readTile(reader, tile),
    entries: (span) => readEntries(reader, span),
    keys: () => readLogKeys(reader),
    damage,
  };
}
