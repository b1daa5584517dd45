/** Writes one value as deterministic CBOR into a growing buffer. */
import { CanonicalError } from './canonical-error.ts';
import { halfBits } from './cbor-float.ts';
import { membersOf } from './cbor-shapes.ts';

const MAX_DEPTH = 32;
const START_BYTES = 16_384;
/** A buffer that grew past this is not kept for the next value. */
const MAX_KEPT_BYTES = 1_048_576;
/** Strings up to this length are tried as ASCII by hand: cheaper than a call into native code. */
const MAX_HAND_WRITTEN = 40;
const LONGEST_HEAD = 9;
const MAX_U64 = (1n << 64n) - 1n;

const MAJOR = { unsigned: 0x00, negative: 0x20, bytes: 0x40, text: 0x60, array: 0x80, map: 0xa0 } as const;
const SIMPLE = { false: 0xf4, true: 0xf5, null: 0xf6 } as const;
const FLOAT = { half: 0xf9, single: 0xfa, double: 0xfb } as const;

let kept: Buffer | null = null;

/** Writes one value and is done with; its buffer is kept for the next. */
export class CborWriter {
  #buffer: Buffer;
  #at = 0;
  #depth = 0;

  private constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  /** The value's canonical bytes. @throws {CanonicalError} see `encodeCanonical` */
  static encode(value: unknown): Uint8Array {
    // The buffer is taken, not shared, so that a getter that encodes in turn cannot write into ours.
    const writer = new CborWriter(kept ?? Buffer.allocUnsafeSlow(START_BYTES));
    kept = null;
    try {
      writer.#value(value);
      return writer.#taken();
    } finally {
      if (writer.#buffer.length <= MAX_KEPT_BYTES) kept = writer.#buffer;
    }
  }

  #taken(): Uint8Array {
    const bytes = new Uint8Array(this.#at);
    bytes.set(this.#buffer.subarray(0, this.#at));
    return bytes;
  }

  #value(value: unknown): void {
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'object' && value !== null) this.#object(value);
    else if (typeof value === 'boolean') this.#byte(value ? SIMPLE.true : SIMPLE.false);
    else if (value === null) this.#byte(SIMPLE.null);
    else if (typeof value === 'bigint') this.#bigint(value);
    else throw new CanonicalError('type', `a value of type ${typeof value} has no canonical form`);
  }

