import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../../../engine/keys/capabilities.ts';
import { allowanceOf } from '../../../engine/keys/narrow.ts';
import type { Restrictions } from '../../../engine/keys/token-block.ts';
import {
  attenuateToken,
  issueToken,
  MAX_BLOCKS,
  MAX_TOKEN_LENGTH,
  readToken,
  sealToken,
} from '../../../engine/keys/token-chain.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const ROOT = {
  actor: 'ac_one',
  standing: 700,
  iat: '2026-11-21T09:00:00.000Z',
  exp: '2026-12-21T09:00:00.000Z',
  caps: ['svc.evidence', 'wiki.search'],
};
const { token } = issueToken(ROOT, privateKey);

function narrowed(text: string, restrictions: Restrictions): string {
  const result = attenuateToken(text, restrictions);
  if (result === null) throw new Error('this token cannot be narrowed');
  return result;
}

function read(text: string) {
  const chain = readToken(text, publicKey);
  if (chain === null) throw new Error('this token does not hold');
  return chain;
}

/** A token of one block with this payload, signed by the service's own key. */
function signedPayload(payload: Uint8Array): string {
  const signature = sign(null, Buffer.concat([Buffer.from('adduce rcx1 block\0'), payload]), privateKey);
  const seed = generateKeyPairSync('ed25519')
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .subarray(-32);
  return `rcx1.${Buffer.concat([signature, payload]).toString('base64url')}.${seed.toString('base64url')}`;
}

describe('a capability token', () => {
  it('is read back as it was issued', () => {
    const chain = read(token);
    expect(chain.root).toMatchObject(ROOT);
    expect(chain.ids).toEqual([issueTokenId(token)]);
  });

  it('is refused when any one character of it is another', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
    for (let at = 0; at < token.length; at += 1) {
      const other = letters[(letters.indexOf(token.charAt(at)) + 1) % letters.length] ?? '.';
      expect(readToken(token.slice(0, at) + other + token.slice(at + 1), publicKey), `at ${at}`).toBeNull();
    }
  });

  it('is refused under another service’s key', () => {
    expect(readToken(token, generateKeyPairSync('ed25519').publicKey)).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['no proof', token.slice(0, token.lastIndexOf('.'))],
    ['an empty proof', token.slice(0, token.lastIndexOf('.') + 1)],
    ['another version', token.replace('rcx1', 'rcx2')],
    ['padding', `${token}=`],
    ['a space behind it', `${token} `],
    ['a part too many', `${token}.AAAA`],
    ['the proof alone', `rcx1.${token.slice(token.lastIndexOf('.') + 1)}`],
    ['more than a token’s length', `rcx1.${'A'.repeat(MAX_TOKEN_LENGTH)}`],
    ['very many parts', `rcx1${'.AAAA'.repeat(1_500)}`],
  ])('is refused with %s', (_, text) => {
    expect(readToken(text, publicKey)).toBeNull();
  });

  it('is refused with the proof of another token', () => {
    const other = issueToken(ROOT, privateKey).token;
    const stolen = token.slice(0, token.lastIndexOf('.')) + other.slice(other.lastIndexOf('.'));
    expect(readToken(stolen, publicKey)).toBeNull();
  });

  it('is refused without its last block, so that a narrowed token cannot be widened', () => {
    const narrow = narrowed(token, { caps: ['wiki.search'] });
    const [version, first, , proof] = narrow.split('.');
    expect(readToken([version, first, proof].join('.'), publicKey)).toBeNull();
  });

  it('is refused with its blocks in another order', () => {
    const twice = narrowed(narrowed(token, { budget: 5 }), { budget: 4 });
    const [version, first, second, third, proof] = twice.split('.');
    expect(readToken([version, first, third, second, proof].join('.'), publicKey)).toBeNull();
  });

  const NEXT = new Uint8Array(32).fill(7);
  const VALID = { ...ROOT, v: 1, next: NEXT };
  it.each<[string, unknown]>([
    ['an unknown member', { ...VALID, color: 'red' }],
    ['another version', { ...VALID, v: 2 }],
    ['no expiry', { ...VALID, exp: undefined }],
    ['no capabilities', { ...VALID, caps: undefined }],
    ['a date where an instant should be', { ...VALID, exp: '2026-12-21' }],
    ['standing above 1000', { ...VALID, standing: 1_001 }],
    ['fractional standing', { ...VALID, standing: 1.5 }],
    ['a capability that is no text', { ...VALID, caps: [1] }],
    ['a short key', { ...VALID, next: NEXT.subarray(1) }],
    ['a list', [VALID]],
    ['bytes', NEXT],
  ])('is refused with %s in its first block, even signed by the service', (_, block) => {
    expect(readToken(signedPayload(encodeCanonical(block)), publicKey)).toBeNull();
  });

  it('is refused when its block is not in canonical form', () => {
    const payload = encodeCanonical(VALID);
    expect(readToken(signedPayload(Buffer.concat([payload, Buffer.of(0)])), publicKey)).toBeNull();
  });
});

