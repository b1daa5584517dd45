import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signCheckpoint, verifierText } from '../../../graph/log/checkpoint.ts';
import { LOG_KEY_NOTE, LOG_KEYS_NOTE, logKeysText, readLogKeys } from '../../../graph/log/log-keys.ts';
import { StoreCorrupted } from '../../../graph/store/store.ts';

const ORIGIN = 'log.example';
const [old, young] = [1, 2].map(() => generateKeyPairSync('ed25519'));
const verifierOf = (pair: typeof old) => ({ name: ORIGIN, key: pair!.publicKey });
const noteAt = (size: number, ...pairs: (typeof old)[]) =>
  signCheckpoint(
    { origin: ORIGIN, size, root: new Uint8Array(32) },
    ...pairs.map((pair) => pair!.privateKey),
  );
const readerOf = (notes: Readonly<Record<string, string>>) => ({
  note: async (name: string) => notes[name] ?? null,
  blobs: async () => [],
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

describe('signCheckpoint', () => {
  it('signs with a key at least', () => {
    expect(() => noteAt(1)).toThrow(RangeError);
  });

  it('has one line for each key', () => {
    expect(noteAt(1, young, old).match(/^— log\.example /gm)).toHaveLength(2);
  });
});
