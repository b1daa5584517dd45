/** Tiles straight from the stored nodes, and the entries under them: each is one read, and never changes once it is there. */
import { type Tile, type TileSpan, tileNodes, tileWidthAt } from '../../graph/log/tile.ts';
import type { HeadReader, LogReader } from '../../graph/store/log.ts';
import { StoreCorrupted } from '../../graph/store/store.ts';
import { done, type Outcome, refused } from '../refusal.ts';

export async function readTile(reader: LogReader, tile: Tile): Promise<Outcome<Uint8Array[]>> {
  const there = await hasTile(reader, tile);
  return there.ok ? done(await reader.merkleNodes(tileNodes(tile))) : there;
}

export async function readEntries(reader: LogReader, span: TileSpan): Promise<Outcome<Uint8Array[]>> {
  const tile = { level: 0, ...span };
  const there = await hasTile(reader, tile);
  if (!there.ok) return there;
  const [first] = tileNodes(tile);
  const start = first?.index ?? 0;
  const stored = await reader.entries({ after: start - 1, limit: tile.width, types: null });
  const gap = stored.findIndex(({ entry }, at) => entry.seq !== start + at);
  const whole = gap < 0 ? stored.length : gap;
  if (whole < tile.width) throw new StoreCorrupted(`entry ${start + whole} is missing`, start + whole);
  return done(stored.map(({ bytes }) => bytes));
}

async function hasTile(reader: HeadReader, tile: Tile): Promise<Outcome<null>> {
  const { size } = await reader.head();
  const width = tileWidthAt(tile, size);
  if (width >= tile.width) return done(null);
  return refused('missing:tile', `this tile has ${width} hashes in the log of ${size} entries`);
}
