import { describe, expect, it } from 'vitest';
import { licenceId } from '../../../../engine/ingest/readers/licence.ts';
import { parseStatedDate } from '../../../../engine/ingest/readers/stated-date.ts';
import { summarise } from '../../../../engine/ingest/readers/summarise.ts';
import { hostName, registrableDomain } from '../../../../engine/registrable-domain.ts';

describe('parseStatedDate', () => {
  it.each([
    ['2024-02-29', '2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-01-01T00:30:00+01:00', '2023-12-31T23:30:00.000Z', '2023-12-31T23:30:00.000Z'],
    ['2024-01-01t00:30:00.5z', '2024-01-01T00:30:00.500Z', '2024-01-01T00:30:00.500Z'],
    ['2024-01-01T00:30:00.123456789Z', '2024-01-01T00:30:00.123Z', '2024-01-01T00:30:00.123Z'],
  ])('reads %s', (value, stated, instant) => {
    expect(parseStatedDate(value)).toEqual({ stated, instant });
  });

  it.each([
    '2023-02-29',
    '2024-06-31',
    '2024-1-1',
    '2024',
    '2024-01-01T10:00Z',
    '2024-01-01T10:00:00',
    '2024-01-01T24:00:00Z',
    '2024-01-01T10:60:00Z',
    '2024-01-01T10:00:60Z',
    '2024-01-01T10:00:00+24:00',
    '2024-01-01T10:00:00+0100',
    '0000-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59-01:00',
    ' 2024-01-01',
    '',
  ])('refuses "%s"', (value) => {
    expect(parseStatedDate(value)).toBeNull();
  });
});

describe('registrableDomain', () => {
  it.each([
    ['news.bbc.co.uk', 'bbc.co.uk'],
    ['WWW.Nasa.gov', 'nasa.gov'],
    ['a.press.example', 'press.example'],
    ['press.example', 'press.example'],
    ['one.github.io', 'one.github.io'],
    ['co.uk', 'co.uk'],
    ['localhost', 'localhost'],
    ['192.0.2.7', '192.0.2.7'],
    ['[2001:db8::1]', '[2001:db8::1]'],
  ])('takes %s to %s', (domain, publisher) => {
    expect(registrableDomain(domain)).toBe(publisher);
  });
});

describe('hostName', () => {
  it('writes a host name in its one form', () => {
    expect(hostName('Münze.Example')).toBe('xn--mnze-0ra.example');
    expect(hostName('a.example.')).toBe('a.example');
  });

  it.each(['', 'a b', 'a/b', 'a@b', 'a:80', 'a?b', `${'a'.repeat(254)}`, 'http://a'])(
    'refuses "%s"',
    (text) => {
      expect(hostName(text)).toBeNull();
    },
  );
});

describe('licenceId', () => {
  it.each([
    ['https://creativecommons.org/licenses/by/4.0/', 'CC-BY-4.0'],
    ['http://creativecommons.org/licenses/by-nc-nd/3.0/de/', 'CC-BY-NC-ND-3.0'],
    ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
    [
      'https://creativecommons.org.evil.example/licenses/by/4.0/',
      'https://creativecommons.org.evil.example/licenses/by/4.0/',
    ],
    ['MIT', 'MIT'],
    ['cc-by-nc-sa-4.0', 'CC-BY-NC-SA-4.0'],
    ['Cc-By-3.0-igo', 'CC-BY-3.0-IGO'],
    [' cc0-1.0 ', 'CC0-1.0'],
    ['licenseref-Closed', 'LicenseRef-Closed'],
    ['LICENSEREF-UNKNOWN', 'LicenseRef-Unknown'],
    ['cc-by-4.0 for the text only', 'cc-by-4.0 for the text only'],
    ['see LicenseRef-Closed', 'see LicenseRef-Closed'],
  ])('takes %s to %s', (stated, id) => {
    expect(licenceId(stated)).toBe(id);
  });
});

describe('summarise', () => {
  it('skips a heading and takes the first sentences that fit', () => {
    const sentence = 'Saturn is the sixth planet from the Sun, and it has rings of ice and rock. ';
    expect(summarise(`Saturn\n\n${sentence.repeat(5)}`)).toBe(sentence.repeat(3).trim());
  });

  it('cuts one long sentence at a word', () => {
    const summary = summarise(`${'word '.repeat(100)}.`);
    expect(summary).toMatch(/word…$/);
    expect(summary.length).toBeLessThanOrEqual(240);
  });

  it('keeps a text of 240 characters whole and cuts one of 241', () => {
    expect(summarise('a'.repeat(240))).toBe('a'.repeat(240));
    expect(summarise('a'.repeat(241))).toBe(`${'a'.repeat(239)}…`);
  });

  it('never cuts a character in half', () => {
    expect(summarise('\u{1F680}'.repeat(200)).isWellFormed()).toBe(true);
  });

  it('gives nothing for nothing', () => {
    expect(summarise(' \n ')).toBe('');
  });
});
