import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseVerifier, signCheckpoint, verifierText } from '../../../graph/log/checkpoint.ts';
import {
  keyListText,
  type LogKey,
  readKeyList,
  signersOf,
  trusted,
  verifierName,
} from '../../../graph/log/key-list.ts';

const ORIGIN = 'log.example';
const [old, young, other] = [1, 2, 3].map(() => generateKeyPairSync('ed25519'));
const verifierOf = (pair: typeof old) => ({ name: ORIGIN, key: pair!.publicKey });
const noteAt = (size: number, ...pairs: (typeof old)[]) =>
  signCheckpoint(
    { origin: ORIGIN, size, root: new Uint8Array(32) },
    ...pairs.map((pair) => pair!.privateKey),
  );

/** The old one signed until 20, the young one signs since 10. */
const KEYS: readonly LogKey[] = [
  { verifier: verifierOf(old), fromSize: 0, untilSize: 20 },
  { verifier: verifierOf(young), fromSize: 10, untilSize: null },
];
const [OLD, YOUNG, OTHER] = [old, young, other].map((pair) => verifierName(verifierOf(pair)));

const sizeUnder = (note: string, keys = KEYS) => {
  const signed = signersOf(note, keys);
  return signed.ok ? signed.checkpoint.size : signed.fault;
};

describe('signersOf', () => {
  it.each([0, 20])('accepts the old key at size %i', (size) => {
    expect(sizeUnder(noteAt(size, old))).toBe(size);
  });

  it('refuses the old key after its last size, and says which it may have signed', () => {
    expect(sizeUnder(noteAt(21, old))).toBe(
      `it is signed by ${OLD} (retired, signed trees of 0 to 20 entries), which this tree of 21 is none of`,
    );
  });

  it('refuses the young key before its first size', () => {
    expect(sizeUnder(noteAt(9, young))).toContain(`signed by ${YOUNG}`);
  });

  it('accepts both keys together, under either one alone', () => {
    const note = noteAt(15, young, old);
    for (const key of KEYS) expect(sizeUnder(note, [key])).toBe(15);
    expect(signersOf(note, KEYS)).toMatchObject({ by: KEYS });
  });

  it('counts for nothing that a key has signed past its turn beside another whose turn it is', () => {
    expect(signersOf(noteAt(30, old, young), KEYS)).toMatchObject({ ok: true, by: [KEYS[1]] });
  });

  it('accepts a note that a stranger has signed too', () => {
    expect(sizeUnder(noteAt(30, other, young))).toBe(30);
  });

  it('names the stranger that signed alone, and whom it would have believed', () => {
    expect(sizeUnder(noteAt(15, other))).toBe(
      `it is of the log ${ORIGIN} and signed by ${OTHER}; known here: ${OLD} (retired, signed trees of 0 to 20 entries), ${YOUNG}`,
    );
    expect(sizeUnder(noteAt(15, old), [])).toContain('known here: none');
  });

  it('refuses a signature that only has the name and id of a known key', () => {
    const stolen = noteAt(15, young).split('\n').at(-2)!;
    const forged = noteAt(16, other).replace(/— .*\n$/, `${stolen}\n`);
    expect(sizeUnder(forged)).toBe(`the signature that it has of ${YOUNG} is not valid`);
  });

  it('refuses the log of another name under the same key', () => {
    const renamed = trusted({ ...verifierOf(young), name: 'other.example' });
    expect(sizeUnder(noteAt(15, young), [renamed])).toContain(
      `signed by ${YOUNG}; known here: other.example+`,
    );
  });

  it.each(['', 'hello', 'log.example\n1\n'])('finds no note in %j', (text) => {
    expect(sizeUnder(text)).toBe('it is not a signed note');
  });
});

