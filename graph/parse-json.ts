/**
 * JSON from strangers, under the limits that hold for CBOR: what one encoding refuses, the other does
 * (docs/spec/decisions.md#8-cbor).
 */
import { isUtf8 } from 'node:buffer';
import type { CborLimits } from './cbor-reader.ts';

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: string };

/**
 * One JSON text (RFC 8259), without a byte order mark. Refused beside what is no JSON: duplicate keys, `__proto__` keys,
 * numbers past a double's range, lone surrogates, invalid UTF-8, and more depth, items, members or bytes than the limits
 * allow. Items are counted as in CBOR: keys too.
 */
export function parseJson(bytes: Uint8Array, limits: CborLimits): ParsedJson {
  if (bytes.length > limits.maxBytes) return fault(`more than ${limits.maxBytes} bytes`);
  if (!isUtf8(bytes)) return fault('not UTF-8');
  const excess = excessOf(bytes, limits);
  if (excess !== null) return fault(excess);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const value = parsed(text);
  if (value === undefined) return fault('not JSON');
  // The text is known to be JSON from here on: what remains to look at is its strings and numbers.
  const found = new JsonShape(text).fault();
  return found === null ? { ok: true, value } : fault(found);
}

/** Which bound the text passes, null for none: one look at each byte, before anything is made of them. Exact for JSON. */
function excessOf(
  bytes: Uint8Array,
  { maxDepth, maxItems, maxMembers = maxItems }: CborLimits,
): string | null {
  let [depth, items, members] = [0, 0, 0];
  let isWord = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const isFurther = isWord;
    isWord = false;
    switch (bytes[at]) {
      case BYTE.quote:
        items += 1;
        at = endOfString(bytes, at + 1);
        break;
      case BYTE.openList:
      case BYTE.openObject:
        items += 1;
        depth += 1;
        break;
      case BYTE.closeList:
      case BYTE.closeObject:
        depth -= 1;
        break;
      case BYTE.colon:
        members += 1;
        break;
      case BYTE.comma:
      case BYTE.space:
      case BYTE.tab:
      case BYTE.newline:
      case BYTE.return:
        break;
      default:
        // A number, or one of the three words.
        isWord = true;
        if (!isFurther) items += 1;
    }
    if (depth > maxDepth) return `nesting passes ${maxDepth}`;
    if (items > maxItems) return `more than ${maxItems} items`;
    if (members > maxMembers) return `more than ${maxMembers} members`;
  }
  return null;
}

const BYTE = {
  quote: 0x22,
  backslash: 0x5c,
  openList: 0x5b,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
  colon: 0x3a,
  comma: 0x2c,
  space: 0x20,
  tab: 0x09,
  newline: 0x0a,
  return: 0x0d,
} as const;

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== BYTE.quote) at += bytes[at] === BYTE.backslash ? 2 : 1;
  return at;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function fault(text: string): ParsedJson {
  return { ok: false, fault: text };
}

const TOKEN =
  /"(?<text>(?:[^"\\]|\\.)*?)"(?<key>\s*:)?|(?<open>[[{])|(?<close>[\]}])|(?<literal>[^\s",:[\]{}]+)/gs;

/** Walks over a valid JSON text once and says what is not acceptable in it. */
class JsonShape {
  readonly #text: string;
  /** The keys seen in each object that is open, null for an array. */
  readonly #open: (Set<string> | null)[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  fault(): string | null {
    for (const { groups = {} } of this.#text.matchAll(TOKEN)) {
      const found = this.#token(groups);
      if (found !== null) return found;
    }
    return null;
  }

  #token({ text, key, open, close, literal }: Readonly<Record<string, string | undefined>>): string | null {
    if (close !== undefined) {
      this.#open.pop();
      return null;
    }
    if (open !== undefined) {
      this.#open.push(open === '{' ? new Set() : null);
      return null;
    }
    if (literal !== undefined) return isUnbounded(literal) ? 'a number is not finite' : null;
    const string = unescaped(text ?? '');
    if (!string.isWellFormed()) return 'a string holds half a surrogate pair';
    return key === undefined ? null : this.#key(string);
  }

  #key(key: string): string | null {
    if (key === '__proto__') return 'a key may not be __proto__';
    const keys = this.#open.at(-1);
    if (keys?.has(key)) return 'an object repeats a key';
    keys?.add(key);
    return null;
  }
}

function isUnbounded(literal: string): boolean {
  return /^[-0-9]/.test(literal) && !Number.isFinite(Number(literal));
}

function unescaped(text: string): string {
  // Only an escape can make a string differ from its spelling; the text is JSON, so this parses to a string.
  return text.includes('\\') ? String(JSON.parse(`"${text}"`)) : text;
}
