/** What stands in a browser in the place of the engine's own modules says what those say. */
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as page from '../../../gateway/receipt-page/browser/canonical.ts';
import * as pageNotes from '../../../gateway/receipt-page/browser/checkpoint.ts';
import * as pageDigest from '../../../gateway/receipt-page/browser/digest.ts';
import { base64Of, bytesOfBase64, hashOf, hexOf } from '../../../graph/bytes.ts';
import { decodeCanonical, encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex, sha256 } from '../../../graph/digest.ts';
import {
  parseVerifier,
  signCheckpoint,
  verifierText,
  verifyCheckpoint,
} from '../../../graph/log/checkpoint.ts';

const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 0.5, 1.5, 65_504, 65_505, 2 ** -24, 2 ** -25, 2 ** -14, 2 ** 53 - 1, 1e300, 5e-324),
);
const text = fc.string({ unit: 'binary' });
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    number,
    text,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      text.filter((name) => name !== '__proto__'),
      tie('value'),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
}));

describe('canonical CBOR in a browser', () => {
  it('is the bytes of the engine, for any value', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(hexOf(page.encodeCanonical(one))).toBe(hexOf(encodeCanonical(one)));
      }),
      { numRuns: 500 },
    );
  });

  it('reads any value as the engine does', () => {
    fc.assert(
      fc.property(value, (one) => {
        const bytes = encodeCanonical(one);
        expect(page.decodeCanonical(bytes)).toEqual(decodeCanonical(bytes));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a number that is longer than it need be', '1817'],
    ['keys that are not in order', 'a2616201616101'],
    ['a key twice', 'a2616101616101'],
    ['a key that is no text', 'a10101'],
    ['an indefinite length', '9f01ff'],
    ['a tag', 'c001'],
    ['undefined', 'f7'],
    ['a float that a shorter one holds', 'fa3f800000'],
    ['text that is no UTF-8', '61ff'],
    ['bytes behind it', '0101'],
    ['an end too soon', '6261'],
    ['a length beyond what is there', '9b0000000100000000'],
    ['nothing', ''],
  ])('refuses %s, as the engine does', (_, hex) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(() => page.decodeCanonical(bytes)).toThrow();
    expect(() => decodeCanonical(bytes)).toThrow();
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], ['\ud800'], [() => 0], [undefined]])(
    'has no form of %s',
    (one) => {
      expect(() => page.encodeCanonical(one)).toThrow();
    },
  );
});

describe('digests in a browser', () => {
  it('are those of the engine', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
        expect(pageDigest.blake3Hex(bytes)).toBe(blake3Hex(bytes));
        expect(hexOf(pageDigest.sha256(bytes))).toBe(hexOf(sha256(bytes)));
      }),
    );
  });
});

describe('bytes as text', () => {
  it('are what Node writes, and read back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(hexOf(bytes)).toBe(Buffer.from(bytes).toString('hex'));
        expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(bytesOfBase64(base64Of(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each(['A', 'AA', 'AB==', 'AA==\n', ' AA==', 'AA-_', 'AAA', 'é'])('are not %j in base64', (one) => {
    expect(bytesOfBase64(one)).toBeNull();
  });

  it.each(['', 'ab', 'AB'.repeat(32), 'ab'.repeat(33), `${'ab'.repeat(31)}a\n`])('are no hash: %j', (one) => {
    expect(hashOf(one)).toBeNull();
  });
});

describe('signed notes in a browser', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const verifier = { name: 'log.example/1', key: publicKey };
  const key = pageNotes.parseVerifier(verifierText(verifier))!;
  const root = sha256(Uint8Array.of(1));
  const note = signCheckpoint({ origin: verifier.name, size: 7, root }, privateKey);

  it('verify where the engine verifies them', () => {
    expect(verifyCheckpoint(note, verifier)).toMatchObject({ size: 7 });
    expect(pageNotes.verifyCheckpoint(note, key)).toMatchObject({ size: 7, origin: verifier.name });
  });

  it('name their keys as the engine does', () => {
    expect(pageNotes.verifierText(key)).toBe(verifierText(verifier));
  });

  it('are found out by any flipped bit, as by the engine', { timeout: 60_000 }, () => {
    const bytes = Buffer.from(note);
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      const changed = flipped.toString();
      expect(pageNotes.verifyCheckpoint(changed, key), `byte ${at}`).toBeNull();
      expect(verifyCheckpoint(changed, verifier), `byte ${at}`).toBeNull();
    }
  });

  it('verify with as many signatures as the engine reads, and not with one more', () => {
    const line = note.slice(note.indexOf('—'));
    for (const [more, size] of [
      [63, 7],
      [64, undefined],
    ] as const) {
      const many = note + line.replace(verifier.name, 'witness.example').repeat(more);
      expect(verifyCheckpoint(many, verifier)?.size).toBe(size);
      expect(pageNotes.verifyCheckpoint(many, key)?.size).toBe(size);
    }
  });

  it('do not verify under another key or another name', () => {
    const other = verifierText({ name: verifier.name, key: generateKeyPairSync('ed25519').publicKey });
    expect(pageNotes.verifyCheckpoint(note, pageNotes.parseVerifier(other)!)).toBeNull();
    const named = verifierText({ name: 'other.example', key: publicKey });
    expect(pageNotes.verifyCheckpoint(note, pageNotes.parseVerifier(named)!)).toBeNull();
  });

  it.each([
    '',
    'name',
    'name+00000000+AQ==',
    verifierText(verifier).replace('+', '+0'),
    verifierText(verifier).slice(0, -1),
    `${verifierText(verifier)}\n`,
    verifierText(verifier).replace('log', 'l g'),
  ])('take no key from %j, as the engine does not', (one) => {
    expect(pageNotes.parseVerifier(one)).toBeNull();
    expect(parseVerifier(one)).toBeNull();
  });
});
