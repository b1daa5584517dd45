import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInvitation, writeInvitation } from '../../bff/invitation.ts';
import { readSignedText, signText } from '../../bff/signed-text.ts';

const KEY = randomBytes(32);
const ACME = { org: 'acme', issued: 1, expires: 1_000 };

describe('a signed text', () => {
  it('gives back its facts', () => {
    expect(readSignedText(KEY, 'session', signText(KEY, 'session', { user: 'u_1' }))).toEqual({
      user: 'u_1',
    });
  });

  it('is not read with another key, or for another purpose', () => {
    const text = signText(KEY, 'session', { user: 'u_1' });
    expect(readSignedText(randomBytes(32), 'session', text)).toBeNull();
    expect(readSignedText(KEY, 'invitation', text)).toBeNull();
  });

  it('is not read with any character changed, added or left out', () => {
    const text = signText(KEY, 'session', { user: 'u_1' });
    for (let at = 0; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
      // The last character of base64url has bits that mean nothing.
      if (at < text.length - 1) expect(readSignedText(KEY, 'session', changed)).toBeNull();
      expect(readSignedText(KEY, 'session', `${text.slice(0, at)}${text.slice(at + 2)}`)).toBeNull();
    }
    expect(readSignedText(KEY, 'session', `${text}.`)).toBeNull();
  });

  it('is nothing that anybody makes up', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (version, payload, mac) => {
        expect(readSignedText(KEY, 'session', `${version}.${payload}.${mac}`)).toBeNull();
        expect(readSignedText(KEY, 'session', payload)).toBeNull();
      }),
    );
  });

  it('is not read past 1,024 characters', () => {
    const text = signText(KEY, 'session', { user: 'x'.repeat(1_000) });
    expect(readSignedText(KEY, 'session', text)).toBeNull();
  });
});

describe('an invitation', () => {
  it('names its organisation until it expires', () => {
    const invitation = writeInvitation(KEY, ACME);
    expect(readInvitation(KEY, invitation, 999)).toEqual(ACME);
    expect(readInvitation(KEY, invitation, 1_000)).toBeNull();
  });

  it('is refused where another server signed it or a session was signed', () => {
    expect(readInvitation(randomBytes(32), writeInvitation(KEY, ACME), 0)).toBeNull();
    const session = signText(KEY, 'session', ACME);
    expect(readInvitation(KEY, session, 0)).toBeNull();
  });
});
