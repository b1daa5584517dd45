import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_FILE_BYTES } from '../../../engine/ingest/readers/read-document.ts';
import { readFile } from '../../../engine/ingest/readers/read-file.ts';
import { ReadingFailed, ReadingThreads } from '../../../engine/ingest/reading-threads.ts';
import { type NamedDocument, statedClaims } from '../../../engine/ingest/stated-claims.ts';
import { proseLayout } from '../../../engine/reading/document/prose-layout.ts';
import { jsonLines } from '../documents.ts';

const TIMEOUT_MS = 60_000;
/** UTF-16 code units that are read without a thread: of one text, and in all. */
const SMALL = 8_192;
const FEW = 65_536;

function documents(count: number, length = 100): NamedDocument[] {
  return Array.from({ length: count }, (_, n) => {
    const text = `Saturn has ${101 + n} known moons. It was seen in 1610. `
      .repeat(200)
      .slice(0, length - 1)
      .concat('.');
    return { docId: `d${n}`, title: 'Saturn', text, layout: proseLayout(text), lang: 'en', published: null };
  });
}

/** A thread that does what the script says. */
function thread(script: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';${script}`)}`,
  );
}

/** That no thread is asked. */
const NO_THREAD = thread('process.exit(9)');

test.each([
  ['one', 1, 100],
  ['many small', 200, 1_000],
  ['a large one beside small', 3, SMALL + 1],
])(
  'documents are read as one by one, in their order: %s',
  { timeout: TIMEOUT_MS },
  async (_what, count, length) => {
    await using threads = new ReadingThreads();
    const wanted = [...documents(count, length), ...documents(count)];
    const halves = [wanted.slice(0, count >> 1), wanted.slice(count >> 1)];
    const read = await Promise.all(halves.map((half) => threads.stated('sky', half)));
    expect(read.flat()).toEqual(wanted.map((one) => statedClaims(one, 'sky')));
  },
);

const LINES = Array.from({ length: 300 }, (_, n) => ({
  id: `d${n}`,
  text: `Saturn has ${n} moons. `.repeat(20),
}));
const FILES: readonly (readonly [what: string, name: string, text: string])[] = [
  ['a small page', 'a.md', '# Saturn\n\nIt has 146 moons.'],
  ['a large page', 'b.md', '# Saturn\n\nIt has 146 moons.\n\n'.repeat(2_000)],
  ['a large page with a broken head', 'c.md', `---\n: [\n---\n${'It has moons. '.repeat(2_000)}`],
  ['lines', 'd.jsonl', LINES.map((one) => JSON.stringify(one)).join('\n')],
  ['lines of which one is broken', 'e.jsonl', `${'{\n'.repeat(9_000)}${JSON.stringify(LINES[0])}`],
  ['a large file that nothing reads', 'f.bin', 'x'.repeat(SMALL + 1)],
  ['an empty file', 'g.md', ''],
];

test.each(FILES)(
  'a file is read as on the own thread: %s',
  { timeout: TIMEOUT_MS },
  async (_what, name, text) => {
    await using threads = new ReadingThreads();
    const bytes = new TextEncoder().encode(text);
    expect(await threads.file(name, bytes)).toEqual([...readFile(name, bytes)]);
  },
);

test('of a line of a file its own bytes come back, and not the file', { timeout: TIMEOUT_MS }, async () => {
  await using threads = new ReadingThreads();
  const { name, bytes } = jsonLines(
    LINES.map((one) => ({ ...one, title: 'Saturn', domain: 'sky.example', day: '2025-03-01' })),
  );
  const read = await threads.file(name, bytes);
  const sizes = read.flatMap((one) => (one.ok ? [one.document.bytes.buffer.byteLength] : []));
  expect(sizes).toHaveLength(LINES.length);
  expect(Math.max(...sizes)).toBeLessThan(2_000);
});

test('many refusals come in many replies, so that none holds the thread that takes them', {
  timeout: TIMEOUT_MS,
}, async () => {
  const worker = new Worker(new URL('../../../engine/ingest/reading-worker.ts', import.meta.url));
  onTestFinished(async () => void (await worker.terminate()));
  const bytes = new TextEncoder().encode('{\n'.repeat(2_000));
  const sizes: number[] = [];
  worker.on('message', ({ items }: { readonly items: readonly unknown[] }) => sizes.push(items.length));
  worker.postMessage({ id: 0, task: { kind: 'file', name: 'a.jsonl', bytes } });
  while (sizes.at(-1) !== 0) await once(worker, 'message');
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2_000);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(128);
});

