/** A claim's address and hash follow from its core: of one encoding, they are those of two. */
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CborWriter } from '../../graph/cbor-writer.ts';
import type { ClaimCore } from '../../graph/claim.ts';
import { claimAddr, claimIdentity, contentHash } from '../../graph/content-address.ts';

const CORE: ClaimCore = { v: 1, corpus: 'sky', lang: 'en', text: 'Saturn has 62 moons.' };

it('refuses a corpus that no address could carry, as the address alone does', () => {
  const core = { ...CORE, corpus: 'a/b' };
  expect(() => claimAddr(core)).toThrow(RangeError);
  expect(() => claimIdentity(core)).toThrow(RangeError);
});

it('gives the address and the hash that each gives alone', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.string({ unit: 'grapheme' })),
      (text, context) => {
        const core = { ...CORE, text, context };
        expect(claimIdentity(core)).toEqual({ addr: claimAddr(core), contentHash: contentHash(core) });
      },
    ),
  );
});

it('encodes the core once', () => {
  claimIdentity(CORE);
  const encode = vi.spyOn(CborWriter, 'encode');
  onTestFinished(() => encode.mockRestore());
  claimIdentity(CORE);
  expect(encode.mock.calls).toEqual([[CORE]]);
});
