import { describe, expect, it } from 'vitest';
import { saysMore } from '../../../engine/ingest/says-more.ts';
import { proseLayout } from '../../../engine/reading/document/prose-layout.ts';

const TEXT =
  'Saturn has 62 known moons. Titan, the largest of them, is wrapped in orange air that hides lakes of methane. ' +
  'The rings are thin, and most of what they hold is ice. Saturn is not a star.';
const reads = (text: string) => ({
  ...{ title: 'Saturn', lang: 'en', published: '2026-09-01' },
  ...{ text, layout: proseLayout(text) },
});
const more = (copy: string) => saysMore(reads(TEXT), reads(copy));

describe('saysMore', () => {
  it.each([
    'Correction of 3 September: that was wrong. Saturn has 145 known moons today.',
    'Saturn has 145 known moons.',
    'It has 145 known moons.',
    'True count: 145 moons.',
    'That is no longer true.',
    'Saturn does not have so many moons.',
    'The figure above is incorrect.',
    'Erratum: see the next issue.',
    'Saturn has a diameter of 120,536 km.',
  ])('hears "%s" behind a copy, and before it', (said) => {
    expect(more(`${TEXT} ${said}`)).toBe(true);
    expect(more(`${said} ${TEXT}`)).toBe(true);
  });

  it('hears a value that was changed within the copy', () => {
    expect(more(TEXT.replace('62', '145'))).toBe(true);
    expect(more(TEXT.replace('is not a star', 'is a star'))).toBe(true);
  });

  it.each([
    'Skip to content. News Sport Weather Shop.',
    'Skip to content News Sport Weather Shop',
    'Share this page. All rights reserved. Cookie settings.',
    'Do not sell my personal information.',
    'Copied 9 times. 3 min read. 14 comments.',
    '© 2026 The Daily Sky. Published on 3 May 2026.',
    'The Daily Sky has 40,000 subscribers.',
    'Corrections Contact Imprint',
    'Is something wrong on this page? Tell us.',
    'No part may be reproduced without permission.',
  ])('takes "%s" for a frame', (frame) => {
    expect(more(`${frame}\n\n${TEXT}`)).toBe(false);
    expect(more(`${TEXT} ${frame}`)).toBe(false);
  });

  it.each([
    ['the same text', TEXT],
    ['other case', TEXT.toUpperCase()],
    ['a word in passing', TEXT.replace('has 62', 'now has 62')],
    ['less than the original says', TEXT.slice(0, 100)],
    ['nothing', ''],
    ['a text of which only a counter has changed', `${TEXT} 15 comments. Copied 3 times.`],
    ['a menu that runs into a negation', TEXT.replace('Saturn is', 'News Sport Saturn is')],
  ])('hears nothing in %s', (_, copy) => {
    expect(more(copy)).toBe(false);
  });
});
