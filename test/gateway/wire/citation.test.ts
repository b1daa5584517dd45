/** Which URLs a citation may be: in any case of the scheme, in any script, and with nothing that ends a URL. */
import { expect, it } from 'vitest';
import { annotationRequest } from '../../../gateway/wire/annotations.ts';

function isTaken(ref: string): boolean {
  return annotationRequest.safeParse({ target: 'wx://lakes/article/a', body: 'x', citation: { ref } })
    .success;
}

it.each([
  'https://a.example/1',
  'HTTPS://a.example/1',
  'hTTp://a.example/1',
  "https://a.example/o'neill?a={b}|c#d",
  'https://пример.example/\u{10000}',
])('takes %s', (ref) => {
  expect(isTaken(ref)).toBe(true);
});

it.each([...'\u0000\t\n\r \u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"<>'])(
  'refuses a URL with %j in it',
  (one) => {
    expect(isTaken(`https://a.example/1${one}2`)).toBe(false);
  },
);

it.each(['HTTPSS://a.example', 'https:/a.example', 'WX://lakes/article/a', 'ftp://a.example'])(
  'refuses %s',
  (ref) => {
    expect(isTaken(ref)).toBe(false);
  },
);
