import { describe, expect, it } from 'vitest';
import { isClaim, scoreClaim, standsAlone } from '../../../../engine/reading/claims/claim-policy.ts';
import { BLOCK_KINDS } from '../../../../engine/reading/document/layout.ts';
import { sentence } from './sentences.ts';

describe('a sentence is a claim', () => {
  it.each([
    sentence('The ferry from Haverby carries 40 cars and costs 5.60 for a passenger.'),
    sentence('It was rebuilt in 1954 after a fire.', { before: 'The north pier is the oldest one.' }),
    sentence('Called each time the last boat has left the pier.', { headings: ['pier.onEmpty'] }),
    sentence("Default: 'north'", { kind: 'item', headings: ['pier.side'] }),
    sentence('North | 4 m | 12', { kind: 'row', header: ['Pier', 'Depth', 'Berths'] }),
    sentence('Boats longer than 20 metres are not admitted.', { kind: 'item' }),
    sentence('Das Hafenamt ist im Sommer an allen Tagen der Woche bis 20 Uhr geöffnet.', { lang: 'de' }),
  ])('$text', (read) => {
    expect(isClaim(read)).toBe(true);
  });

  it.each([
    ['an instruction', sentence('Moor at the south pier and pay at the office.')],
    ['an instruction behind a condition', sentence('If the gate is closed, call the harbour master.')],
    ['a question', sentence('Where can I moor my boat?')],
    ['a label', sentence('Photo: R. Lindqvist')],
    ['a fragment', sentence('Two cranes and a slipway')],
    ['what ends open', sentence('The following boats are refused:')],
    ['a change in the imperative', sentence('fix: mooring of barges (#881)', { kind: 'item' })],
    ['a menu without a block of its own', sentence('Home | Piers | Prices | Contact')],
    ['a question in German', sentence('Wo kann ich anlegen?', { lang: 'de' })],
    ['nothing', sentence('')],
  ])('but not %s', (_what, read) => {
    expect(isClaim(read)).toBe(false);
  });

  it.each(['heading', 'header', 'term', 'code', 'navigation'] as const)(
    'never in a block of kind %s',
    (kind) => {
      expect(scoreClaim(sentence('The north pier is closed in winter.', { kind }))).toBe(0);
    },
  );

  it('gives a probability in every kind of block', () => {
    for (const kind of BLOCK_KINDS) {
      const score = scoreClaim(sentence('The north pier is closed in winter.', { kind }));
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });
});

describe('a claim stands alone', () => {
  it('where it names what it speaks of', () => {
    expect(standsAlone(sentence('Skarrow in Norland has had a lighthouse since 1902.'))).toBe(true);
  });

  it.each([
    sentence('It has two cranes.', { before: 'The pier is old.' }),
    sentence('The limit is four metres by default.'),
    sentence('North | 4 m', { kind: 'row', header: ['Pier', 'Depth'] }),
    sentence("Default: 'north'", { kind: 'item', headings: ['pier.side'] }),
  ])('but not $text', (read) => {
    expect(standsAlone(read)).toBe(false);
  });

  it('never where it is no claim', () => {
    expect(standsAlone(sentence('Skarrow', { kind: 'heading' }))).toBe(false);
  });
});