  #object(value: object): void {
    if (value instanceof Uint8Array) {
      this.#bytes(value);
      return;
    }
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new CanonicalError('depth', `nesting passes ${MAX_DEPTH}`);
    if (Array.isArray(value)) this.#array(value);
    else this.#map(value);
    this.#depth -= 1;
  }

  #array(items: readonly unknown[]): void {
    this.#head(MAJOR.array, items.length);
    for (const item of items) this.#value(item);
  }

  #map(value: object): void {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      throw new CanonicalError('type', 'only plain objects have a canonical form');
    }
    // A plain object's own enumerable members are read by name and each is checked when it is written.
    const record = value as Readonly<Record<string, unknown>>;
    const members = membersOf(record, keyBytes);
    this.#head(MAJOR.map, members.length);
    for (const member of members) {
      this.#raw(member.bytes);
      this.#value(record[member.key]);
    }
  }

  #bytes(value: Uint8Array): void {
    this.#head(MAJOR.bytes, value.length);
    this.#raw(value);
  }

  #raw(bytes: Uint8Array): void {
    const length = bytes.length;
    this.#reserve(length);
    if (length > MAX_HAND_WRITTEN) {
      this.#buffer.set(bytes, this.#at);
    } else {
      for (let i = 0; i < length; i += 1) this.#buffer[this.#at + i] = bytes[i] ?? 0;
    }
    this.#at += length;
  }

  #text(value: string): void {
    if (value.length <= MAX_HAND_WRITTEN && this.#ascii(value)) return;
    if (!value.isWellFormed()) throw new CanonicalError('surrogate', 'a string holds a lone surrogate');
    // The head's size depends on the byte length, which is known only after writing: guess it, then shift.
    this.#reserve(value.length * 3 + LONGEST_HEAD);
    const guess = headBytes(value.length);
    const length = this.#buffer.write(value, this.#at + guess);
    const head = headBytes(length);
    if (head !== guess) this.#buffer.copyWithin(this.#at + head, this.#at + guess, this.#at + guess + length);
    this.#head(MAJOR.text, length);
    this.#at += length;
  }

  /** Writes a short string if it is ASCII throughout; otherwise leaves the position where it was. */
  #ascii(value: string): boolean {
    const length = value.length;
    this.#reserve(length + LONGEST_HEAD);
    const buffer = this.#buffer;
    const start = this.#at + headBytes(length);
    for (let i = 0; i < length; i += 1) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) return false;
      buffer[start + i] = code;
    }
    this.#head(MAJOR.text, length);
    this.#at += length;
    return true;
  }

  #number(value: number): void {
    if (Number.isSafeInteger(value)) {
      if (value >= 0) this.#head(MAJOR.unsigned, value);
      else this.#head(MAJOR.negative, -1 - value);
    } else if (Number.isFinite(value)) {
      this.#float(value);
    } else {
      throw new CanonicalError('number', 'a number is not finite');
    }
  }

  #float(value: number): void {
    this.#reserve(LONGEST_HEAD);
    if (Math.fround(value) !== value) {
      this.#buffer[this.#at] = FLOAT.double;
      this.#at = this.#buffer.writeDoubleBE(value, this.#at + 1);
      return;
    }
    const half = halfBits(value);
    this.#buffer[this.#at] = half < 0 ? FLOAT.single : FLOAT.half;
    this.#at =
      half < 0
        ? this.#buffer.writeFloatBE(value, this.#at + 1)
        : this.#buffer.writeUInt16BE(half, this.#at + 1);
  }

  #bigint(value: bigint): void {
    const magnitude = value < 0n ? -1n - value : value;
    if (magnitude > MAX_U64) throw new CanonicalError('integer_range', 'an integer passes 64 bits');
    const major = value < 0n ? MAJOR.negative : MAJOR.unsigned;
    if (magnitude <= Number.MAX_SAFE_INTEGER) {
      this.#head(major, Number(magnitude));
      return;
    }
    this.#reserve(LONGEST_HEAD);
    this.#buffer[this.#at] = major | 27;
    this.#at = this.#buffer.writeBigUInt64BE(magnitude, this.#at + 1);
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#buffer[this.#at] = byte;
    this.#at += 1;
  }

  /** A head: major type and argument in the fewest bytes. The argument is a safe integer. */
  #head(major: number, argument: number): void {
    this.#reserve(LONGEST_HEAD);
    const buffer = this.#buffer;
    const at = this.#at;
    if (argument < 24) {
      buffer[at] = major | argument;
      this.#at = at + 1;
    } else if (argument < 0x100) {
      buffer[at] = major | 24;
      buffer[at + 1] = argument;
      this.#at = at + 2;
    } else if (argument < 0x1_0000) {
      buffer[at] = major | 25;
      this.#at = buffer.writeUInt16BE(argument, at + 1);
    } else if (argument < 0x1_0000_0000) {
      buffer[at] = major | 26;
      this.#at = buffer.writeUInt32BE(argument, at + 1);
    } else {
      buffer[at] = major | 27;
      buffer.writeUInt32BE(Math.floor(argument / 0x1_0000_0000), at + 1);
      this.#at = buffer.writeUInt32BE(argument >>> 0, at + 5);
    }
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#at);
    this.#buffer = grown;
  }
}

function headBytes(argument: number): number {
  if (argument < 24) return 1;
  if (argument < 0x100) return 2;
  if (argument < 0x1_0000) return 3;
  return argument < 0x1_0000_0000 ? 5 : 9;
}

function keyBytes(key: string): Uint8Array {
  return CborWriter.encode(key);
}
