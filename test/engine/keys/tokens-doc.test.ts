import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../../engine/keys/ed25519.ts';
import { allowanceOf } from '../../../engine/keys/narrow.ts';
import { MAX_BLOCKS, MAX_TOKEN_LENGTH, readToken } from '../../../engine/keys/token-chain.ts';
import { decodeCanonical, encodeCanonical } from '../../../graph/canonical.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/tokens.md'), 'utf8');

/** What stands in the page's block of that name. */
function shown(name: string): string {
  const found = new RegExp(`^\`\`\`${name}\\n([^\`]+)\\n\`\`\`$`, 'm').exec(PAGE)?.[1];
  if (found === undefined) throw new Error(`the page shows no ${name}`);
  return found;
}

function bytesOf(name: string): Buffer {
  return Buffer.from(shown(name), 'hex');
}

function privateKey(seed: Uint8Array) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

function publicHalf(seed: Uint8Array): Buffer {
  return createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }).subarray(-32);
}

/** The page's steps, done by what the page says and nothing of ours but canonical CBOR. */
function narrowedByThePage(token: string): string {
  const parts = token.split('.');
  const seed = Buffer.from(parts.pop() ?? '', 'base64url');
  const next = bytesOf('next-seed');
  const payload = encodeCanonical({
    ...JSON.parse(shown('restrictions')),
    v: 1,
    next: new Uint8Array(publicHalf(next)),
  });
  const signature = sign(
    null,
    Buffer.concat([Buffer.from('adduce rcx1 block\0'), payload]),
    privateKey(seed),
  );
  const block = Buffer.concat([signature, payload]);
  return [...parts, block.toString('base64url'), next.toString('base64url')].join('.');
}

describe('the worked example of docs/tokens.md', () => {
  it('gives the narrowed token, byte by byte', () => {
    expect(narrowedByThePage(shown('token'))).toBe(shown('narrowed'));
  });

  it('shows the parts of that token', () => {
    const [, , block = '', proof = ''] = shown('narrowed').split('.');
    const bytes = Buffer.from(block, 'base64url');
    expect(bytes.subarray(0, 64)).toEqual(bytesOf('signature'));
    expect(bytes.subarray(64)).toEqual(bytesOf('payload'));
    expect(Buffer.from(proof, 'base64url')).toEqual(bytesOf('next-seed'));
    expect(publicHalf(bytesOf('next-seed'))).toEqual(bytesOf('next-public-key'));
    const { v, exp, caps, next, budget, corpora, ...other } = Object(decodeCanonical(bytesOf('payload')));
    expect({ caps, corpora, exp, budget }).toEqual(JSON.parse(shown('restrictions')));
    expect({ v, next: Buffer.from(next), other }).toEqual({
      v: 1,
      next: bytesOf('next-public-key'),
      other: {},
    });
  });

  it('is a token of that service, which allows what both blocks allow', () => {
    const key = publicKeyOf(bytesOf('service-public-key'));
    const chain = readToken(shown('narrowed'), key);
    expect(chain?.ids.at(-1)).toBe(shown('token-id'));
    expect(chain?.ids[0]).toBe(readToken(shown('token'), key)?.ids[0]);
    expect(chain && allowanceOf(chain)).toMatchObject({
      capabilities: new Set(['wiki.search']),
      corpora: new Set(['lakes']),
      prefixes: null,
      budget: 2_000,
      expiresAt: '2026-11-21T10:00:00.000Z',
    });
  });

  it('states the bounds that are kept', () => {
    expect(PAGE).toContain(
      `at most ${MAX_BLOCKS} blocks and ${MAX_TOKEN_LENGTH.toLocaleString('en')} characters`,
    );
  });
});
