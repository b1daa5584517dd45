/** Trust reports as an auditor on the machine gets them: child processes over one small store. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerResponse } from '../../gateway/wire/answers.ts';
import { trustReport } from '../../gateway/wire/trust-report.ts';
import { adduce, adduceJson, serve } from './cli.ts';
import { QUESTION, writeLighthouses } from './lighthouses.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Processes on a loaded machine take a while. */
const PATIENCE_MS = 120_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let settings: Record<string, string>;
let answerId: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  settings = { ADDUCE_DATA: join(folder.path, 'data') };
  await adduce(['ingest', await writeLighthouses(folder.path), '--corpus', 'lights'], settings);
  const { document } = await adduceJson(['ask', QUESTION, '--corpus', 'lights'], settings);
  answerId = answerResponse.pick({ answer_id: true }).parse(document).answer_id;
}, PATIENCE_MS);

afterAll(() => folder[Symbol.asyncDispose]());

describe('adduce answer report', { timeout: PATIENCE_MS }, () => {
  const report = (...args: readonly string[]) => adduce(['answer', 'report', ...args], settings, folder.path);
  const at = (name: string) => join(folder.path, name);

  it('writes a page beside its caller where neither form nor file is named, and says where', async () => {
    const { code, stdout, stderr } = await report(answerId);
    const name = `${answerId}.trust-report.html`;
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${name}: html\n`, stderr: '' });
    const page = await readFile(at(name), 'utf8');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('The Skerry Rock lighthouse is 41 metres tall.');
  });

  it.each(['html', 'pdf', 'json'])('writes the %s that a server on this store gives', async (format) => {
    await using server = await serve({ ...settings, ADDUCE_PORT: '0' });
    const local = { ...settings, ADDUCE_PORT: new URL(server.url).port };
    const file = at(`served.${format}`);
    // A report names the log's size, and a service observes its sources once it listens: then the log grows.
    await vi.waitFor(async () => {
      await rm(file, { force: true });
      const { code, document } = await adduceJson(
        ['answer', 'report', answerId, '--format', format, '--out', file],
        local,
      );
      expect({ code, document }).toMatchObject({ code: 0, document: { file, format } });
      expect(document.tree_size).toBeGreaterThan(0);
      const sent = await fetch(`${server.url}/v1/answers/${answerId}/trust-report?format=${format}`);
      const written = await readFile(file);
      if (format !== 'json') return expect(written.equals(Buffer.from(await sent.arrayBuffer()))).toBe(true);
      const { trust_report } = (await sent.json()) as { trust_report: unknown };
      return expect(trustReport.parse(JSON.parse(written.toString()))).toEqual(trust_report);
    }, PATIENCE_MS);
  });

  it('writes over nothing', async () => {
    for (const args of [['--out', at('mine.pdf')], []]) {
      const file = args[1] ?? at(`${answerId}.trust-report.pdf`);
      await writeFile(file, 'mine');
      const { code, stdout, stderr } = await report(answerId, '--format', 'pdf', ...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^adduce: ".*\.pdf" is there already: name another with --out, or remove it\n$/);
      expect(await readFile(file, 'utf8')).toBe('mine');
    }
  });

  it.each([
    [['moon'], /^adduce: "moon" is no id of an answer: it is ans_ with .+\n$/],
    [['ans_ONE'], /^adduce: "ans_ONE" is no id of an answer: .+\n$/],
    [['../../ans_a'], /^adduce: "\.\.\/\.\.\/ans_a" is no id of an answer: .+\n$/],
    [[''], /^adduce: "" is no id of an answer: .+\n$/],
    [
      ['ans_a', '--format', 'docx'],
      /argument 'docx' is invalid\. Allowed choices are html, pdf, json\. \(adduce --help lists the commands\)\n$/,
    ],
    [[], /missing required argument 'id'/],
  ])('refuses %j with what it accepts, and writes nothing', async (args, said) => {
    const before = await readdir(folder.path);
    const { code, stdout, stderr } = await report(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(said);
    expect(await readdir(folder.path)).toEqual(before);
  });

  it('names a file that cannot be written, and an answer that there is not', async () => {
    const nowhere = at('no/such/folder.html');
    const lost = await report(answerId, '--out', nowhere);
    expect([lost.code, lost.stdout]).toEqual([2, '']);
    expect(lost.stderr).toMatch(/^adduce: ".*folder\.html" cannot be written: ENOENT.*\n$/);
    const { code, document } = await adduceJson(['answer', 'report', 'ans_aaaa'], settings);
    expect({ code, document }).toEqual({
      code: 5,
      document: { error: { exit: 5, reason: 'missing:answer', message: 'there is no answer ans_aaaa' } },
    });
  });
});
