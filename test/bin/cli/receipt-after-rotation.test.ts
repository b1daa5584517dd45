/** What becomes of downloaded receipts when the log changes its key (docs/adr/0020-…). */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenedEngine, openEngine } from '../../../bin/cli/open-engine.ts';
import { openStore } from '../../../bin/cli/open-store.ts';
import { beginRotation, endRotation } from '../../../bin/cli/rotate-log-key.ts';
import { readSettings, type Settings } from '../../../bin/cli/settings.ts';
import { receiptDocument } from '../../../engine/receipt/receipt-document.ts';
import { verifyBesideStore } from '../../../engine/receipt/verify-against-store.ts';
import { verifyOffline } from '../../../engine/receipt/verify-receipt.ts';
import {
  type ReceiptFileKind,
  readReceiptFile,
  receiptFile,
} from '../../../gateway/receipt-page/receipt-file.ts';
import type { AnswerId } from '../../../graph/address.ts';
import type { Verifier } from '../../../graph/log/checkpoint.ts';
import { parseCheckpoint } from '../../../graph/log/checkpoint-note.ts';
import { keyListText, type LogKey, readKeyList, trusted, verifierName } from '../../../graph/log/key-list.ts';
import { readLogKeys } from '../../../graph/log/log-keys.ts';
import { answerOf, ingestInto, jsonLines } from '../../engine/documents.ts';

const KINDS: readonly ReceiptFileKind[] = ['json', 'cbor', 'html'];
const CORPUS = 'lakes';
const Q = 'How deep is Lake Vell?';
/** A first page is bundled while it is waited for. */
const PATIENCE_MS = 60_000;

let folder: string;
let settings: Settings;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-rotation-'));
  settings = readSettings({ ADDUCE_DATA: folder });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a service that starts now serves. */
interface Given {
  readonly files: Readonly<Record<ReceiptFileKind, Buffer>>;
  /** Keys that sign in it, newest first. */
  readonly verifiers: readonly Verifier[];
}

async function download(id: AnswerId): Promise<Given> {
  await using opened = await openEngine(settings);
  return await downloadFrom(opened, id);
}

async function downloadFrom(opened: OpenedEngine, id: AnswerId): Promise<Given> {
  const view = await opened.engine.receipt(id, 'local');
  if (view === null) throw new Error('no receipt');
  const fileOf = async (kind: ReceiptFileKind) => Buffer.from(await receiptFile(receiptDocument(view), kind));
  const [json, cbor, html] = await Promise.all([fileOf('json'), fileOf('cbor'), fileOf('html')]);
  return { files: { json, cbor, html }, verifiers: opened.keys.verifiers };
}

/** The log grows by an answer. @param more what makes it another question */
async function ask(more: string): Promise<AnswerId> {
  const before = await size();
  await using opened = await openEngine(settings);
  const { answer } = await answerOf(opened.engine, { corpus: CORPUS, q: `${Q} (${more})` });
  expect(await size()).toBeGreaterThan(before);
  return answer.answer_id;
}

async function size(): Promise<number> {
  await using store = await openStore(settings.graph);
  return (await store.head()).size;
}

async function start(): Promise<AnswerId> {
  await using opened = await openEngine(settings);
  const [domain, day] = ['survey.example', '2026-05-02'];
  await ingestInto(opened.engine, CORPUS, [
    jsonLines([{ id: 'survey', domain, day, text: 'Lake Vell is 212 metres deep.' }]),
  ]);
  return (await answerOf(opened.engine, { corpus: CORPUS, q: Q })).answer.answer_id;
}

async function rotate(step: typeof beginRotation): Promise<void> {
  await using store = await openStore(settings.graph);
  await step(store, join(folder, 'log.key'));
}

async function viewIn(file: Uint8Array) {
  const read = await readReceiptFile(file);
  if (!read.ok) throw new Error(read.fault);
  return read.view;
}

/** For each kind: verified by itself, and beside the store as it is now. */
async function verified({ files }: Given): Promise<boolean[]> {
  await using store = await openStore(settings.graph);
  const checked = KINDS.map(async (kind) => {
    const view = await viewIn(files[kind]);
    return verifyOffline(view, null).ok && (await verifyBesideStore(view, store)).ok;
  });
  return await Promise.all(checked);
}

const isUnder = ({ files }: Given, verifier: Verifier) =>
  Promise.all(KINDS.map(async (kind) => verifyOffline(await viewIn(files[kind]), [trusted(verifier)]).ok));
const changed = (before: Given, after: Given) =>
  KINDS.map((kind) => !before.files[kind].equals(after.files[kind]));
const treeOf = async ({ files }: Given) => {
  const { seq, tree_size, checkpoint } = (await viewIn(files.json)).log;
  return { seq, tree_size, signatures: parseCheckpoint(checkpoint)?.signatures.length };
};

const ALL = [true, true, true];
const NONE = [false, false, false];

