/**
 * Canonical CBOR (RFC 8949 §4.2.1) in a browser, in the place of `graph/canonical.ts` and independent of it: the
 * reader checks the engine's encoding with other code. Slow and short.
 */
import { sameBytes } from '../../../graph/bytes.ts';
import { decodeItem } from './decode-item.ts';
import { floatBytes } from './float-bytes.ts';

/** The bounds are the page's own size. */
export const STORED_LIMITS: object = {};

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5 } as const;
const UTF8 = new TextEncoder();
const MAX_DEPTH = 32;

export function encodeCanonical(value: unknown): Uint8Array {
  return joined(itemOf(value, 0));
}

/** @throws {TypeError} for what is not canonical CBOR of one item */
export function decodeCanonical(bytes: Uint8Array): unknown {
  const value = decodeItem(bytes);
  if (!sameBytes(encodeCanonical(value), bytes)) throw new TypeError('the bytes are not in canonical form');
  return value;
}

type Parts = readonly (readonly number[] | Uint8Array)[];

function itemOf(value: unknown, depth: number): Parts {
  if (depth > MAX_DEPTH) throw new TypeError('nested too deep');
  if (value === null) return [[0xf6]];
  if (typeof value === 'boolean') return [[value ? 0xf5 : 0xf4]];
  if (typeof value === 'number') return [numberBytes(value)];
  if (typeof value === 'string') return textOf(value);
  if (value instanceof Uint8Array) return [head(MAJOR.bytes, value.length), value];
  if (Array.isArray(value)) {
    return [head(MAJOR.list, value.length), ...value.flatMap((item) => itemOf(item, depth + 1))];
  }
  if (typeof value === 'object') return mapOf(value, depth);
  throw new TypeError(`no canonical form of a ${typeof value}`);
}

function mapOf(value: object, depth: number): Parts {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => ({ name: joined(textOf(name)), member }))
    .sort((a, b) => compare(a.name, b.name));
  return [
    head(MAJOR.map, members.length),
    ...members.flatMap(({ name, member }) => [name, ...itemOf(member, depth + 1)]),
  ];
}

function textOf(text: string): Parts {
  if (!text.isWellFormed()) throw new TypeError('half a surrogate pair');
  const bytes = UTF8.encode(text);
  return [head(MAJOR.text, bytes.length), bytes];
}

function numberBytes(value: number): readonly number[] {
  if (!Number.isSafeInteger(value)) return floatBytes(value);
  return value < 0 ? head(MAJOR.negative, -1 - value) : head(MAJOR.unsigned, Math.abs(value));
}

/** A major type and its argument, as short as it can be. */
function head(major: number, argument: number): readonly number[] {
  const kind = major << 5;
  if (argument < 24) return [kind | argument];
  if (argument < 2 ** 8) return [kind | 24, argument];
  if (argument < 2 ** 16) return [kind | 25, ...bigEndian(argument, 2)];
  if (argument < 2 ** 32) return [kind | 26, ...bigEndian(argument, 4)];
  return [kind | 27, ...bigEndian(argument, 8)];
}

function bigEndian(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** (count - 1 - at)) % 256);
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function joined(parts: Parts): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
