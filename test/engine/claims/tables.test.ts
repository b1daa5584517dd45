import { describe, expect, test } from 'vitest';
import { readClaims } from '../../../engine/claims/read-claims.ts';

function read(text: string) {
  const readings = readClaims({ title: 'Table', text, lang: 'en', published: null });
  return readings.flatMap(({ claims }) =>
    claims.map(({ span, form }) => `${form.subject.key} = ${text.slice(span.start, span.end)}`),
  );
}

describe('a row that names its headings', () => {
  test('states each cell of its first one', () => {
    expect(read('Country: Bulgaria; Currency: lev; Code: BGN.')).toEqual([
      'currency of bulgaria = lev',
      'code of bulgaria = BGN',
    ]);
  });

  test('states what the same row between bars states', () => {
    expect(read('| Country | Currency |\n|---|---|\n| Bulgaria | lev |')).toEqual([
      'currency of bulgaria = lev',
    ]);
  });

  test('finds the place of a cell whose words stand in the row twice', () => {
    const text = 'Version: lev; Currency: lev.';
    const [reading] = readClaims({ title: '', text, lang: 'en', published: null });
    expect(reading?.claims.map(({ span }) => span)).toEqual([{ start: 24, end: 27 }]);
  });

  test.each([
    'Note: the bridge is closed.',
    'He said: come in; she stayed.',
    'Country: Bulgaria; and the rest is history.',
    'a: b; c: d.',
    `Country: Bulgaria; ${'x'.repeat(60)}: lev.`,
    Array.from({ length: 13 }, (_, index) => `Label${index}: value`)
      .join('; ')
      .concat('.'),
  ])('is not seen in %j', (text) => {
    expect(read(text).filter((claim) => /country|currency|label/.test(claim))).toEqual([]);
  });

  test('is prose, not a row, when a label has no value', () => {
    expect(read('Country: Bulgaria; Currency: ; Code: BGN.')).toEqual([]);
  });
});
