import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hostName, registrableDomain } from '../../engine/registrable-domain.ts';

const HOSTILE = [
  ...['[::1]', '127.0.0.1', 'localhost', 'a_b.example.org', '-.-', 'x..example.org', '..', 'com', 'co.uk'],
  ...['user.github.io', 'www.münze.example', `${'a'.repeat(64)}.example.org`, 'EXAMPLE.ORG.', '1.2.3.4.5'],
];
const DOTS = ['example.org..', 'example.org...', 'a.co.uk..', '127.0.0.1..', 'user.github.io..', '...'];
const label = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
const host = fc.oneof(
  fc.domain(),
  fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join('.')),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.constantFrom(...HOSTILE, ...DOTS),
);

it('gives a host name as documents have it itself, or what follows one of its dots', () => {
  fc.assert(
    fc.property(host, (text) => {
      const domain = hostName(text);
      if (domain === null) return;
      const publisher = registrableDomain(domain);
      expect([domain, `.${domain}`].some((one) => one === publisher || one.endsWith(`.${publisher}`))).toBe(
        true,
      );
      expect(publisher).not.toBe('');
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ['example.org..', 'example.org'],
  ['127.0.0.1...', '127.0.0.1'],
  ['.', null],
  ['...', null],
])('takes no dot behind a host name as part of it: %s', (text, expected) => {
  expect(hostName(text)).toBe(expected);
});
