/** JSON from strangers, under the limits that hold for CBOR: what one encoding refuses, the other does (decisions §8). */
import { isUtf8 } from 'node:buffer';
import type { CborLimits } from '../../graph/cbor-reader.ts';

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: string };

/**
 * One JSON text (RFC 8259), without a byte order mark. Refused beside what is no JSON: duplicate keys, `__proto__` keys, numbers past a double's
 * range, lone surrogates, invalid UTF-8, and more depth, items or bytes than the limits allow.
 */
export function parseJson(bytes: Uint8Array, limits: CborLimits): ParsedJson {
  if (bytes.length > limits.maxBytes) return fault(`more than ${limits.maxBytes} bytes`);
  if (!isUtf8(bytes)) return fault('not UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const value = parsed(text);
  if (value === undefined) return fault('not JSON');
  // The text is known to be JSON from here on: what remains to look at is its shape.
  const found = new JsonShape(text, limits).fault();
  return found === null ? { ok: true, value } : fault(found);
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
  readonly #limits: CborLimits;
  /** The keys seen in each object that is open, null for an array. */
  readonly #open: (Set<string> | null)[] = [];
  #items = 0;

  constructor(text: string, limits: CborLimits) {
    this.#text = text;
    this.#limits = limits;
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
    this.#items += 1;
    if (this.#items > this.#limits.maxItems) return `more than ${this.#limits.maxItems} items`;
    if (open !== undefined) return this.#enter(open === '{');
    if (literal !== undefined) return isUnbounded(literal) ? 'a number is not finite' : null;
    const string = unescaped(text ?? '');
    if (!string.isWellFormed()) return 'a string holds half a surrogate pair';
    return key === undefined ? null : this.#key(string);
  }

  #enter(isObject: boolean): string | null {
    this.#open.push(isObject ? new Set() : null);
    return this.#open.length > this.#limits.maxDepth ? `nesting passes ${this.#limits.maxDepth}` : null;
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
