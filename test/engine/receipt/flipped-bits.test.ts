import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readReceiptBytes } from '../../../engine/receipt/read-receipt-bytes.ts';
import { documentBytes, receiptDocument } from '../../../engine/receipt/receipt-document.ts';
import { verifyOffline } from '../../../engine/receipt/verify-receipt.ts';
import type { Verifier } from '../../../graph/log/checkpoint.ts';
import { trusted } from '../../../graph/log/key-list.ts';
import { testVerifier } from '../test-engine.ts';
import { type DemoReceipt, openDemoReceipt } from './demo-receipt.ts';

/** A prime, so that the samples fall on every member and every kind of byte. */
const STRIDE = 61;

let demo: DemoReceipt;

beforeAll(async () => {
  demo = await openDemoReceipt();
});

afterAll(() => demo.opened.dispose());

function isVerified(bytes: Uint8Array, verifier: Verifier | null): boolean {
  const read = readReceiptBytes(bytes);
  return read.ok && verifyOffline(read.view, verifier && [trusted(verifier)]).ok;
}

describe.each(['json', 'cbor'] as const)('a receipt in %s', (encoding) => {
  test.each([
    ["the log's key", testVerifier],
    ['no key at all', null],
  ])(
    'verifies with %s, and with no bit flipped, sampled over all bytes',
    { timeout: 120_000 },
    (_, verifier) => {
      const bytes = documentBytes(receiptDocument(demo.view), encoding);
      expect(isVerified(bytes, verifier)).toBe(true);
      for (let at = 0; at < bytes.length; at += STRIDE) {
        const flipped = Uint8Array.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
        expect(isVerified(flipped, verifier), `bit ${at % 8} of byte ${at}`).toBe(false);
      }
    },
  );

  test('is the same file whenever it is written', () => {
    const again = JSON.parse(JSON.stringify(receiptDocument(demo.view)));
    const bytes = documentBytes(receiptDocument(demo.view), encoding);
    expect(Buffer.from(documentBytes(again, encoding)).equals(bytes)).toBe(true);
  });
});

describe('a receipt in another spelling', () => {
  const spelled = (write: (text: string) => string) => {
    const text = Buffer.from(documentBytes(receiptDocument(demo.view), 'json')).toString();
    return readReceiptBytes(Buffer.from(write(text)));
  };

  test.each<[string, (text: string) => string]>([
    ['white space at its end', (text) => `${text}\n`],
    ['white space within', (text) => text.replace('":', '": ')],
    ['a byte order mark', (text) => `\ufeff${text}`],
    ['a letter escaped', (text) => text.replace('"demo"', '"d\\u0065mo"')],
    ['a number with an exponent', (text) => text.replace('"v":1', '"v":1e0')],
    [
      'members in another order',
      (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).toReversed())),
    ],
    ['a member twice', (text) => text.replace('"class":"verified"', '"class":"verified","class":"verified"')],
    ['a member that is none', (text) => text.replace('"class":"verified"', '"class":"verified","classy":1')],
    ['a member less', (text) => text.replace('"class":"verified",', '')],
    ['a list for an object', (text) => `[${text}]`],
    ['padding left out', (text) => text.replace(/=+"/, '"')],
  ])('is refused as a file: %s', (_, write) => {
    const read = spelled(write);
    expect(read.ok && verifyOffline(read.view, [trusted(testVerifier)]).ok).toBe(false);
  });

  test.each<[string, (text: string) => string]>([
    ['the receipt twice', (text) => text.replace('{', '{"receipt":{"content":{"summary":"42"}},')],
    ['a summary twice', (text) => text.replace('"summary":', '"summary":"42","summary":')],
    [
      'a summary twice, once in escapes',
      (text) => text.replace('"summary":', '"s\\u0075mmary":"42","summary":'),
    ],
    ['a member of the reply twice', (text) => text.replace('"budget":', '"budget":1,"budget":')],
  ])('is refused within a reply that has %s', (_, write) => {
    const reply = spelled((text) => write(JSON.stringify({ receipt: JSON.parse(text), budget: {} })));
    expect(reply).toEqual({ ok: false, fault: 'the reply has no one reading: an object repeats a key' });
  });

  test('verifies by its values within a reply', () => {
    const read = spelled((text) => JSON.stringify({ receipt: JSON.parse(text), budget: {} }, null, 2));
    expect(read.ok && verifyOffline(read.view, [trusted(testVerifier)]).ok).toBe(true);
  });
});
