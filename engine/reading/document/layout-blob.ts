/** A layout as it is stored: canonical CBOR of numbers alone, so that its hash pins it and it holds no word. */

import { decodeCanonical, encodeCanonical, STORED_LIMITS } from '../../../graph/canonical.ts';
import { CanonicalError } from '../../../graph/canonical-error.ts';
import { BLOCK_KINDS, type Block, type Layout } from './layout.ts';

/** Thrown for bytes that are no layout of this format. */
export class LayoutError extends Error {
  override readonly name = 'LayoutError';
}

const FORMAT = 1;
/** Numbers of a block: kind, gap to the block before, length, level, and how far back heading and lead-in are. */
const WIDTH = 6;
const MAX_LEVEL = 1_000;

/** `[format, …]` with six numbers a block, all at least 0; a distance of 0 is none. */
export function encodeLayout(layout: Layout): Uint8Array {
  const numbers: number[] = [FORMAT];
  let end = 0;
  for (const [index, block] of layout.entries()) {
    const kind = BLOCK_KINDS.indexOf(block.kind);
    numbers.push(kind, block.start - end, block.end - block.start, block.level);
    numbers.push(distance(index, block.heading), distance(index, block.leadIn));
    end = block.end;
  }
  return encodeCanonical(numbers);
}

/**
 * Reads what {@link encodeLayout} wrote.
 * @throws {LayoutError} for other bytes, and for a block that is empty, of no kind, or under one that comes after it
 */
export function readLayout(bytes: Uint8Array): Layout {
  const numbers = readNumbers(bytes);
  const blocks: Block[] = [];
  let end = 0;
  for (let at = 1; at < numbers.length; at += WIDTH) {
    const block = readBlock(numbers, at, end, blocks);
    blocks.push(block);
    end = block.end;
  }
  return blocks;
}

function readNumbers(bytes: Uint8Array): readonly number[] {
  let decoded: unknown;
  try {
    decoded = decodeCanonical(bytes, STORED_LIMITS);
  } catch (error) {
    if (!(error instanceof CanonicalError)) throw error;
    throw new LayoutError('the bytes are not canonical CBOR', { cause: error });
  }
  if (!Array.isArray(decoded) || !decoded.every((one) => Number.isSafeInteger(one) && one >= 0)) {
    throw new LayoutError('the bytes are not a list of numbers');
  }
  if (decoded[0] !== FORMAT || (decoded.length - 1) % WIDTH !== 0) {
    throw new LayoutError('the numbers are not blocks of this format');
  }
  return decoded;
}

function readBlock(numbers: readonly number[], at: number, before: number, above: readonly Block[]): Block {
  const [kindAt = 0, gap = 0, length = 0, level = 0, heading = 0, leadIn = 0] = numbers.slice(at, at + WIDTH);
  const kind = BLOCK_KINDS[kindAt];
  const start = before + gap;
  const end = start + length;
  if (kind === undefined || length === 0 || level > MAX_LEVEL || !Number.isSafeInteger(end)) {
    throw new LayoutError(`block ${above.length} has no kind, no text or no place`);
  }
  if (heading > above.length || leadIn > above.length) {
    throw new LayoutError(`block ${above.length} stands under a block that is not before it`);
  }
  const index = (back: number) => (back === 0 ? -1 : above.length - back);
  if (heading > 0 && above[index(heading)]?.kind !== 'heading') {
    throw new LayoutError(`block ${above.length} stands under a block that is no heading`);
  }
  return { kind, start, end, level, heading: index(heading), leadIn: index(leadIn) };
}

function distance(index: number, other: number): number {
  return other === -1 ? 0 : index - other;
}
