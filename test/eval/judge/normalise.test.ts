import { describe, expect, it } from 'vitest';
import { bare, holdsValue, leadingVerdict, normalise } from '../../../eval/judge/normalise.ts';

describe('a text as the judge compares it', () => {
  it.each([
    ['Set `server.port` to **5173**.', 'set server.port to 5173.'],
    ['See [the _guide_](https://a.example/b_(c) "Title").', 'see the guide.'],
    ['![Logo](logo.png) and [text][ref]', 'logo and text'],
    ['An <b>old</b> tag<br/>', 'an old tag'],
    ['1\\.0 \\[x\\] \\_y', '1.0 [x] _y'],
    ['`**kept**`', '**kept**'],
    ['a_b_c and 2 * 3 * 4', 'a_b_c and 2 * 3 * 4'],
    ['1,234,567 or 1,23', '1234567 or 1,23'],
    ['\u201cWell\u201d \u2013 it\u2019s\u00a0so', '"well" - it\'s so'],
    ['Stra\u00dfe', 'strasse'],
    ['e\u0301', '\u00e9'],
    ['  two\n\tlines ', 'two lines'],
  ])('%j becomes %j', (text, plain) => {
    expect(normalise(text)).toBe(plain);
  });

  it('keeps letters, digits and signs that carry meaning where quotes are compared', () => {
    expect(bare('| **Price** | £1,250.50 (net) |')).toBe('price£1250.50net');
  });
});

describe('a value', () => {
  it.each([
    ['30', 'It takes 30 minutes.', true],
    ['30', 'At 6:30 sharp.', false],
    ['30', '30:15', false],
    ['30', '130 or 301', false],
    ['2.0', 'Version 2.0.', true],
    ['2.0', 'Version 2.0.1', false],
    ['no', 'Not now: NOTE', false],
    ['no', 'The answer is no.', true],
    ['VITE_', 'VITE_KEY', false],
    ['?raw', 'shader.glsl?raw', true],
    ['1200', 'about 1,200 people', true],
    ['a+b', 'aab', false],
    ['9:00\u201318:00', 'from 9:00-18:00', true],
    ['', 'anything', false],
    ['**', 'anything ** else', true],
  ])('%j in %j: %s', (value, text, isHeld) => {
    expect(holdsValue(value, text)).toBe(isHeld);
  });
});

describe('the verdict of a summary', () => {
  it.each([
    ['Yes, it is.', 'yes'],
    ['\u201cNo\u201d, says the guide.', 'no'],
    ['NO', 'no'],
    ['Not yet.', null],
    ['Now it does.', null],
    ['Nobody knows.', null],
    ['It is: yes.', null],
    ['', null],
  ])('%j begins with %s', (summary, verdict) => {
    expect(leadingVerdict(summary)).toBe(verdict);
  });
});