describe('a list of keys', () => {
  it('has a verifier a line for those that sign, and a comment for those that sign no more', () => {
    expect(keyListText(KEYS).split('\n')).toEqual([
      verifierText(verifierOf(young)),
      `# retired, signed trees of 0 to 20 entries: ${verifierText(verifierOf(old))}`,
      '',
    ]);
  });

  it('gives a retired key to no program that reads verifiers and skips comments', () => {
    const lines = keyListText(KEYS).split('\n');
    const known = lines.flatMap((line) => (line.startsWith('#') || line === '' ? [] : [parseVerifier(line)]));
    expect(known.map((one) => one && verifierName(one))).toEqual([YOUNG]);
    expect(parseVerifier(lines[1]!)).toBeNull();
  });

  it('reads what it has written, a retired key for its trees only', () => {
    const read = readKeyList(keyListText(KEYS));
    if (!read.ok) throw new Error(read.fault);
    expect([sizeUnder(noteAt(20, old), read.keys), sizeUnder(noteAt(30, young), read.keys)]).toEqual([
      20, 30,
    ]);
    expect(sizeUnder(noteAt(21, old), read.keys)).toContain('retired');
  });

  it('takes a key that one of two lists retires for retired, whichever comes first', () => {
    const lists = [`${verifierText(verifierOf(old))}\n`, keyListText(KEYS)];
    for (const text of [lists.join(''), lists.toReversed().join('')]) {
      const read = readKeyList(text);
      expect(read.ok && sizeUnder(noteAt(21, old), read.keys)).toContain('retired');
    }
  });

  it('skips other comments, empty lines and the ends of lines of other systems', () => {
    const read = readKeyList(`# our log\r\n\r\n  ${verifierText(verifierOf(young))}\r\n`);
    expect(read.ok && read.keys.map(({ verifier }) => verifierName(verifier))).toEqual([YOUNG]);
  });

  it.each([
    ['nothing', '', 'it holds no verifier key'],
    ['a comment alone', '# nothing\n', 'it holds no verifier key'],
    ['a word', 'hello', 'line 1 is no verifier key: "hello"'],
    ['a key that was cut', `\n${verifierText(verifierOf(old)).slice(0, -8)}`, 'line 2 is no verifier key'],
    ['a retired word', '# retired, signed trees of 0 to 20 entries: hello', 'line 1 is no verifier key'],
    ['too long a text', 'x'.repeat(65_537), 'it has more than 65536 characters'],
    ['too many keys', `${verifierText(verifierOf(old))}\n`.repeat(65), 'it holds more than 64 keys'],
  ])('refuses %s', (_what, text, fault) => {
    const read = readKeyList(text);
    expect(read.ok ? '' : read.fault).toContain(fault);
  });

  it.each([
    ['words behind it', (line: string) => `${line} # on Friday`],
    ['a size of too many digits', (line: string) => line.replace('20', '9'.repeat(16))],
    ['a sign before a size', (line: string) => line.replace('to 20', 'to +20')],
    ['a capital letter', (line: string) => line.replace('retired', 'Retired')],
    ['no space', (line: string) => line.replace('# ', '#')],
    ['no key', (line: string) => line.replace(/ \S+$/, '')],
    ['no sizes', (line: string) => line.replace(', signed trees of 0 to 20 entries', '')],
  ])('refuses the line of a retired key with %s, rather than believe the key for ever', (_what, edit) => {
    const line = edit(keyListText(KEYS.slice(0, 1)).trimEnd());
    const read = readKeyList(`${verifierText(verifierOf(old))}\n${line}\n`);
    expect(read.ok ? 'read' : read.fault).toContain('line 2 is on a retired key, and not “# retired,');
  });

  it.each(['\ufeff', '\t', ' '])('reads the line of a retired key behind %j', (before) => {
    const read = readKeyList(`${before}${keyListText(KEYS.slice(0, 1)).trimEnd()}\r\n`);
    expect(read.ok && read.keys).toEqual([KEYS[0]]);
  });

  it('shows a long line by its beginning', () => {
    const read = readKeyList('y'.repeat(5_000));
    expect(read.ok ? Number.NaN : read.fault.length).toBeLessThan(130);
  });

  it('throws for no text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => typeof readKeyList(text).ok === 'boolean'),
    );
  });
});
