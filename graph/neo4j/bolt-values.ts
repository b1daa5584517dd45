/** Values on their way into and out of Neo4j: integers stay integers, bytes are the driver's signed bytes. */
import neo4j from 'neo4j-driver';
import { blake3Hex } from '../digest.ts';
import { StoreCorrupted } from '../store.ts';

/** A value that goes into a statement's parameters. Numbers are integers: no record has another kind beside its JSON. */
export type BoltValue =
  | string
  | number
  | null
  | Uint8Array
  | readonly BoltValue[]
  | { readonly [name: string]: BoltValue };
export type BoltParams = Readonly<Record<string, BoltValue>>;

/** The driver would send a number as a float, and anything but an Int8Array as a list or a map. */
export function toBolt(value: BoltValue): unknown {
  if (typeof value === 'number') return neo4j.int(value);
  if (value instanceof Uint8Array) return new Int8Array(value.buffer, value.byteOffset, value.byteLength);
  if (isList(value)) return value.map(toBolt);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toBolt(one)]));
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

/** What a text of any length is indexed under: itself, or its hash where an index would refuse it. */
export function indexable(text: string): string {
  return text.length <= MAX_INDEXED_CHARACTERS ? text : `blake3:${blake3Hex(Buffer.from(text))}`;
}

/** The border: `save.ts` wrote this text from a T, so what parses is one. */
export function parseRecord<T>(text: string, seq: number | null = null): T {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreCorrupted('a stored record is not JSON', seq, { cause: error });
  }
}
