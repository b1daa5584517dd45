/** The ends of artefacts as operators bring them about: child processes, beside a running server. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerResponse } from '../../gateway/wire/answers.ts';
import { provenance } from '../../gateway/wire/provenance.ts';
import { Connection } from '../../graph/embedded/connection.ts';
import { adduce, adduceJson, serve } from './cli.ts';
import { QUESTION, writeLighthouses } from './lighthouses.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Processes on a loaded machine take a while. */
const PATIENCE_MS = 120_000;
const turnsOf = z.object({
  turns: z.array(z.object({ answer_id: z.string(), from: z.string(), to: z.string() })),
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let settings: Record<string, string>;
let answerId: string;
let artefact: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  settings = { ADDUCE_DATA: join(folder.path, 'data') };
  await adduce(['ingest', await writeLighthouses(folder.path), '--corpus', 'lights'], settings);
  const { document } = await adduceJson(['ask', QUESTION, '--corpus', 'lights'], settings);
  const asked = answerResponse.pick({ answer_id: true, evidence_set: true }).parse(document);
  answerId = asked.answer_id;
  artefact = asked.evidence_set.artefact_ids[0] ?? '';
}, PATIENCE_MS);

afterAll(() => folder[Symbol.asyncDispose]());

describe('adduce artefact', { timeout: PATIENCE_MS }, () => {
  it('shows where an artefact is from, on the terminal and as the wire has it', async () => {
    const { code, document } = await adduceJson(['artefact', 'show', artefact], settings);
    expect(code).toBe(0);
    expect(provenance.parse(document)).toMatchObject({
      artefact_id: artefact,
      bytes: 'stored',
      withdrawn: null,
    });
    const { stdout } = await adduce(['artefact', 'show', artefact], settings);
    expect(stdout).toContain(answerId);
    expect(stdout).toMatch(/freshness +\d/);
  });

  it.each([
    [['artefact', 'show', 'moon'], 2, /"moon" is no artefact/],
    [['artefact', 'withdraw', 'a1none'], 2, /--reason/],
    [['artefact', 'withdraw', 'a1none', '--reason', 'x'], 5, /missing:artefact/],
    [['artefact', 'redact', 'a1none', '--reason', 'x', '--dry-run'], 5, /missing:artefact/],
    [['artefact', 'show', 'a1none'], 5, /missing:artefact/],
  ])('refuses %j in one line', async (args, code, said) => {
    const ended = await adduce(args, settings);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(said);
  });

  it('says which verdicts would change, and writes nothing', async () => {
    const file = join(folder.path, 'data', 'graph.sqlite');
    const before = await adduceJson(['log', 'verify'], settings);
    const bytes = await readFile(file);
    for (const end of ['withdraw', 'redact']) {
      const args = ['artefact', end, artefact, '--reason', 'x', '--dry-run'];
      const { code, document } = await adduceJson(args, settings);
      expect(code).toBe(0);
      expect(turnsOf.parse(document).turns).toMatchObject([{ answer_id: answerId, from: 'PASS' }]);
      expect((await adduce(args, settings)).stdout).toContain('nothing was written');
    }
    expect(await adduceJson(['log', 'verify'], settings)).toEqual(before);
    expect(Buffer.compare(await readFile(file), bytes)).toBe(0);
  });

  it('says which verdicts an evidence event would change, under the checks of the event itself', async () => {
    const { document } = await adduceJson(['artefact', 'show', artefact], settings);
    const claim = provenance.parse(document).claims.items[0]?.claim ?? '';
    const event = [
      'evidence',
      claim,
      '--kind',
      'dispute',
      '--ref',
      'https://x.example',
      '--hash',
      'h',
      '--dry-run',
    ];
    expect(await adduce(event, settings)).toMatchObject({ code: 5, stdout: '' });
    const minted = await adduceJson(
      ['keys', 'mint', '--cap', 'svc.evidence', '--standing', '1000'],
      settings,
    );
    const token = z.object({ token: z.string() }).parse(minted.document).token;
    const before = await adduceJson(['log', 'verify'], settings);
    const { code, document: would } = await adduceJson([...event, '--token', token], settings);
    expect(code).toBe(0);
    expect(would).toMatchObject({ dry_run: true, turns: [] });
    expect(await adduceJson(['log', 'verify'], settings)).toEqual(before);
  });

  it('finds a byte that has changed, exits 3, and finds it whole again', async () => {
    const { document } = await adduceJson(['artefact', 'show', artefact], settings);
    const { hash } = provenance.parse(document);
    const flip = () => {
      const file = new Connection(join(folder.path, 'data', 'graph.sqlite'), 5_000);
      const [row] = file.rows<{ bytes: Uint8Array }>('SELECT bytes FROM blobs WHERE hash = @hash', { hash });
      const bytes = Buffer.from(row?.bytes ?? []);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      file.run('UPDATE blobs SET bytes = @bytes WHERE hash = @hash', { hash, bytes });
      file.close();
    };
    flip();
    expect(await adduceJson(['artefact', 'check'], settings)).toMatchObject({
      code: 3,
      document: { ok: false, damaged: [{ id: artefact, bytes: 'changed' }] },
    });
    expect((await adduce(['log', 'verify'], settings)).code).toBe(3);
    expect((await adduce(['artefact', 'show', artefact], settings)).code).toBe(3);
    flip();
    expect(await adduceJson(['artefact', 'check'], settings)).toMatchObject({
      code: 0,
      document: { ok: true },
    });
  });

  it('withdraws beside a running server, which tells who watches; a second time it says so', async () => {
    await using server = await serve({ ...settings, ADDUCE_PORT: '0' });
    const withdraw = ['artefact', 'withdraw', artefact, '--reason', 'retracted by its author', '--by', 'ann'];
    const { code, stdout } = await adduce(withdraw, settings);
    expect(code).toBe(0);
    expect(stdout).toMatch(/withdrawn by ann: retracted by its author \(log entry \d+\)/);
    await expect
      .poll(async () => {
        const response = await fetch(new URL(`/v1/provenance/${artefact}`, server.url));
        const { provenance: found } = (await response.json()) as { provenance: z.infer<typeof provenance> };
        return [found.withdrawn?.by, found.answers.items[0]?.findings_state];
      })
      .toEqual(['ann', expect.stringMatching(/WARN|FAIL/)]);
    const again = await adduceJson(withdraw, settings);
    expect(again).toMatchObject({ code: 0, document: { repeated: true, by: 'ann' } });
  });

  it('redacts beside a running server, and the file holds the bytes no more', async () => {
    const { document } = await adduceJson(['artefact', 'show', artefact], settings);
    const { hash } = provenance.parse(document);
    await using server = await serve({ ...settings, ADDUCE_PORT: '0' });
    const { code, stdout } = await adduce(
      ['artefact', 'redact', artefact, '--reason', 'a court order'],
      settings,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/redacted: a court order/);
    expect(stdout).toContain('answers go on quoting it');
    const response = await fetch(new URL(`/v1/provenance/${artefact}`, server.url));
    expect(await response.json()).toMatchObject({ provenance: { hash, bytes: 'redacted', summary: '' } });
    await server.end('SIGTERM');
    expect(await adduceJson(['log', 'verify'], settings)).toMatchObject({
      code: 0,
      document: { redacted: 2 },
    });
    expect(await adduceJson(['artefact', 'check'], settings)).toMatchObject({
      code: 0,
      document: { ok: true, redacted: 1 },
    });
    expect((await stat(join(folder.path, 'data', 'graph.sqlite'))).size).toBeGreaterThan(0);
  });
});
