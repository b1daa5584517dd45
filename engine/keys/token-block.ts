/**
 * The blocks of a capability token. The first one, signed by the service's token key, says who holds it and what it
 * grants; each later one, signed by the holder of the token before it, only narrows (docs/spec/decisions.md#7-tokens).
 */
import { decodeCanonical } from '../../graph/canonical.ts';
import { CanonicalError } from '../../graph/canonical-error.ts';
import { parseInstant } from '../../graph/time.ts';
import { RAW_KEY_BYTES } from './ed25519.ts';

/** What a block allows at most; a member that is missing leaves what the blocks before it allow. */
export interface Restrictions {
  readonly caps?: readonly string[];
  readonly corpora?: readonly string[];
  /** Addresses must start with one of these. */
  readonly prefixes?: readonly string[];
  /** Instant from which on the token is worth nothing. */
  readonly exp?: string;
  /** Most tokens that a call may ask for. */
  readonly budget?: number;
  /** The only service that may accept the token. */
  readonly audience?: string;
}

/** A later block. */
export interface TokenBlock extends Restrictions {
  readonly v: 1;
  /** Public key that the next block, or the proof at the end, is signed with: 32 bytes. */
  readonly next: Uint8Array;
}

/** The first block. */
export interface RootBlock extends TokenBlock {
  readonly actor: string;
  /** Per mille, null for a self-minted key. */
  readonly standing: number | null;
  readonly iat: string;
  readonly caps: readonly string[];
  readonly exp: string;
}

const MAX_LIST = 64;
const MAX_TEXT = 512;
const LIMITS = { maxBytes: 6_144, maxDepth: 3, maxItems: 512 };

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value.length > 0 && value.length <= MAX_TEXT;
const isTexts: Check = (value) => Array.isArray(value) && value.length <= MAX_LIST && value.every(isText);
const isInstant: Check = (value) => typeof value === 'string' && parseInstant(value) === value;
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isStanding: Check = (value) => value === null || (isCount(value) && Number(value) <= 1_000);

const BLOCK: Readonly<Record<keyof TokenBlock, Check>> = {
  v: (value) => value === 1,
  next: (value) => value instanceof Uint8Array && value.length === RAW_KEY_BYTES,
  caps: isTexts,
  corpora: isTexts,
  prefixes: isTexts,
  exp: isInstant,
  budget: isCount,
  audience: isText,
};
const ROOT_BLOCK: Readonly<Record<keyof RootBlock, Check>> = {
  ...BLOCK,
  actor: isText,
  standing: isStanding,
  iat: isInstant,
};

const BLOCK_NEEDS = ['v', 'next'] as const;
const ROOT_NEEDS = [...BLOCK_NEEDS, 'actor', 'standing', 'iat', 'caps', 'exp'] as const;

/** The first block of these bytes, null where they are none: not canonical, a member missing, unknown or malformed. */
export function readRootBlock(bytes: Uint8Array): RootBlock | null {
  const map = readMap(bytes);
  // `fits` has just checked each member against its type.
  return map !== null && fits(map, ROOT_BLOCK, ROOT_NEEDS) ? (map as unknown as RootBlock) : null;
}

/** A later block of these bytes, null as above. An unknown member might be a restriction, so it is not ignored. */
export function readBlock(bytes: Uint8Array): TokenBlock | null {
  const map = readMap(bytes);
  // As above.
  return map !== null && fits(map, BLOCK, BLOCK_NEEDS) ? (map as unknown as TokenBlock) : null;
}

function readMap(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value = decodeCanonical(bytes, LIMITS);
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isMap && !(value instanceof Uint8Array) ? { ...value } : null;
  } catch (error) {
    if (error instanceof CanonicalError) return null;
    throw error;
  }
}

function fits(
  map: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
  needs: readonly string[],
): boolean {
  const known = Object.entries(map).every(([name, value]) => {
    return Object.hasOwn(checks, name) && checks[name]?.(value) === true;
  });
  return known && needs.every((name) => Object.hasOwn(map, name));
}
