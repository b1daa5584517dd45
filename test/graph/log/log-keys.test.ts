import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signCheckpoint, verifierText } from '../../../graph/log/checkpoint.ts';
import {
  LOG_KEY_NOTE,
  LOG_KEYS_NOTE,
  logKeysText,
  readLogKeys,
  verifyWithKeys,
} from '../../../graph/log/log-keys.ts';
import { StoreCorrupted } from '../../../graph/store.ts';

const ORIGIN = 'log.example';
const [old, young, other] = [1, 2, 3].map(() => generateKeyPairSync('ed25519'));
const verifierOf = (pair: typeof old) => ({ name: ORIGIN, key: pair!.publicKey });
const noteAt = (size: number, ...pairs: (typeof old)[]) =>
  signCheckpoint(
    { origin: ORIGIN, size, root: new Uint8Array(32) },
    ...pairs.map((pair) => pair!.privateKey),
  );
const readerOf = (notes: Readonly<Record<string, string>>) => ({
  note: async (name: string) => notes[name] ?? null,
});

/** The old one signed until 20, the young one signs since 10. */
const KEYS = [
  { verifier: verifierOf(old), fromSize: 0, untilSize: 20 },
  { verifier: verifierOf(young), fromSize: 10, untilSize: null },
];

describe('readLogKeys', () => {
  it('finds none in a store that nobody has signed for', async () => {
    expect(await readLogKeys(readerOf({}))).toEqual([]);
  });

  it('takes the one key of a store that never changed it for all sizes', async () => {
    const keys = await readLogKeys(readerOf({ [LOG_KEY_NOTE]: verifierText(verifierOf(old)) }));
    expect(keys.map(({ fromSize, untilSize }) => [fromSize, untilSize])).toEqual([[0, null]]);
  });

  it('reads the list that it has written', async () => {
    const keys = await readLogKeys(readerOf({ [LOG_KEYS_NOTE]: logKeysText(KEYS) }));
    expect(logKeysText(keys)).toBe(logKeysText(KEYS));
  });

  it.each(['', '{}', '[{"key":"log.example+00000000+AAAA"}]', 'null'])(
    'refuses the list %j',
    async (text) => {
      await expect(readLogKeys(readerOf({ [LOG_KEYS_NOTE]: text }))).rejects.toThrow(StoreCorrupted);
    },
  );
});

describe('verifyWithKeys', () => {
  it.each([0, 20])('accepts the old key at size %i', (size) => {
    expect(verifyWithKeys(noteAt(size, old), KEYS)?.size).toBe(size);
  });

  it('refuses the old key after its last size', () => {
    expect(verifyWithKeys(noteAt(21, old), KEYS)).toBeNull();
  });

  it('refuses the young key before its first size', () => {
    expect(verifyWithKeys(noteAt(9, young), KEYS)).toBeNull();
  });

  it('accepts both keys together, under either one alone', () => {
    const note = noteAt(15, young, old);
    for (const key of KEYS) expect(verifyWithKeys(note, [key])?.size).toBe(15);
  });

  it('accepts a note that a stranger has signed too', () => {
    expect(verifyWithKeys(noteAt(30, other, young), KEYS)?.size).toBe(30);
  });

  it('refuses a stranger alone, and anything without keys', () => {
    expect(verifyWithKeys(noteAt(15, other), KEYS)).toBeNull();
    expect(verifyWithKeys(noteAt(15, old), [])).toBeNull();
  });
});

describe('signCheckpoint', () => {
  it('signs with a key at least', () => {
    expect(() => noteAt(1)).toThrow(RangeError);
  });

  it('has one line for each key', () => {
    expect(noteAt(1, young, old).match(/^— log\.example /gm)).toHaveLength(2);
  });
});
