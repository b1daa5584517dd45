/** What a redaction leaves in the embedded store's files. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { readRange } from '../../../graph/store/ranges.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import { answerOf, ingestInto } from '../documents.ts';
import { createTestEngine } from '../test-engine.ts';

/** In the bytes alone: no sentence, so no claim. */
const MARKUP = 'hidden-marker-4711';
/** Two sentences side by side stand in the text alone: a claim has one. */
const RUN = 'Lake Vell is 212 metres deep. A quagga swam in it.';
/** Longer than a summary, which is a member of the entry. */
const BEGINNING = Array.from({ length: 40 }, (_, n) => `Boat B${n} has ${n + 2} oars.`).join(' ');
const DOCUMENT = `<html><head><title>Notes</title><meta name="date" content="2024-05-02"></head><body>
<!-- ${MARKUP} --><h1>Lake Vell</h1><p>${BEGINNING}</p><p>${RUN}</p></body></html>`;
const OTHER = '# Pond\n\nThe pond of Orland is 2 metres deep.';

async function filled() {
  const path = await mkdtemp(join(tmpdir(), 'adduce-erased-'));
  onTestFinished(() => rm(path, { recursive: true }));
  const store = await openEmbedded({ path, busyTimeoutMs: 300 });
  onTestFinished(() => store[Symbol.asyncDispose]());
  const engine = createTestEngine(store);
  const files = [
    { name: 'lake.html', bytes: Buffer.from(DOCUMENT) },
    { name: 'pond.md', bytes: Buffer.from(OTHER) },
  ];
  await ingestInto(engine, 'lakes', files);
  const [state] = (await readRange(store, 'artefacts', { corpus: 'lakes', after: -1 }, { limit: 9 })).filter(
    ({ record }) => record.media_type === 'text/html',
  );
  if (state === undefined) throw new Error('nothing was ingested');
  return { path, store, engine, artefact: state.record.artefact_id };
}

/** Of every file of the store, its log among them. */
async function bytesIn(path: string): Promise<Buffer> {
  const names = await readdir(path);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(path, name)))));
}

test('no file holds the bytes, the text or the index’s words of it any more, and others keep theirs', async () => {
  const { path, engine, artefact, store } = await filled();
  // The words as the index has them, side by side.
  const { record } = (await store.records('artefacts', [artefact]))[0] ?? {};
  const [section] = await store.records('sections', record?.sections.map(({ addr }) => addr) ?? []);
  const words = section?.textTerms ?? '';
  expect(words).toContain('quagga');
  const before = await bytesIn(path);
  for (const text of [MARKUP, RUN, words, 'quagga']) expect(before.includes(text)).toBe(true);
  const done = await engine.redact({ artefact, reason: 'law', by: null });
  expect(done.ok).toBe(true);
  const after = await bytesIn(path);
  for (const text of [MARKUP, RUN, words]) expect(after.includes(text)).toBe(false);
  expect(after.includes(OTHER)).toBe(true);
});

test('its claims and its summary stay in the log’s entries, which nothing may change', async () => {
  const { engine, artefact, store } = await filled();
  await engine.redact({ artefact, reason: 'law', by: null });
  const entries = await store.entries({ after: -1, limit: 1_000, types: null });
  expect(entries.some(({ bytes }) => Buffer.from(bytes).includes('Lake Vell is 212 metres deep.'))).toBe(
    true,
  );
});

test('a redaction holds while a reader blocks the files, and a second one clears them', async () => {
  const { path, engine, artefact, store } = await filled();
  const reader = new Connection(join(path, 'graph.sqlite'), 0);
  reader.exec('BEGIN');
  reader.value('SELECT count(*) FROM blobs');
  const redact = () => engine.redact({ artefact, reason: 'law', by: null });
  await expect(redact()).rejects.toThrow(StoreUnavailable);
  expect((await store.records('artefacts', [artefact]))[0]?.redacted?.reason).toBe('law');
  reader.exec('COMMIT');
  reader.close();
  expect(await redact()).toMatchObject({ ok: true, value: { repeated: true } });
  expect((await bytesIn(path)).includes(MARKUP)).toBe(false);
});

test('answers that rest on other artefacts still work after it', async () => {
  const { engine, artefact } = await filled();
  await engine.redact({ artefact, reason: 'law', by: null });
  const { answer } = await answerOf(engine, { corpus: 'lakes', q: 'How deep is the pond of Orland?' });
  expect(answer.summary).toContain('2 metres');
});
