/**
 * Reads one item of CBOR of the engine's profile: definite lengths, text keys, no tags (docs/spec/decisions.md#8-cbor).
 */
import { halfValue } from './float-bytes.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const MAX_DEPTH = 32;

/** @throws {TypeError} or {RangeError} for bytes that are not one item of it */
export function decodeItem(bytes: Uint8Array): unknown {
  const reader = new ItemReader(bytes);
  const value = reader.item(0);
  if (!reader.isDone) throw new TypeError('bytes follow the item');
  return value;
}

class ItemReader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get isDone(): boolean {
    return this.#at === this.#view.byteLength;
  }

  item(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new TypeError('nested too deep');
    const first = this.#number(1);
    const major = first >> 5;
    const info = first & 0x1f;
    if (major === 7) return this.#simple(info);
    const argument = info < 24 ? info : this.#argument(info);
    switch (major) {
      case 0:
        return argument;
      case 1:
        return -1 - argument;
      case 2:
        return this.#take(argument);
      case 3:
        return UTF8.decode(this.#take(argument));
      case 4:
        return this.#list(argument, depth);
      case 5:
        return this.#map(argument, depth);
      default:
        throw new TypeError('a tag');
    }
  }

  #list(count: number, depth: number): unknown[] {
    const list: unknown[] = [];
    while (list.length < count) list.push(this.item(depth + 1));
    return list;
  }

  #map(count: number, depth: number): Record<string, unknown> {
    const members: [string, unknown][] = [];
    while (members.length < count) {
      const name = this.item(depth + 1);
      if (typeof name !== 'string') throw new TypeError('a key that is no text');
      members.push([name, this.item(depth + 1)]);
    }
    return Object.fromEntries(members);
  }

  #simple(info: number): unknown {
    switch (info) {
      case 20:
        return false;
      case 21:
        return true;
      case 22:
        return null;
      case 25:
        return halfValue(this.#number(2));
      case 26:
        return this.#view.getFloat32(this.#skip(4));
      case 27:
        return this.#view.getFloat64(this.#skip(8));
      default:
        throw new TypeError('a simple value');
    }
  }

  #argument(info: number): number {
    if (info > 27) throw new TypeError('an indefinite length');
    return this.#number(2 ** (info - 24));
  }

  /** A big-endian number of 1, 2, 4 or 8 bytes. */
  #number(count: number): number {
    const start = this.#skip(count);
    let value = 0;
    for (let at = start; at < start + count; at += 1) value = value * 256 + this.#view.getUint8(at);
    if (!Number.isSafeInteger(value)) throw new TypeError('an integer beyond 2^53');
    return value;
  }

  #take(count: number): Uint8Array {
    const { buffer, byteOffset } = this.#view;
    const start = this.#skip(count);
    return new Uint8Array(buffer, byteOffset + start, count);
  }

  #skip(count: number): number {
    const start = this.#at;
    if (start + count > this.#view.byteLength) throw new RangeError('the bytes end too soon');
    this.#at += count;
    return start;
  }
}
