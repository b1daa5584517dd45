import { describe, expect, it } from 'vitest';
import { formatOfBody, negotiate } from '../../../gateway/rest/negotiate.ts';

describe('the format of a reply', () => {
  it.each([
    [null, 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/cbor', 'application/cbor'],
    ['APPLICATION/CBOR', 'application/cbor'],
    ['application/json, application/cbor', 'application/json'],
    ['application/json;q=0.5, application/cbor', 'application/cbor'],
    ['application/cbor;q=0.1, */*;q=0.2', 'application/json'],
    ['application/json;q=0, */*', 'application/cbor'],
    ['text/html, */*;q=0.1', 'application/json'],
    ['application/cbor;q=0.9, text/html', 'application/cbor'],
    ['', 'application/json'],
    ['application/json;charset=utf-8', 'application/json'],
    ['application/json; charset="UTF-8"; q=0.5, application/cbor', 'application/cbor'],
    ['application/json;q=0.9; charset=utf8, text/html', 'application/json'],
  ])('for %j is %s', (accept, format) => {
    expect(negotiate(accept)).toBe(format);
  });

  it.each([
    'text/html',
    'application/json;q=0',
    'application/xml, text/*',
    'nonsense',
    'application/json;charset=latin1',
    'application/json;charset=utf-8;q=0',
  ])('for %j is none', (accept) => {
    expect(negotiate(accept)).toBeNull();
  });

  it('is JSON for a header that nobody wrote by hand', () => {
    expect(negotiate('text/html,'.repeat(10_000))).toBe('application/json');
  });
});

describe('the format of a body', () => {
  it.each([
    [null, 'application/json'],
    ['application/json', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['Application/JSON; charset="UTF-8"', 'application/json'],
    ['application/cbor', 'application/cbor'],
  ])('for %j is %s', (type, format) => {
    expect(formatOfBody(type)).toBe(format);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    '',
    'json',
    'application/cbor-seq',
  ])('for %j is none', (type) => {
    expect(formatOfBody(type)).toBeNull();
  });
});
