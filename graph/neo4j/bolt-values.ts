/** Values on their way into and out of Neo4j: integers stay integers, bytes are the driver's signed bytes. */
import neo4j from 'neo4j-driver';
import { blake3Hex } from '../digest.ts';
import type { View } from '../store/rows.ts';
import { StoreCorrupted } from '../store/store.ts';
import { epochMs, instantOf, parseInstant } from '../time.ts';

export type DateTime = neo4j.DateTime<number>;
export type LocalDay = neo4j.Date<number>;

/** A number that the graph stores as a double. */
export class Real {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A value that goes into a statement's parameters. Plain numbers are integers. */
export type BoltValue =
  | Real
  | DateTime
  | LocalDay
  | string
  | number
  | null
  | Uint8Array
  | readonly BoltValue[]
  | { readonly [name: string]: BoltValue };
export type BoltParams = Readonly<Record<string, BoltValue>>;

const NANOSECONDS_PER_MS = 1_000_000;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The driver would send a number as a float, and anything but an Int8Array as a list or a map. */
export function toBolt(value: BoltValue): unknown {
  if (typeof value === 'number') return neo4j.int(value);
  if (value instanceof Real) return value.value;
  if (value instanceof neo4j.types.DateTime || value instanceof neo4j.types.Date) return value;
  if (value instanceof Uint8Array) return new Int8Array(value.buffer, value.byteOffset, value.byteLength);
  if (isList(value)) return value.map(toBolt);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toBolt(one)]));
}

/** The native time of an instant. @throws {RangeError} where the text is none */
export function toDateTime(instant: string): DateTime {
  const time = new Date(epochMs(instant));
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate()];
  const [hour, minute, second] = [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()];
  const nanosecond = time.getUTCMilliseconds() * NANOSECONDS_PER_MS;
  // The driver's own conversion would store the offset of this machine's time zone.
  return new neo4j.types.DateTime(year, month, day, hour, minute, second, nanosecond, 0);
}

/** The view of a read as its statement's `$seq` and `$until`. */
export function viewParams({ seq, until }: View): { readonly seq: number; readonly until: DateTime } {
  return { seq, until: toDateTime(until) };
}

/** The instant of a native time. */
export function toInstant(time: DateTime): string {
  return instantOf(time.toStandardDate().getTime());
}

/** The native day of an ISO 8601 day; null of anything else. */
export function toDay(text: string | null): LocalDay | null {
  const [, year, month, day] = DAY.exec(text ?? '') ?? [];
  if (text === null || day === undefined || parseInstant(text) === null) return null;
  return new neo4j.types.Date(Number(year), Number(month), Number(day));
}

/** `Array.isArray` does not narrow a readonly array away. */
function isList(value: BoltValue): value is readonly BoltValue[] {
  return Array.isArray(value);
}

/** The driver's bytes as what the port promises, over the same memory. */
export function toBytes(bytes: Int8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A range index takes keys of at most 8,167 bytes, all properties of a composite index together. */
const MAX_INDEXED_CHARACTERS = 1_024;

/**
 * What a text of any length is indexed under: itself, or where an index would refuse it, its beginning and its hash. So long texts
 * have their places among others; those that begin alike are ordered by their hashes. No shorter text can pass for one.
 */
export function indexable(text: string): string {
  if (text.length <= MAX_INDEXED_CHARACTERS) return text;
  const beginning = text.slice(0, MAX_INDEXED_CHARACTERS).toWellFormed();
  return `${beginning}${blake3Hex(Buffer.from(text))}`;
}

/** The border: `save.ts` wrote this text from a T, so what parses is one. */
export function parseRecord<T>(text: string, seq: number | null = null): T {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreCorrupted('a stored record is not JSON', seq, { cause: error });
  }
}