test('a reply of more items than a call takes arguments is taken', { timeout: TIMEOUT_MS }, async () => {
  const script =
    'parentPort.on("message", ({ id }) => parentPort.postMessage({ id, items: Array(300_000).fill(0), isLast: true }))';
  await using threads = new ReadingThreads(thread(script));
  expect(await threads.file('a.md', new Uint8Array(SMALL + 1))).toHaveLength(300_000);
});

test('of a Buffer its own bytes are sent, and not the buffer that it lies in', {
  timeout: TIMEOUT_MS,
}, async () => {
  const script =
    'parentPort.on("message", ({ id, task }) => parentPort.postMessage({ id, items: [task.bytes.buffer.byteLength], isLast: true }))';
  await using threads = new ReadingThreads(thread(script));
  expect(await threads.file('a.md', Buffer.alloc(4 * SMALL).subarray(0, SMALL + 1))).toEqual([SMALL + 1]);
});

test.each([
  ['a file that nothing reads', 'a.bin', SMALL + 1, 'unsupported'],
  ['a file beyond the bound', 'a.md', MAX_FILE_BYTES + 1, 'too_large'],
])('%s is sent to no thread', async (_what, name, size, reason) => {
  await using threads = new ReadingThreads(NO_THREAD);
  expect(await threads.file(name, new Uint8Array(size))).toMatchObject([{ ok: false, reason }]);
});

test('others of the process run between two small documents', async () => {
  await using threads = new ReadingThreads(NO_THREAD);
  let iterations = 0;
  let isReading = true;
  const count = () => {
    iterations += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const wanted = documents(20);
  await Promise.all([threads.stated('sky', wanted.slice(0, 10)), threads.stated('sky', wanted.slice(10))]);
  isReading = false;
  expect(iterations).toBeGreaterThanOrEqual(20);
});

test.each([
  ['a text as long as a slice takes', [SMALL]],
  ['as much as is read without a thread', Array.from({ length: 8 }, () => FEW / 8)],
])('no thread starts for %s', async (_what, lengths) => {
  await using threads = new ReadingThreads(NO_THREAD);
  const wanted = lengths.flatMap((length) => documents(1, length));
  expect(await threads.stated('sky', wanted)).toHaveLength(lengths.length);
});

test.each([
  ['a text that is longer', [SMALL + 1]],
  ['one more', [...Array.from({ length: 8 }, () => FEW / 8), 1]],
])('a thread starts for %s', { timeout: TIMEOUT_MS }, async (_what, lengths) => {
  await using threads = new ReadingThreads(NO_THREAD);
  const read = (async () => {
    for (const length of lengths) await threads.stated('sky', documents(1, length));
  })();
  await expect(read).rejects.toThrow(/ended with code 9/);
});

test.each([
  ['fails', 'throw new Error("no memory")', /no memory/],
  ['ends', 'parentPort.once("message", () => process.exit(3))', /ended with code 3/],
  [
    'cannot read a document',
    'parentPort.on("message", ({ id }) => parentPort.postMessage({ id, fault: "too deep" }))',
    /too deep/,
  ],
])('rejects where a thread %s', { timeout: TIMEOUT_MS }, async (_what, script, message) => {
  await using threads = new ReadingThreads(thread(script));
  const read = threads.stated('sky', documents(1, SMALL + 1));
  await expect(read).rejects.toThrow(ReadingFailed);
  await expect(read).rejects.toThrow(message);
});

test('rejects what is asked of a thread that has ended since its last reply', {
  timeout: TIMEOUT_MS,
}, async () => {
  const script = `parentPort.on("message", ({ id }) => {
    parentPort.postMessage({ id, items: [], isLast: true });
    setTimeout(() => process.exit(3));
  })`;
  await using threads = new ReadingThreads(thread(script));
  const ask = () => threads.file('a.md', new Uint8Array(SMALL + 1));
  const untilRefused = async () => {
    for (;;) await ask();
  };
  await expect(untilRefused()).rejects.toThrow(/ended with code 3/);
  await expect(ask()).rejects.toThrow(/ended with code 3/);
});

test('rejects what is under way when it is closed', { timeout: TIMEOUT_MS }, async () => {
  const threads = new ReadingThreads(thread('parentPort.on("message", () => undefined)'));
  const read = threads.file('a.md', new Uint8Array(SMALL + 1));
  const rejected = expect(read).rejects.toThrow(ReadingFailed);
  await threads[Symbol.asyncDispose]();
  await rejected;
});
