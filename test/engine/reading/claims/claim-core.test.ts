import { describe, expect, it } from 'vitest';
import { claimCoreOf } from '../../../../engine/reading/claims/claim-core.ts';
import { claimAddr } from '../../../../graph/content-address.ts';
import { sentence } from './sentences.ts';

const coreOf = (...args: Parameters<typeof sentence>) =>
  claimCoreOf({ corpus: 'docs', document: 'harbour.md' }, sentence(...args));
const MOONS = 'It has 146 moons.';

describe('the claim of a sentence', () => {
  it('has no context where the sentence needs none, so that documents with different titles state one claim', () => {
    const text = 'Skarrow in Norland has had a lighthouse since 1902.';
    expect(coreOf(text, { title: 'A' })).toEqual({ v: 1, corpus: 'docs', lang: 'en', text });
    expect(claimAddr(coreOf(text, { title: 'A' }))).toBe(claimAddr(coreOf(text, { title: 'B' })));
  });

  it('names title, headings, lead-in and head row where it needs them, outermost first', () => {
    const place = {
      kind: 'row',
      headings: ['Piers', 'North'],
      leadIn: 'Depths:',
      header: ['Pier', '', 'Depth'],
    } as const;
    expect(coreOf('Inner | | 4 m', place).context).toEqual([
      'Harbour guide',
      'Piers',
      'North',
      'Depths:',
      'Pier | Depth',
    ]);
  });

  it('names the sentence before where it opens with an anaphor, and not else', () => {
    const before = 'Saturn is the sixth planet.';
    expect(coreOf(MOONS, { before }).context).toEqual(['Harbour guide', before]);
    expect(coreOf('This is a record.', { before }).context).toEqual(['Harbour guide', before]);
    expect(coreOf('The default port is 5173.', { before, headings: ['server'] }).context).toEqual([
      'Harbour guide',
      'server',
    ]);
  });

  it.each([
    ['titles', { title: 'Saturn' }, { title: 'Jupiter' }],
    ['headings', { headings: ['Saturn'] }, { headings: ['Jupiter'] }],
    ['sentences before', { before: 'Saturn is large.' }, { before: 'Jupiter is larger.' }],
  ])('is another one under other %s', (_what, one, other) => {
    expect(claimAddr(coreOf(MOONS, one))).not.toBe(claimAddr(coreOf(MOONS, other)));
  });

  it('normalises and cuts what it names, at 200 units and between characters', () => {
    const title = `  ${'x'.repeat(199)}😀tail`;
    const { context = [] } = coreOf(MOONS, { title, headings: ['Cafe\u0301', ' '] });
    expect(context[0]?.startsWith('x'.repeat(199))).toBe(true);
    expect(context[0]!.length).toBeLessThanOrEqual(200);
    expect(context[0]!.isWellFormed()).toBe(true);
    expect(context.slice(1)).toEqual(['Café', 'harbour.md']);
  });

  it('has no context member where nothing is above it', () => {
    expect(coreOf('The default port is 5173.', { title: '' })).not.toHaveProperty('context');
  });

  it.each([
    ['opens with', MOONS],
    ['has behind its verb', 'Local groups maintain a path around it.'],
  ])('names its document where nothing else tells what the pronoun is that it %s', (_where, text) => {
    expect(coreOf(text).context).toEqual(['Harbour guide', 'harbour.md']);
    const before = 'Lake Kelmar is deep.';
    expect(coreOf(text, { before }).context).toEqual(['Harbour guide', before]);
  });

  it.each(['Saturn keeps 146 moons in its orbit.', 'Saturn has rings, and astronomers admire them.'])(
    'takes no pronoun for open that the sentence itself explains: %s',
    (text) => {
      expect(coreOf(text).context ?? []).not.toContain('harbour.md');
    },
  );
});
