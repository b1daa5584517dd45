import { expect, test } from 'vitest';
import { ClaimReaders, ClaimsUnread } from '../../../engine/ingest/claim-readers.ts';
import { type NamedDocument, statedClaims } from '../../../engine/ingest/stated-claims.ts';
import { proseLayout } from '../../../engine/reading/document/prose-layout.ts';

const TIMEOUT_MS = 60_000;

function documents(count: number): NamedDocument[] {
  return Array.from({ length: count }, (_, n) => {
    const text = `Saturn has ${101 + n} known moons. It was seen in 1610.`;
    return { docId: `d${n}`, title: 'Saturn', text, layout: proseLayout(text), lang: 'en', published: null };
  });
}

/** A thread that does what the script says. */
function thread(script: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';${script}`)}`,
  );
}

test.each([1, 64, 65, 200])(
  '%i documents are read as one by one, in their order',
  { timeout: TIMEOUT_MS },
  async (count) => {
    await using readers = new ClaimReaders('sky');
    const wanted = documents(count);
    const halves = [wanted.slice(0, count >> 1), wanted.slice(count >> 1)];
    const read = await Promise.all(halves.map((half) => readers.read(half)));
    expect(read.flat()).toEqual(wanted.map((one) => statedClaims(one, 'sky')));
  },
);

test.each([
  ['fails', 'throw new Error("no memory")', /no memory/],
  ['ends', 'parentPort.once("message", () => process.exit(3))', /ended with code 3/],
  [
    'cannot read a document',
    'parentPort.on("message", ({ id }) => parentPort.postMessage({ id, fault: "too deep" }))',
    /too deep/,
  ],
])('rejects where a thread %s', { timeout: TIMEOUT_MS }, async (_what, script, message) => {
  await using readers = new ClaimReaders('sky', thread(script));
  const read = readers.read(documents(65));
  await expect(read).rejects.toThrow(ClaimsUnread);
  await expect(read).rejects.toThrow(message);
});

test('rejects what is under way when it is closed', { timeout: TIMEOUT_MS }, async () => {
  const readers = new ClaimReaders('sky', thread('parentPort.on("message", () => undefined)'));
  const read = readers.read(documents(65));
  const rejected = expect(read).rejects.toThrow(ClaimsUnread);
  await readers[Symbol.asyncDispose]();
  await rejected;
});
