import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signCheckpoint, signText, verifierText, verifyCheckpoint } from '../../../graph/log/checkpoint.ts';
import { endorse, endorsedBy } from '../../../graph/log/key-endorsement.ts';

const ORIGIN = 'log.example';
const pairs = [1, 2, 3].map(() => generateKeyPairSync('ed25519'));
const [old, young, stranger] = pairs.map(({ publicKey, privateKey }) => {
  return { verifier: { name: ORIGIN, key: publicKey }, privateKey };
});
const successor = { verifier: young!.verifier, fromSize: 12 };
const note = endorse(successor, old!.privateKey);

function textOf(kind: string, key: string, size: string): string {
  return `${kind}\n${key}\n${size}\n`;
}

describe('an endorsement', () => {
  it('names the later key to a reader who knows the earlier one', () => {
    const named = endorsedBy(old!.verifier, note);
    expect(named && verifierText(named.verifier)).toBe(verifierText(young!.verifier));
    expect(named).toMatchObject({ fromSize: 12, untilSize: null });
  });

  it('names nobody to a reader who knows another key', () => {
    expect(endorsedBy(stranger!.verifier, note)).toBeNull();
    expect(endorsedBy(young!.verifier, note)).toBeNull();
  });

  it('is none where a stranger has signed it under the name of the log', () => {
    expect(endorsedBy(old!.verifier, endorse(successor, stranger!.privateKey))).toBeNull();
  });

  it('is none with any byte of its text changed', () => {
    const text = note.slice(0, note.lastIndexOf('\n\n'));
    for (let at = 0; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${note.slice(at + 1)}`;
      expect(endorsedBy(old!.verifier, changed)).toBeNull();
    }
  });

  it.each<[string, string, string, string]>([
    ['of another kind', 'adduce log key/2', verifierText(young!.verifier), '12'],
    ['of no key', 'adduce log key/1', 'log.example+00000000+AAAA', '12'],
    ['of a size that is none', 'adduce log key/1', verifierText(young!.verifier), '012'],
    ['of more than it should say', 'adduce log key/1', verifierText(young!.verifier), '12\nmore'],
  ])('is none where the signed text is %s', (_, kind, key, size) => {
    const signed = signText(textOf(kind, key, size), ORIGIN, old!.privateKey);
    expect(endorsedBy(old!.verifier, signed)).toBeNull();
  });

  it('of a key of another log is none', () => {
    const other = { name: 'other.example', key: young!.verifier.key };
    const signed = signText(textOf('adduce log key/1', verifierText(other), '12'), ORIGIN, old!.privateKey);
    expect(endorsedBy(old!.verifier, signed)).toBeNull();
  });

  it('is no checkpoint, and a checkpoint is no endorsement', () => {
    expect(verifyCheckpoint(note, old!.verifier)).toBeNull();
    const checkpoint = signCheckpoint(
      { origin: ORIGIN, size: 12, root: new Uint8Array(32) },
      old!.privateKey,
    );
    expect(endorsedBy(old!.verifier, checkpoint)).toBeNull();
  });
});