describe('narrowing a token offline', () => {
  it('keeps the first block’s id and adds one of its own', () => {
    const { ids } = read(narrowed(token, { caps: ['wiki.search'] }));
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(read(token).ids[0]);
  });

  it(`stops at ${MAX_BLOCKS} blocks`, () => {
    let text = token;
    for (let blocks = 1; blocks < MAX_BLOCKS; blocks += 1) text = narrowed(text, { budget: blocks });
    expect(read(text).ids).toHaveLength(MAX_BLOCKS);
    expect(attenuateToken(text, {})).toBeNull();
  });

  it.each<[string, Restrictions]>([
    ['an empty prefix', { prefixes: [''] }],
    ['65 corpora', { corpora: Array.from({ length: 65 }, (_, n) => `c${n}`) }],
    ['half a budget', { budget: 0.5 }],
    ['a day as expiry', { exp: '2026-11-21' }],
    ['an audience of 513 characters', { audience: 'a'.repeat(513) }],
    [
      'what makes the token too long',
      { prefixes: Array.from({ length: 64 }, (_, n) => `${n}${'a'.repeat(100)}`) },
    ],
  ])('refuses %s: the token would be worth nothing', (_, restrictions) => {
    expect(attenuateToken(token, restrictions)).toBeNull();
  });

  it('is over once the token is sealed', () => {
    const sealed = sealToken(token) ?? '';
    expect(read(sealed).root).toMatchObject(ROOT);
    expect(attenuateToken(sealed, {})).toBeNull();
    expect(sealToken(sealed)).toBeNull();
  });

  it('cannot add a capability, a corpus, a later expiry, a prefix, a budget', () => {
    const first = narrowed(token, {
      caps: ['wiki.search'],
      corpora: ['space'],
      exp: '2026-11-22T00:00:00.000Z',
      prefixes: ['wx://space/claim/'],
      budget: 100,
    });
    const second = narrowed(first, {
      caps: ['svc.evidence', 'svc.supersede'],
      corpora: ['space', 'money'],
      exp: '2030-01-01T00:00:00.000Z',
      prefixes: ['wx://'],
      budget: 1_000,
    });
    expect(allowanceOf(read(second))).toEqual({
      capabilities: new Set(),
      corpora: new Set(['space']),
      prefixes: ['wx://space/claim/'],
      budget: 100,
      audiences: new Set(),
      expiresAt: '2026-11-22T00:00:00.000Z',
    });
  });

  it('leaves nothing where prefixes do not meet', () => {
    const one = narrowed(token, { prefixes: ['wx://space/'] });
    expect(allowanceOf(read(narrowed(one, { prefixes: ['wx://money/'] }))).prefixes).toEqual([]);
  });

  it('never allows more than before, whatever is asked for', () => {
    const names = fc.subarray([...CAPABILITIES]);
    const restrictions = fc.record(
      {
        caps: names,
        corpora: fc.subarray(['space', 'money']),
        budget: fc.nat(),
        prefixes: fc.subarray(['wx://', 'wx://space/', 'wx://space/claim/', 'wx://money/']),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(restrictions, { minLength: 1, maxLength: 4 }), (list) => {
        const blocks = list.map((one) => ({ ...one, v: 1 as const, next: new Uint8Array(32) }));
        const root = { ...ROOT, v: 1 as const, next: new Uint8Array(32) };
        const before = allowanceOf({ root, later: blocks.slice(0, -1) });
        const after = allowanceOf({ root, later: blocks });
        expect(after.capabilities.isSubsetOf(before.capabilities)).toBe(true);
        if (before.corpora) expect(after.corpora?.isSubsetOf(before.corpora)).toBe(true);
        if (before.budget !== null) expect(after.budget).toBeLessThanOrEqual(before.budget);
        for (const prefix of before.prefixes === null ? [] : (after.prefixes ?? [''])) {
          expect(before.prefixes?.some((one) => prefix.startsWith(one))).toBe(true);
        }
      }),
    );
  });
});

function issueTokenId(text: string): string {
  return read(text).ids[0] ?? '';
}