describe('a downloaded receipt', { timeout: PATIENCE_MS }, () => {
  it('is another file once a rotation begins and once it ends, and at no other time', async () => {
    const id = await start();
    const before = await download(id);
    await ask('before');
    expect(changed(before, await download(id))).toEqual(NONE);

    await rotate(beginRotation);
    const both = await download(id);
    expect(changed(before, both)).toEqual(ALL);
    await ask('between');
    expect(changed(both, await download(id))).toEqual(NONE);

    await rotate(endRotation);
    const after = await download(id);
    expect(changed(both, after)).toEqual(ALL);
    await ask('after');
    expect(changed(after, await download(id))).toEqual(NONE);
  });

  it('verifies whichever file it is, beside the store too, under each key that signed it', async () => {
    const id = await start();
    const before = await download(id);
    await rotate(beginRotation);
    const both = await download(id);
    await rotate(endRotation);
    const after = await download(id);
    for (const given of [before, both, after]) expect(await verified(given)).toEqual(ALL);

    const [old, young] = [before.verifiers[0]!, after.verifiers[0]!];
    expect(await Promise.all([isUnder(before, old), isUnder(before, young)])).toEqual([ALL, NONE]);
    expect(await Promise.all([isUnder(both, old), isUnder(both, young)])).toEqual([ALL, ALL]);
    expect(await Promise.all([isUnder(after, old), isUnder(after, young)])).toEqual([NONE, ALL]);
    const stranger = { name: young.name, key: generateKeyPairSync('ed25519').publicKey };
    for (const given of [before, both, after]) expect(await isUnder(given, stranger)).toEqual(NONE);
  });

  it('of an earlier answer moves to the first tree that the new key signs, with the content as it was', async () => {
    const id = await start();
    const before = await download(id);
    await ask('before');
    await rotate(beginRotation);
    const both = await download(id);
    await rotate(endRotation);
    const after = await download(id);
    const { seq } = await treeOf(before);
    expect(await treeOf(before)).toEqual({ seq, tree_size: seq + 1, signatures: 1 });
    const { tree_size } = await treeOf(both);
    expect(tree_size).toBeGreaterThan(seq + 1);
    expect(await treeOf(both)).toEqual({ seq, tree_size, signatures: 2 });
    expect(await treeOf(after)).toEqual({ seq, tree_size, signatures: 1 });
    for (const given of [both, after]) {
      const { hash, receipt, receipt_id } = await viewIn(given.files.json);
      expect({ hash, receipt, receipt_id }).toEqual(
        (({ hash, receipt, receipt_id }) => ({ hash, receipt, receipt_id }))(await viewIn(before.files.json)),
      );
    }
  });

  it('of an answer that was given while both keys signed changes once, at the end', async () => {
    await start();
    await rotate(beginRotation);
    const id = await ask('between');
    const both = await download(id);
    const { seq } = await treeOf(both);
    expect(await treeOf(both)).toEqual({ seq, tree_size: seq + 1, signatures: 2 });
    await rotate(endRotation);
    const after = await download(id);
    expect(await treeOf(after)).toEqual({ seq, tree_size: seq + 1, signatures: 1 });
    expect(changed(both, after)).toEqual(ALL);
    for (const given of [both, after]) expect(await verified(given)).toEqual(ALL);
  });

  it('verifies under the one list of keys that the log publishes, whenever it was downloaded', async () => {
    const id = await start();
    const listed = async () => {
      await using store = await openStore(settings.graph);
      const read = readKeyList(keyListText(await readLogKeys(store)));
      if (!read.ok) throw new Error(read.fault);
      return read.keys;
    };
    const before = await download(id);
    await rotate(beginRotation);
    const both = await download(id);
    const during = await listed();
    await ask('between');
    await rotate(endRotation);
    const after = await download(id);
    const now = await listed();
    const signers = async (given: Given, keys: readonly LogKey[]) => {
      const { steps } = verifyOffline(await viewIn(given.files.json), keys);
      return steps.find(({ step }) => step === 'checkpoint');
    };
    for (const given of [before, both]) expect(await signers(given, during)).toMatchObject({ ok: true });
    for (const given of [before, both, after]) expect(await signers(given, now)).toMatchObject({ ok: true });
    expect((await signers(before, now))?.detail).toMatch(
      /\+[0-9a-f]{8} \(retired, signed trees of 0 to \d+ entries\)$/,
    );
    expect((await signers(after, now))?.detail).not.toContain('retired');
    // A holder of the old key alone learns who signs now.
    const [old] = before.verifiers;
    expect(await signers(after, [trusted(old!)])).toMatchObject({
      ok: false,
      detail: expect.stringContaining(`known here: ${verifierName(old!)}`),
    });
  });

  it('also verifies where a service that started before the rotation serves it', async () => {
    const id = await start();
    await using running = await openEngine(settings);
    const before = await downloadFrom(running, id);
    await rotate(beginRotation);
    const during = await downloadFrom(running, id);
    const [old] = before.verifiers;
    expect((await treeOf(during)).signatures).toBe(1);
    expect(await verified(during)).toEqual(ALL);
    expect(await isUnder(during, old!)).toEqual(ALL);
  });
});
