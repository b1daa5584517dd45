/**
 * The tree cut into tiles, as mirrors and witnesses read it (C2SP tlog-tiles). The tile of level L and index N holds up
 * to 256 hashes of the tree's level 8·L, side by side; an entry bundle holds the entries under a tile of level 0.
 */
import type { NodeId } from './merkle.ts';

const TILE_HEIGHT = 8;
/** Hashes of a full tile. */
const TILE_WIDTH = 2 ** TILE_HEIGHT;
/** Of an entry in a bundle: two bytes say how long it is. */
export const MAX_BUNDLED_BYTES = 0xffff;
const LENGTH_BYTES = 2;
/** Any index that is a safe integer, in groups of three digits. */
const MAX_INDEX_GROUPS = 5;

/** Where a tile lies along its level, and how many of its hashes are meant: 256 for a full one. */
export interface TileSpan {
  readonly index: number;
  /** 1 to 256. */
  readonly width: number;
}

export interface Tile extends TileSpan {
  /** 0 for leaf hashes. */
  readonly level: number;
}

/** How many hashes of the tile a tree of this size has; 0 where the tile does not begin within it. */
export function tileWidthAt({ level, index }: Omit<Tile, 'width'>, size: number): number {
  const hashes = Math.floor(size / 2 ** (TILE_HEIGHT * level)) - index * TILE_WIDTH;
  return Math.min(TILE_WIDTH, Math.max(0, hashes));
}

/** The subtrees whose hashes the tile holds, left to right. */
export function tileNodes({ level, index, width }: Tile): NodeId[] {
  return Array.from({ length: width }, (_, at) => ({
    level: TILE_HEIGHT * level,
    index: index * TILE_WIDTH + at,
  }));
}

const SPAN = /^((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Reads `x001/x234/067` or `067.p/5`; null for any other spelling, since a tile has one address only. */
export function parseTileSpan(path: string): TileSpan | null {
  const [, groups = '', partial] = SPAN.exec(path) ?? [];
  const digits = groups.replace(/[x/]/g, '');
  const isPadded = digits.length > 3 && digits.startsWith('000');
  if (digits === '' || isPadded || digits.length > 3 * MAX_INDEX_GROUPS) return null;
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (partial !== undefined && width >= TILE_WIDTH) return null;
  return { index: Number(digits), width };
}

/** Reads a level; null for what is none. */
export function parseTileLevel(text: string): number | null {
  return /^(?:[0-9]|[1-5]\d|6[0-3])$/.test(text) ? Number(text) : null;
}

/** The entries, each behind its length in two bytes, high byte first; null where one is too long for that. */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array | null {
  if (entries.some(({ length }) => length > MAX_BUNDLED_BYTES)) return null;
  const parts = entries.flatMap((bytes) => {
    const head = Buffer.alloc(LENGTH_BYTES);
    head.writeUInt16BE(bytes.length);
    return [head, bytes];
  });
  return Buffer.concat(parts);
}
