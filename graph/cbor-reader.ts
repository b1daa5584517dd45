/** Reads one item of CBOR and checks it on the way: one pass, so that no check can disagree with the decoder. */
import { isUtf8 } from 'node:buffer';
import { CanonicalError } from './canonical-error.ts';
import { halfValue } from './cbor-float.ts';

/** Bounds on what is decoded. Depth counts containers within containers; items counts every head, keys included. */
export interface CborLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxItems: number;
  /** Members of all maps together; without it as many as there may be items. */
  readonly maxMembers?: number;
}

/** Strings up to this length are looked through by hand: cheaper than a view and a call into native code. */
const MAX_SHORT = 64;
const INDEFINITE = 31;
const TWO_32 = 0x1_0000_0000;
const SAFE_HIGH_WORD = 0x1f_ffff;

/** Keys of up to 23 ASCII characters that were read, by a hash of their bytes; a power of two, a few kB. */
const KEYS: (string | undefined)[] = new Array(1_024).fill(undefined);

/** Reads from the start of the bytes it is given; made for one item and then done with. */
export class CborReader {
  readonly #bytes: Buffer;
  readonly #limits: CborLimits;
  #at = 0;
  #depth = 0;
  #items = 0;
  #members = 0;

  constructor(bytes: Uint8Array, limits: CborLimits) {
    if (bytes.length > limits.maxBytes)
      throw new CanonicalError('size', `more than ${limits.maxBytes} bytes`);
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#limits = limits;
  }

  /** The item that fills the bytes exactly. @throws {CanonicalError} see `decodeCbor` */
  readOnly(): unknown {
    const value = this.#item();
    if (this.#at !== this.#bytes.length) throw new CanonicalError('trailing', 'bytes follow the item');
    return value;
  }

  #item(): unknown {
    const initial = this.#initial();
    const info = initial & 0x1f;
    switch (initial >> 5) {
      case 0:
        return this.#argument(info);
      case 1:
        return this.#negative(info);
      case 2:
        return new Uint8Array(this.#take(this.#length(info)));
      case 3:
        return this.#text(info);
      case 4:
        return this.#array(info);
      case 5:
        return this.#map(info);
      case 6:
        throw new CanonicalError('tag', 'tags are not accepted');
      default:
        return this.#simple(info);
    }
  }

  #initial(): number {
    this.#items += 1;
    if (this.#items > this.#limits.maxItems) {
      throw new CanonicalError('items', `more than ${this.#limits.maxItems} items`);
    }
    const initial = this.#bytes[this.#at];
    if (initial === undefined) throw truncated();
    this.#at += 1;
    return initial;
  }

