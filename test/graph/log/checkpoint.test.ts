import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseVerifier,
  signCheckpoint,
  type Verifier,
  verifierText,
  verifyCheckpoint,
} from '../../../graph/log/checkpoint.ts';
import { parseCheckpoint } from '../../../graph/log/checkpoint-note.ts';
import { emptyRoot } from '../../../graph/log/merkle.ts';

const ORIGIN = 'log.example.org/adduce';
/** RFC 8032 §7.1, test 1. */
const PRIVATE = createPrivateKey({
  key: Buffer.from(
    '302e020100300506032b6570042204209d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'hex',
  ),
  format: 'der',
  type: 'pkcs8',
});
const VERIFIER: Verifier = { name: ORIGIN, key: createPublicKey(PRIVATE) };
const CHECKPOINT = { origin: ORIGIN, size: 123_456, root: emptyRoot() };
const NOTE = signCheckpoint(CHECKPOINT, PRIVATE);

/** A note over any text, signed rightly by our key. */
function signedText(text: string): string {
  const line = NOTE.slice(NOTE.indexOf('—')).split(' ')[2] ?? '';
  const keyId = Buffer.from(line, 'base64').subarray(0, 4);
  const signature = sign(null, Buffer.from(text), PRIVATE);
  return `${text}\n— ${ORIGIN} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;
}

describe('signCheckpoint', () => {
  it('writes the form of the specification', () => {
    const [origin, size, root, blank, line, end, ...rest] = NOTE.split('\n');
    expect([origin, size, root]).toEqual([ORIGIN, '123456', '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=']);
    expect([blank, end, rest]).toEqual(['', '', []]);
    expect(line).toMatch(/^— log\.example\.org\/adduce [A-Za-z0-9+/]{91}=$/);
  });

  it('gives the same note each time', () => {
    expect(signCheckpoint(CHECKPOINT, PRIVATE)).toBe(NOTE);
  });

  it('signs what verifies, for any size and root', () => {
    const root = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.maxSafeNat(), root, (size, bytes) => {
        const checkpoint = { origin: ORIGIN, size, root: bytes };
        expect(verifyCheckpoint(signCheckpoint(checkpoint, PRIVATE), VERIFIER)).toEqual(checkpoint);
      }),
    );
  });

  it.each(['', 'a b', 'a+b', 'a\nb', 'a\u00a0b', '\ud800', 'x'.repeat(256)])(
    'refuses the origin %j',
    (origin) => {
      expect(() => signCheckpoint({ ...CHECKPOINT, origin }, PRIVATE)).toThrow(RangeError);
    },
  );

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses the size %d', (size) => {
    expect(() => signCheckpoint({ ...CHECKPOINT, size }, PRIVATE)).toThrow(RangeError);
  });

  it('refuses a root that is no SHA-256 and a key that is no Ed25519 key', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => signCheckpoint({ ...CHECKPOINT, root: new Uint8Array(31) }, PRIVATE)).toThrow(RangeError);
    expect(() => signCheckpoint(CHECKPOINT, other.privateKey)).toThrow(RangeError);
  });
});

describe('verifyCheckpoint', () => {
  it('does not accept the note with any bit of any byte turned', () => {
    const bytes = Buffer.from(NOTE);
    for (let i = 0; i < bytes.length; i += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const tampered = Buffer.from(bytes);
        tampered[i] = (bytes[i] ?? 0) ^ (1 << bit);
        expect(verifyCheckpoint(tampered.toString(), VERIFIER)).toBeNull();
      }
    }
  });

  it('does not accept the note with any byte left out or doubled', () => {
    for (let i = 0; i < NOTE.length; i += 1) {
      expect(verifyCheckpoint(NOTE.slice(0, i) + NOTE.slice(i + 1), VERIFIER)).toBeNull();
      expect(verifyCheckpoint(NOTE.slice(0, i + 1) + NOTE.slice(i), VERIFIER)).toBeNull();
    }
  });

  it('does not accept the note under another key or another name', () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    expect(verifyCheckpoint(NOTE, { name: ORIGIN, key: publicKey })).toBeNull();
    expect(verifyCheckpoint(NOTE, { name: 'other.example.org', key: VERIFIER.key })).toBeNull();
  });

  it('does not accept our signature on another log’s checkpoint', () => {
    const foreign = signedText(`other.example.org\n1\n${Buffer.from(emptyRoot()).toString('base64')}\n`);
    expect(parseCheckpoint(foreign)?.origin).toBe('other.example.org');
    expect(verifyCheckpoint(foreign, VERIFIER)).toBeNull();
  });

  it('accepts lines of other signers, and needs our own', () => {
    const witness = `— witness.example.org ${Buffer.alloc(70, 7).toString('base64')}\n`;
    expect(verifyCheckpoint(NOTE + witness, VERIFIER)).toEqual(CHECKPOINT);
    expect(verifyCheckpoint(`${NOTE.slice(0, NOTE.indexOf('—'))}${witness}`, VERIFIER)).toBeNull();
  });

  it('does not accept a note of which one line claims to be ours and is not', () => {
    const line = NOTE.slice(NOTE.indexOf('—'));
    const keyId = Buffer.from(line.split(' ')[2] ?? '', 'base64').subarray(0, 4);
    for (const length of [1, 63, 64, 65]) {
      const forged = `— ${ORIGIN} ${Buffer.concat([keyId, Buffer.alloc(length, 1)]).toString('base64')}\n`;
      expect(verifyCheckpoint(NOTE + forged, VERIFIER)).toBeNull();
      expect(verifyCheckpoint(NOTE.replace(line, forged), VERIFIER)).toBeNull();
    }
  });

  it('accepts extension lines that are signed, and none that are added', () => {
    const text = NOTE.slice(0, NOTE.indexOf('\n\n') + 1);
    expect(verifyCheckpoint(signedText(`${text}extension\n`), VERIFIER)).toEqual(CHECKPOINT);
    expect(verifyCheckpoint(NOTE.replace('\n\n', '\nextension\n\n'), VERIFIER)).toBeNull();
  });
});

describe('parseCheckpoint', () => {
  const root = Buffer.from(emptyRoot()).toString('base64');

  it.each([
    ['an empty origin', `\n1\n${root}\n`],
    ['a size with a leading zero', `${ORIGIN}\n01\n${root}\n`],
    ['a negative size', `${ORIGIN}\n-1\n${root}\n`],
    ['a signed size', `${ORIGIN}\n+1\n${root}\n`],
    ['a size in hex', `${ORIGIN}\n0x1\n${root}\n`],
    ['no size', `${ORIGIN}\n\n${root}\n`],
    ['a size of 2^53', `${ORIGIN}\n9007199254740992\n${root}\n`],
    ['a size of many digits', `${ORIGIN}\n${'9'.repeat(400)}\n${root}\n`],
    ['no root', `${ORIGIN}\n1\n`],
    ['a short root', `${ORIGIN}\n1\nAAAA\n`],
    ['a root without padding', `${ORIGIN}\n1\n${root.slice(0, -1)}\n`],
    ['a root in the alphabet for URLs', `${ORIGIN}\n1\n${root.replaceAll('+', '-').replaceAll('/', '_')}\n`],
    ['a root with a space', `${ORIGIN}\n1\n${root} \n`],
    ['a root with a stray bit', `${ORIGIN}\n1\n${root.slice(0, -2)}V=\n`],
    ['a carriage return', `${ORIGIN}\r\n1\n${root}\n`],
    ['a NUL', `${ORIGIN}\0\n1\n${root}\n`],
    ['a lone surrogate', `${ORIGIN}\ud800\n1\n${root}\n`],
    ['an empty extension line', `${ORIGIN}\n1\n${root}\n\nx\n`],
  ])('refuses %s, though signed', (_, text) => {
    expect(parseCheckpoint(signedText(text))).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['blank lines', '\n\n'],
    ['no signature', `${ORIGIN}\n1\n${root}\n\n`],
    ['no blank line', `${ORIGIN}\n1\n${root}\n`],
    ['a hyphen for the dash', NOTE.replace('—', '-')],
    ['a signature without a name', NOTE.replace(`— ${ORIGIN} `, '—  ')],
    ['a signature without bytes', `${ORIGIN}\n1\n${root}\n\n— ${ORIGIN} \n`],
    ['a signature that is only a key id', `${ORIGIN}\n1\n${root}\n\n— ${ORIGIN} AAAAAA==\n`],
    ['text after the signatures', `${NOTE}x\n`],
    ['a missing last newline', NOTE.slice(0, -1)],
  ])('refuses %s', (_, note) => {
    expect(parseCheckpoint(note)).toBeNull();
  });

  it('accepts 64 signatures and refuses 65', () => {
    const witness = `— w ${Buffer.alloc(68).toString('base64')}\n`;
    expect(parseCheckpoint(NOTE + witness.repeat(63))?.signatures).toHaveLength(64);
    expect(parseCheckpoint(NOTE + witness.repeat(64))).toBeNull();
  });

  it('accepts 65,536 characters and refuses one more', () => {
    const text = NOTE.slice(0, NOTE.indexOf('\n\n') + 1);
    const sized = (length: number): string =>
      signedText(`${text}${'x'.repeat(length - signedText(text).length - 1)}\n`);
    expect(sized(65_536)).toHaveLength(65_536);
    expect(parseCheckpoint(sized(65_536))).not.toBeNull();
    expect(parseCheckpoint(sized(65_537))).toBeNull();
  });

  it('never throws', () => {
    const pieces = fc.constantFrom('\n', '\n\n', '— ', ORIGIN, ' ', '1', root, 'AAAAAAAA', '\ud800', '+');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (list) => {
        expect(verifyCheckpoint(list.join(''), VERIFIER)).toBeNull();
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('the verifier’s text', () => {
  // Published keys of other logs and notes; the last sum is what ties name, algorithm and key together.
  const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const SUM_DB = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';

  it.each([PETER, SUM_DB])('reads the published key %s and gives it back', (text) => {
    const verifier = parseVerifier(text);
    expect(verifier && verifierText(verifier)).toBe(text);
  });

  it('verifies a published note with its published key', () => {
    const text =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    const line =
      'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=';
    const signature = Buffer.from(line, 'base64').subarray(4);
    const verifier = parseVerifier(PETER);
    expect(verifier && verify(null, Buffer.from(text), verifier.key, signature)).toBe(true);
  });

  it('carries our own key to a reader', () => {
    const verifier = parseVerifier(verifierText(VERIFIER));
    expect(verifier && verifyCheckpoint(NOTE, verifier)).toEqual(CHECKPOINT);
  });

  it.each([
    ['nothing', ''],
    ['one part', 'name'],
    ['two parts', 'PeterNeumann+c74f20a3'],
    ['another name', PETER.replace('Peter', 'Petra')],
    ['another key id', PETER.replace('c74f20a3', 'c74f20a4')],
    ['a key id in upper case', PETER.replace('c74f20a3', 'C74F20A3')],
    ['another algorithm', PETER.replace('+ARpc', '+AxpC')],
    ['a cut key', PETER.slice(0, -4)],
    ['a longer key', `${PETER}AAAA`],
    ['a name with a space', PETER.replace('rN', 'r N')],
    ['no name', PETER.replace('PeterNeumann', '')],
    ['a newline at the end', `${PETER}\n`],
  ])('is refused with %s', (_, text) => {
    expect(parseVerifier(text)).toBeNull();
  });

  it('is not made of a key that is not Ed25519', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => verifierText({ name: ORIGIN, key: publicKey })).toThrow(RangeError);
  });
});
