/**
 * A capability token as text, and the chain of signatures in it:
 *
 *     rcx1.<block>.<block>….<proof>        every part in base64url
 *     block = Ed25519 signature (64 bytes) || canonical CBOR of the block
 *     proof = the seed of the last block's next key (32 bytes): its holder can add a block offline,
 *             or that key's signature of the last block (64 bytes): the token is sealed
 */
import { type KeyObject, sign, verify } from 'node:crypto';
import { base32 } from '../../graph/base32.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3 } from '../../graph/digest.ts';
import { newPrivateKey, privateKeyOf, publicKeyOf, RAW_KEY_BYTES, rawPublicKey, seedOf } from './ed25519.ts';
import {
  type Restrictions,
  type RootBlock,
  readBlock,
  readRootBlock,
  type TokenBlock,
} from './token-block.ts';

const VERSION = 'rcx1';
const SIGNATURE_BYTES = 64;
/** It must fit beside other headers: Node accepts 16 KB of them. */
export const MAX_TOKEN_LENGTH = 8_192;
export const MAX_BLOCKS = 8;
const ID_PREFIX = 'tk_';
const ID_CHARACTERS = 26;
/** Signed bytes begin with their purpose, so that a signature for one purpose is invalid for another. */
const BLOCK_CONTEXT = Buffer.from('adduce rcx1 block\0');
const SEAL_CONTEXT = Buffer.from('adduce rcx1 seal\0');

/** A token of which every signature holds. */
export interface TokenChain {
  readonly root: RootBlock;
  readonly later: readonly TokenBlock[];
  /** Ids of the blocks, first to last. */
  readonly ids: readonly string[];
}

interface Part {
  readonly signature: Uint8Array;
  readonly payload: Uint8Array;
}

interface Parts {
  readonly blocks: readonly Part[];
  readonly proof: Uint8Array;
}

/** A new token of one block, signed by the service's token key. */
export function issueToken(
  root: Omit<RootBlock, 'v' | 'next'>,
  tokenKey: KeyObject,
): { token: string; id: string } {
  const next = newPrivateKey();
  const part = signBlock({ ...root, v: 1, next: rawPublicKey(next) }, tokenKey);
  return { token: textOf({ blocks: [part], proof: seedOf(next) }), id: blockId(part) };
}

/**
 * The token with one more block that narrows it: offline, without the service. Null where the text is no token, is
 * sealed, has its last block already or would become too long, and for restrictions that no block can state.
 */
export function attenuateToken(token: string, restrictions: Restrictions): string | null {
  const parts = splitToken(token);
  if (parts === null || parts.proof.length !== RAW_KEY_BYTES || parts.blocks.length >= MAX_BLOCKS)
    return null;
  const next = newPrivateKey();
  const part = signBlock({ ...restrictions, v: 1, next: rawPublicKey(next) }, privateKeyOf(parts.proof));
  const narrowed = textOf({ blocks: [...parts.blocks, part], proof: seedOf(next) });
  return readBlock(part.payload) !== null && narrowed.length <= MAX_TOKEN_LENGTH ? narrowed : null;
}

/** The token with that key's signature in place of its last key: nobody can add a block. Null as above. */
export function sealToken(token: string): string | null {
  const parts = splitToken(token);
  const last = parts?.blocks.at(-1);
  if (!parts || !last || parts.proof.length !== RAW_KEY_BYTES) return null;
  return textOf({
    blocks: parts.blocks,
    proof: signed(SEAL_CONTEXT, last.payload, privateKeyOf(parts.proof)),
  });
}

/** Takes a token apart and checks every signature in it; null where anything is wrong. */
export function readToken(token: string, tokenKey: KeyObject): TokenChain | null {
  const parts = splitToken(token);
  const [first, ...rest] = parts?.blocks ?? [];
  if (!parts || !first || !holds(BLOCK_CONTEXT, first, tokenKey)) return null;
  const root = readRootBlock(first.payload);
  if (root === null) return null;
  const later = readLater(rest, root);
  if (later === null || !proves(parts, later.at(-1) ?? root)) return null;
  return { root, later, ids: parts.blocks.map(blockId) };
}

function readLater(parts: readonly Part[], root: RootBlock): TokenBlock[] | null {
  const blocks: TokenBlock[] = [];
  for (const part of parts) {
    const before = blocks.at(-1) ?? root;
    if (!holds(BLOCK_CONTEXT, part, publicKeyOf(before.next))) return null;
    const block = readBlock(part.payload);
    if (block === null) return null;
    blocks.push(block);
  }
  return blocks;
}

/** Whether the sender holds the last key, or has its signature. */
function proves({ blocks, proof }: Parts, last: TokenBlock): boolean {
  if (proof.length === RAW_KEY_BYTES) {
    return Buffer.compare(rawPublicKey(privateKeyOf(proof)), last.next) === 0;
  }
  const payload = blocks.at(-1)?.payload;
  return payload !== undefined && holds(SEAL_CONTEXT, { signature: proof, payload }, publicKeyOf(last.next));
}

function signBlock(block: TokenBlock, key: KeyObject): Part {
  const payload = encodeCanonical(block);
  return { payload, signature: signed(BLOCK_CONTEXT, payload, key) };
}

function signed(context: Buffer, payload: Uint8Array, key: KeyObject): Uint8Array {
  return new Uint8Array(sign(null, Buffer.concat([context, payload]), key));
}

function holds(context: Buffer, { signature, payload }: Part, key: KeyObject): boolean {
  return verify(null, Buffer.concat([context, payload]), key, signature);
}

/** Of the signed bytes, not of the signature: no second spelling of a signature makes another id. */
function blockId({ payload }: Part): string {
  return `${ID_PREFIX}${base32(blake3(payload)).slice(0, ID_CHARACTERS)}`;
}

/** Whether a revoked id is one of a token's block; the others are of engine keys. */
export function isTokenId(id: string): boolean {
  return id.startsWith(ID_PREFIX);
}

function textOf({ blocks, proof }: Parts): string {
  const parts = [...blocks.map(({ signature, payload }) => Buffer.concat([signature, payload])), proof];
  return [VERSION, ...parts.map((bytes) => Buffer.from(bytes).toString('base64url'))].join('.');
}

function splitToken(token: string): Parts | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const [version, ...texts] = token.split('.', MAX_BLOCKS + 3);
  const parts = texts.map(fromBase64url);
  if (version !== VERSION || parts.length < 2 || parts.length > MAX_BLOCKS + 1) return null;
  const proof = parts.pop() ?? null;
  const blocks = parts.map(partOf);
  if (proof === null || !blocks.every((block) => block !== null)) return null;
  if (proof.length !== RAW_KEY_BYTES && proof.length !== SIGNATURE_BYTES) return null;
  return { blocks, proof };
}

function partOf(bytes: Uint8Array | null): Part | null {
  if (bytes === null || bytes.length <= SIGNATURE_BYTES) return null;
  return { signature: bytes.subarray(0, SIGNATURE_BYTES), payload: bytes.subarray(SIGNATURE_BYTES) };
}

/** Bytes in their one canonical spelling, else null: Node's decoder skips what it does not know. */
function fromBase64url(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? new Uint8Array(bytes) : null;
}
