import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createStubIds } from '../../../engine/stubs/stub-ids.ts';

const key = generateKeyPairSync('ed25519').privateKey;
const stubs = createStubIds(key);
const id = stubs.idOf('lakes', 'How deep is Lake Vell?');

describe('the id of a coverage gap', () => {
  test('is one that the wire takes', () => {
    expect(id).toMatch(/^stub_[A-Za-z0-9_-]{1,59}$/);
  });

  test('is the same at every service with the same key', () => {
    const other = createStubIds(key);
    expect(other.isKnown(id, 'lakes')).toBe(true);
    expect(other.idOf('lakes', 'How deep is Lake Vell?')).toBe(id);
  });

  test.each([
    'how deep is lake vell',
    '  How  deep\tis\n\nLake Vell ?!  ',
    'HOW DEEP IS LAKE VELL…',
    'How deep is Lake Vell？',
    'How\u00a0deep is Lake Vell.',
  ])('is the same for another spelling of the question: %j', (spelling) => {
    expect(stubs.idOf('lakes', spelling)).toBe(id);
  });

  test.each([
    ['Wie hoch liegt Caf\u00e9?', 'wie hoch liegt cafe\u0301'],
    ['Hauptstraße', 'HAUPTSTRASSE'],
    ['ΟΔΟΣ', 'οδοσ'],
  ])('is the same for %j and %j', (one, two) => {
    expect(stubs.idOf('lakes', one)).toBe(stubs.idOf('lakes', two));
  });

  test.each(['How deep is Lake Moor?', 'What is C#?', 'What is C?', 'Is Lake Vell deep, how?', '?', ''])(
    'is another one for another question: %j',
    (question) => {
      expect(stubs.idOf('lakes', question)).not.toBe(id);
    },
  );

  test('tells apart what differs by a sign that ends no sentence', () => {
    expect(stubs.idOf('lakes', 'What is C#?')).not.toBe(stubs.idOf('lakes', 'What is C?'));
  });

  test('does not depend on the language of the process', () => {
    expect(stubs.idOf('lakes', 'IZMIR')).toBe(stubs.idOf('lakes', 'izmir'));
  });

  test('is of its corpus alone', () => {
    expect(stubs.isKnown(id, 'towers')).toBe(false);
    expect(stubs.idOf('towers', 'How deep is Lake Vell?')).not.toBe(id);
  });

  test('is unknown to a service with another key', () => {
    const stranger = createStubIds(generateKeyPairSync('ed25519').privateKey);
    expect(stranger.isKnown(id, 'lakes')).toBe(false);
  });

  test.each([
    '',
    'stub_',
    'stub_a',
    id.slice(0, -1),
    `${id}A`,
    `${id}=`,
    ` ${id}`,
    `${id}\n`,
    id.toUpperCase(),
    id.replace('stub_', ''),
    `stub_${'A'.repeat(36)}`,
    `stub_${'A'.repeat(59)}`,
    `stub_${'é'.repeat(36)}`,
  ])('is not %j', (forged) => {
    expect(stubs.isKnown(forged, 'lakes')).toBe(false);
  });

  test('is not known any more once a single character is another one', () => {
    for (let at = 'stub_'.length; at < id.length; at += 1) {
      const forged = `${id.slice(0, at)}${id[at] === 'A' ? 'B' : 'A'}${id.slice(at + 1)}`;
      expect(stubs.isKnown(forged, 'lakes')).toBe(false);
    }
  });

  test('is known again for any question, and never for what another service would have named', () => {
    const stranger = createStubIds(generateKeyPairSync('ed25519').privateKey);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (question) => {
        expect(stubs.isKnown(stubs.idOf('lakes', question), 'lakes')).toBe(true);
        expect(stubs.isKnown(stranger.idOf('lakes', question), 'lakes')).toBe(false);
      }),
    );
  });

  test('takes little time for the longest run of marks', () => {
    const before = process.cpuUsage();
    stubs.idOf('lakes', `${'?!'.repeat(50_000)}x`);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
