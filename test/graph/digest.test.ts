import fc from 'fast-check';
import { blake3 as secondBlake3 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { blake3, blake3Hex, sha256, sha256Hex } from '../../graph/digest.ts';

const encoder = new TextEncoder();

describe('blake3', () => {
  it('hashes nothing to the published digest', () => {
    expect(blake3Hex(new Uint8Array())).toBe(
      'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
    );
  });

  it('agrees with a second implementation, across the chunk size of 1,024 bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (bytes) => {
        expect(blake3Hex(bytes)).toBe(await secondBlake3(bytes));
      }),
    );
  });

  it('hashes the bytes of a view, not those of the buffer behind it', () => {
    const backing = encoder.encode('xxadducexx');
    expect(blake3Hex(backing.subarray(2, 8))).toBe(blake3Hex(encoder.encode('adduce')));
  });

  it('gives the same digest as bytes and as hex, in memory of its own', () => {
    const first = blake3(encoder.encode('a'));
    const kept = Buffer.from(first).toString('hex');
    blake3(encoder.encode('b'));
    expect(Buffer.from(first).toString('hex')).toBe(kept);
    expect(kept).toBe(blake3Hex(encoder.encode('a')));
  });
});

describe('sha256', () => {
  it('hashes "abc" to the digest of FIPS 180-2', () => {
    expect(sha256Hex(encoder.encode('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('gives the same digest as bytes and as hex', () => {
    const bytes = encoder.encode('abc');
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(sha256Hex(bytes));
  });
});