  #negative(info: number): number {
    const value = -1 - this.#argument(info);
    if (!Number.isSafeInteger(value)) throw unsafeInteger();
    return value;
  }

  #argument(info: number): number {
    if (info < 24) return info;
    if (info > 27) {
      if (info === INDEFINITE) throw new CanonicalError('indefinite', 'indefinite lengths are not accepted');
      throw new CanonicalError('reserved', 'an initial byte is reserved');
    }
    const at = this.#skip(1 << (info - 24));
    if (info === 24) return this.#bytes.readUInt8(at);
    if (info === 25) return this.#bytes.readUInt16BE(at);
    if (info === 26) return this.#bytes.readUInt32BE(at);
    const high = this.#bytes.readUInt32BE(at);
    if (high > SAFE_HIGH_WORD) throw unsafeInteger();
    return high * TWO_32 + this.#bytes.readUInt32BE(at + 4);
  }

  /** A claimed length: never more than the bytes that are left, whatever it counts. */
  #length(info: number): number {
    const length = this.#argument(info);
    if (length > this.#bytes.length - this.#at) throw truncated();
    return length;
  }

  #skip(count: number): number {
    const start = this.#at;
    if (count > this.#bytes.length - start) throw truncated();
    this.#at = start + count;
    return start;
  }

  #take(count: number): Buffer {
    const start = this.#skip(count);
    return this.#bytes.subarray(start, this.#at);
  }

  #text(info: number): string {
    const length = this.#length(info);
    const start = this.#skip(length);
    if (length <= MAX_SHORT && this.#isAscii(start, this.#at))
      return this.#bytes.toString('latin1', start, this.#at);
    if (!isUtf8(this.#bytes.subarray(start, this.#at))) {
      throw new CanonicalError('utf8', 'a string is not UTF-8');
    }
    return this.#bytes.toString('utf8', start, this.#at);
  }

  #isAscii(start: number, end: number): boolean {
    for (let i = start; i < end; i += 1) {
      if ((this.#bytes[i] ?? 0) > 0x7f) return false;
    }
    return true;
  }

  #array(info: number): unknown[] {
    const length = this.#length(info);
    this.#enter();
    const items: unknown[] = [];
    for (let i = 0; i < length; i += 1) items.push(this.#item());
    this.#depth -= 1;
    return items;
  }

  #map(info: number): Record<string, unknown> {
    const length = this.#length(info);
    this.#enter();
    this.#expect(length);
    const map: Record<string, unknown> = {};
    let greatest = '';
    for (let i = 0; i < length; i += 1) {
      const key = this.#key();
      // In canonical order a key is greater than all before it, so that it repeats none.
      if (i === 0 || isGreater(key, greatest)) greatest = key;
      else if (Object.hasOwn(map, key)) throw new CanonicalError('duplicate_key', 'a map repeats a key');
      map[key] = this.#item();
    }
    this.#depth -= 1;
    return map;
  }

  #key(): string {
    const initial = this.#initial();
    if (initial >> 5 !== 3) throw new CanonicalError('key_type', 'a key is not text');
    const info = initial & 0x1f;
    const known = info < 24 ? this.#knownKey(info) : undefined;
    if (known !== undefined) return known;
    const key = this.#text(info);
    if (key === '__proto__') throw new CanonicalError('key_name', 'a key may not be __proto__');
    return key;
  }

  /** Records have the same few keys: one that was read before costs no native call, and is a property's name already. */
  #knownKey(length: number): string | undefined {
    const start = this.#at;
    const end = start + length;
    if (length === 0 || end > this.#bytes.length) return undefined;
    let slot = length;
    for (let at = start; at < end; at += 1) slot = (slot * 31 + (this.#bytes[at] ?? 0)) & (KEYS.length - 1);
    const known = KEYS[slot];
    if (known !== undefined && this.#spells(known, start, length)) {
      this.#at = end;
      return known;
    }
    if (!this.#isAscii(start, end)) return undefined;
    const key = this.#bytes.toString('latin1', start, end);
    if (key === '__proto__') return undefined;
    KEYS[slot] = key;
    this.#at = end;
    return key;
  }

  #spells(key: string, start: number, length: number): boolean {
    if (key.length !== length) return false;
    for (let i = 0; i < length; i += 1) if (key.charCodeAt(i) !== this.#bytes[start + i]) return false;
    return true;
  }

  /** Refuses a map by what its head claims, before any key of it is read. */
  #expect(members: number): void {
    const { maxMembers = Number.POSITIVE_INFINITY } = this.#limits;
    this.#members += members;
    if (this.#members > maxMembers) throw new CanonicalError('members', `more than ${maxMembers} members`);
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.maxDepth) {
      throw new CanonicalError('depth', `nesting passes ${this.#limits.maxDepth}`);
    }
  }

  #simple(info: number): boolean | null | number {
    switch (info) {
      case 20:
        return false;
      case 21:
        return true;
      case 22:
        return null;
      case 25:
        return finite(halfValue(this.#bytes.readUInt16BE(this.#skip(2))));
      case 26:
        return finite(this.#bytes.readFloatBE(this.#skip(4)));
      case 27:
        return finite(this.#bytes.readDoubleBE(this.#skip(8)));
      case INDEFINITE:
        throw new CanonicalError('indefinite', 'a break stands where an item should');
      default:
        throw new CanonicalError('simple', 'only false, true and null are accepted');
    }
  }
}

/** A total order of strings, which is the canonical one for keys of ASCII. */
function isGreater(key: string, other: string): boolean {
  return key.length > other.length || (key.length === other.length && key > other);
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new CanonicalError('number', 'a number is not finite');
  return value;
}

function truncated(): CanonicalError {
  return new CanonicalError('truncated', 'the bytes end within an item');
}

function unsafeInteger(): CanonicalError {
  return new CanonicalError('integer_range', 'an integer passes 2^53 - 1');
}
