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
  minus: 0x2d,
  plus: 0x2b,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
  e: 0x65,
  E: 0x45,
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

/** Walks over a valid JSON text once and says what is not acceptable in it. */
class JsonShape {
  readonly #text: string;
  /** The keys seen in each object that is open, null for an array. */
  readonly #open: (Set<string> | null)[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  fault(): string | null {
    let found: string | null = null;
    while (found === null && this.#at < this.#text.length) found = this.#token();
    return found;
  }

  /** Passes one token, or one character that means nothing here. */
  #token(): string | null {
    const code = this.#text.charCodeAt(this.#at);
    switch (code) {
      case BYTE.quote:
        return this.#string();
      case BYTE.openObject:
      case BYTE.openList:
        this.#open.push(code === BYTE.openObject ? new Set() : null);
        break;
      case BYTE.closeObject:
      case BYTE.closeList:
        this.#open.pop();
        break;
      default:
        if (isDigit(code) || code === BYTE.minus) return this.#number();
    }
    this.#at += 1;
    return null;
  }

  #number(): string | null {
    const start = this.#at;
    while (isOfNumber(this.#text.charCodeAt(this.#at))) this.#at += 1;
    return Number.isFinite(Number(this.#text.slice(start, this.#at))) ? null : 'a number is not finite';
  }

  #string(): string | null {
    const start = this.#at;
    let isEscaped = false;
    for (this.#at += 1; this.#text.charCodeAt(this.#at) !== BYTE.quote; this.#at += 1) {
      if (this.#text.charCodeAt(this.#at) !== BYTE.backslash) continue;
      isEscaped = true;
      this.#at += 1;
    }
    this.#at += 1;
    const isKey = this.#isBeforeColon();
    // UTF-8 has no half of a surrogate pair: only an escape can make one.
    if (!isEscaped && !isKey) return null;
    const literal = this.#text.slice(start, this.#at);
    const string = isEscaped ? String(JSON.parse(literal)) : literal.slice(1, -1);
    if (!string.isWellFormed()) return 'a string holds half a surrogate pair';
    return isKey ? this.#key(string) : null;
  }

  #isBeforeColon(): boolean {
    let at = this.#at;
    while (isSpace(this.#text.charCodeAt(at))) at += 1;
    return this.#text.charCodeAt(at) === BYTE.colon;
  }

  #key(key: string): string | null {
    if (key === '__proto__') return 'a key may not be __proto__';
    const keys = this.#open.at(-1);
    if (keys?.has(key)) return 'an object repeats a key';
    keys?.add(key);
    return null;
  }
}

function isSpace(code: number): boolean {
  return code === BYTE.space || code === BYTE.tab || code === BYTE.newline || code === BYTE.return;
}

function isDigit(code: number): boolean {
  return code >= BYTE.zero && code <= BYTE.nine;
}

/** After its first character. */
function isOfNumber(code: number): boolean {
  switch (code) {
    case BYTE.minus:
    case BYTE.plus:
    case BYTE.point:
    case BYTE.e:
    case BYTE.E:
      return true;
    default:
      return isDigit(code);
  }
}
