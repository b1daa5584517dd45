import { describe, expect, it } from 'vitest';
import { formatOfBody, negotiate } from '../../../gateway/operations/negotiate.ts';

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
    ['application/cbor;q=0.5, application/json;q=0.4', 'application/cbor'],
    ['application/cbor;q=0.4, application/json;q=0.5', 'application/json'],
    ['application/cbor;q=0.5, application/json;q=0.5', 'application/json'],
    ['application/cbor, application/json', 'application/json'],
    ['application/cbor, text/html, application/json', 'application/json'],
    ['application/cbor;q=0.51, application/json;q=0.5', 'application/cbor'],
    ['application/cbor, */*', 'application/cbor'],
    ['application/cbor, application/json, */*', 'application/json'],
    ['application/cbor, application/json;q=0', 'application/cbor'],
    ['application/cbor;x="a,application/json", application/cbor', 'application/cbor'],
    ['application/json;q=0.5, application/cbor;q=0.5', 'application/json'],
    ['application/*, application/cbor', 'application/cbor'],
    ['application/json ; Q=0.2 , application/cbor;q=0.3', 'application/cbor'],
    ['application/cbor;q=0.001, text/html', 'application/cbor'],
    ['application/cbor;q=1.000, application/json;q=0.999', 'application/cbor'],
    ['*/*;q=0.8, application/cbor', 'application/cbor'],
    ['*/*, application/json;q=0.1', 'application/cbor'],
    ['application/*;q=0.2, application/json;q=0.1', 'application/cbor'],
    ['application/*, */*;q=0', 'application/json'],
    ['application/cbor;q=0, application/*', 'application/json'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'application/json'],
    ['application/cbor, application/cbor-seq', 'application/cbor'],
    [',,application/cbor,,', 'application/cbor'],
    ['nonsense, application/cbor', 'application/cbor'],
    ['application/json;q=much, application/cbor;q=0.1', 'application/cbor'],
    ['application/cbor;charset=utf-8', 'application/cbor'],
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
    'application/json;q=much',
    'application/json;q=-1',
    'application/json;q=0.000',
    '*/*;q=0',
    'application/*;q=0',
    'application/json;q=0, application/cbor;q=0',
    'application/json;q=0, application/cbor;q=0, */*;q=0',
    '*',
    'application',
    'application/',
    '/json',
    'application/json/cbor',
    'application/problem+json',
    'application/cbor-seq',
    'application/cbor;version=2',
    '"application/json"',
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
    ['application/cbor; charset=utf-8', 'application/cbor'],
    ['APPLICATION/CBOR', 'application/cbor'],
    ['application/json ;charset=UTF8', 'application/json'],
    ['application/json;', 'application/json'],
    ['application/json; profile="x"', 'application/json'],
    ['  application/json  ', 'application/json'],
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
    'application/cbor; charset=latin1',
    'application/json; charset=',
    'application/problem+json',
    'application/vnd.api+json',
    'application/senml+cbor',
    'text/json',
    'application/json, application/json',
    'application/json, application/cbor',
    'multipart/form-data; boundary=x',
    'application/*',
    '*/*',
    ';',
    'application/json\u0000',
  ])('for %j is none', (type) => {
    expect(formatOfBody(type)).toBeNull();
  });
});
