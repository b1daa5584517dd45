/** Values between JavaScript and PostgreSQL: parameters as the driver sends them, columns as the server's text format has them. */
import { StoreCorrupted } from '../store/store.ts';

/** A parameter of a statement. An array is one value: `unnest` makes rows of it. */
export type PostgresValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | boolean | null)[]
  | readonly Uint8Array[];
/** Named parameters of a statement (`@name`). */
export type PostgresParams = Readonly<Record<string, PostgresValue>>;

/**
 * PostgreSQL's `text` holds no U+0000, so that U+0000 is stored as U+0001 U+0001, and U+0001 as U+0001 U+0002. Equal texts stay
 * equal, others stay different, and texts keep their order by code point.
 */
export function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001');
}

/** Inverse of `escapeText`. */
export function unescapeText(text: string): string {
  if (!text.includes('\u0001')) return text;
  return text.replaceAll('\u0001\u0001', '\u0000').replaceAll('\u0001\u0002', '\u0001');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these two are what `text` cannot hold, and what stands for it
const SPECIAL = /[\u0000\u0001]/;

/** A parameter as the driver takes it. */
export function toParameter(value: PostgresValue): unknown {
  if (typeof value === 'string') return escapeText(value);
  if (!Array.isArray(value)) return value;
  return value.map((item) => (typeof item === 'string' ? escapeText(item) : item));
}

/** Object ids (catalogue `pg_type`) of the types that this adapter's columns have, with what their text stands for. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  17: (hex) => bytesOf(hex),
  20: Number,
  23: Number,
  25: unescapeText,
};

/** How columns of results are read; the driver asks by type, and knows their text only. */
export const COLUMN_TYPES = {
  getTypeParser(oid: number): (text: string) => unknown {
    return PARSERS[oid] ?? ((text) => text);
  },
};

/** @param hex `\\x` and two digits for each byte */
function bytesOf(hex: string): Uint8Array {
  const bytes = Buffer.from(hex.slice('\\x'.length), 'hex');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The border: `save.ts` wrote this text from a T, so what parses is one. */
export function parseRecord<T>(text: string): T {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreCorrupted('a stored record is not JSON', null, { cause: error });
  }
}
