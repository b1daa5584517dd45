import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, safeHref } from '../../../gateway/report/printable.ts';

describe('text as a report shows it', () => {
  it.each([
    ['a\u0000b\u001bc', 'a⟨U+0000⟩b⟨U+001B⟩c'],
    ['one\r\ntwo\u2028three\tfour', 'one two three four'],
    ['safe\u202Egnp.exe', 'safe⟨U+202E⟩gnp.exe'],
    ['in\u200Bvisible\uFEFF', 'in⟨U+200B⟩visible⟨U+FEFF⟩'],
    ['broken \uD800 text', 'broken ⟨U+D800⟩ text'],
    ['tag \u{E0041}', 'tag ⟨U+E0041⟩'],
    ['family 👩‍👧, שלום, Ελλάδα', 'family 👩‍👧, שלום, Ελλάδα'],
  ])('of %j is %j', (given, shown) => {
    expect(printable(given)).toBe(shown);
  });

  it('has no control character, no change of direction and no half of a character, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const shown = printable(given);
        expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(shown.isWellFormed()).toBe(true);
        expect(printable(shown)).toBe(shown);
      }),
    );
  });
});

describe('a link', () => {
  it.each([
    ['https://a.example/b?c#d', 'https://a.example/b?c#d'],
    ['HTTP://A.example', 'http://a.example/'],
    ['https://a.example/"onclick="x', 'https://a.example/%22onclick=%22x'],
  ])('to %s leads to %s', (given, href) => {
    expect(safeHref(given)).toBe(href);
  });

  it.each([
    'javascript:x',
    ' javascript:x',
    'java\nscript:x',
    'data:text/html,x',
    'vbscript:x',
    'wx://a/sec/b',
    'file:///etc',
    '/a',
    '',
  ])('to %j leads nowhere', (given) => {
    expect(safeHref(given)).toBeNull();
  });
});
