/** Answers and their receipts by the commands, as their users run them: child processes over one small store. */
import { generateKeyPairSync } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sourceHash } from '../../gateway/receipt-page/render-page.ts';
import { answerResponse } from '../../gateway/wire/answers.ts';
import { answerReceipt } from '../../gateway/wire/receipt.ts';
import { verifierText } from '../../graph/log/checkpoint.ts';
import { adduce, adduceJson } from './cli.ts';
import { type Answer, ask, folder, ingestLights, mintToken, PATIENCE_MS, settings } from './cli-lights.ts';
import { QUESTION } from './lighthouses.ts';

const HEIGHT = 'How tall is the Gannet Point lighthouse?';

ingestLights();

describe('adduce ask', { timeout: PATIENCE_MS }, () => {
  it('prints the answer with its confidence and citations and exits 0 where it is verified', async () => {
    const { code, stdout } = await adduce(['ask', QUESTION, '--corpus', 'lights'], settings);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^The Skerry Rock lighthouse is 41 metres tall\.\n\nVerified \(PASS\)\nConfidence (?:over )?\d+ %\n {2}\[1\] “/,
    );
  });

  it('passes on nothing that a terminal would obey', async () => {
    const path = join(folder.path, 'hostile.jsonl');
    const text = 'The Outer Buoy is 7 metres tall \u001b[31m\u0007 today.';
    await writeFile(path, JSON.stringify({ id: 'b', title: 'Buoys', text, domain: 'buoys.example' }));
    await adduce(['ingest', path, '--corpus', 'hostile'], settings);
    const { stdout } = await adduce(['ask', 'How tall is the Outer Buoy?', '--corpus', 'hostile'], settings);
    expect(stdout).toContain('“The Outer Buoy is 7 metres tall [31m today.”');
    expect(stdout).not.toContain('\u001b');
  });

  it('says honestly that nothing supports an answer', async () => {
    const { code, document } = await adduceJson(['ask', 'Who painted the Mona Lisa?'], settings);
    expect(code).toBe(0);
    expect(document).toMatchObject({ summary: '', sentences: [], trust: { findings_state: 'UNKNOWN' } });
  });

  it('prints what is near to a question that nothing answers, as not verified', async () => {
    const near = ['ask', 'Who painted the Skerry Rock lighthouse?', '--corpus', 'lights'];
    const { code, stdout } = await adduce(near, settings);
    expect(code).toBe(0);
    const [heading, ...lines] = stdout.split('\n').slice(4);
    expect(stdout).toMatch(
      /^Nothing in this corpus supports an answer\.\n\nNot checked \(UNKNOWN\): no_support\n\n/,
    );
    expect(heading).toBe('Nothing answers this for certain. Nearest passages, not verified:');
    expect(lines[0]).toBe('  - “The Skerry Rock lighthouse is 41 metres tall.”');
    expect(lines[1]).toMatch(/^ {4}(?:The Skerry Rock light|Lights of the south coast) · a1\w+$/);
    expect(stdout).not.toMatch(/Confidence|\[1\]/);
    const { document } = await adduceJson(near, settings);
    expect(answerResponse.shape.passages.parse(document.passages)?.[0]).toMatchObject({
      quote: 'The Skerry Rock lighthouse is 41 metres tall.',
      start: 0,
      end: 45,
    });
    expect(document).not.toHaveProperty('confidence');
  });

  it('passes on nothing of a passage that a terminal would obey', async () => {
    const path = join(folder.path, 'hostile-passage.jsonl');
    const text = 'The Inner Buoy \u001b[31m\u0007 is green.';
    const title = 'Buoys';
    await writeFile(path, JSON.stringify({ id: 'b', title, text, domain: 'buoys.example' }));
    await adduce(['ingest', path, '--corpus', 'near'], settings);
    const { stdout } = await adduce(['ask', 'Who painted the Inner Buoy?', '--corpus', 'near'], settings);
    expect(stdout).toContain('Nearest passages, not verified:');
    expect(stdout).toContain('is green.”');
    expect(stdout).not.toContain('\u001b');
  });

  it('exits 4 at a warning: two publishers of one day disagree', async () => {
    await ingestHeights('rivals', ['41', '52']);
    const { code, answer } = await ask(HEIGHT, 'rivals');
    expect(answer.trust).toMatchObject({ findings_state: 'WARN', reasons: [{ code: 'newer_rival' }] });
    expect(code).toBe(4);
  });

  it('exits 3 at a failure: two people of standing dispute what it rests on', async () => {
    await ingestHeights('disputed', ['41']);
    const before = await ask(HEIGHT, 'disputed');
    expect(before.code).toBe(0);
    for (const n of [1, 2]) await dispute(before.answer, `https://surveyor-${n}.example/report`);
    const { code, answer } = await ask(HEIGHT, 'disputed');
    expect(answer.trust.findings_state).toBe('FAIL');
    expect(code).toBe(3);
  });

  it('exits 5 for a corpus that there is not, with the reason', async () => {
    const { code, document } = await adduceJson(['ask', QUESTION, '--corpus', 'none'], settings);
    expect(code).toBe(5);
    expect(document).toMatchObject({ error: { exit: 5, reason: 'invalid:corpus_unknown' } });
  });

  it('exits 6 where the store cannot be reached', async () => {
    const away = { ...settings, ADDUCE_GRAPH: 'bolt://127.0.0.1:1', ADDUCE_GRAPH_PASSWORD: 'none' };
    const { code, document } = await adduceJson(['ask', QUESTION], away);
    expect(code).toBe(6);
    expect(document).toMatchObject({ error: { reason: 'store_unavailable' } });
  });
});

describe('adduce receipt verify', { timeout: PATIENCE_MS }, () => {
  let saved: string;

  beforeAll(async () => {
    saved = join(folder.path, 'receipt.json');
    await adduce(['ask', QUESTION, '--corpus', 'lights', '--receipt', saved], settings);
  });

  it('verifies a saved receipt against the store, and alone', async () => {
    expect(await adduceJson(['receipt', 'verify', saved], settings)).toMatchObject({
      code: 0,
      document: { ok: true },
    });
    const keys = join(folder.path, 'keys.txt');
    await writeFile(keys, (await adduce(['log', 'key'], settings)).stdout);
    const alone = ['receipt', 'verify', saved, '--offline', '--key', keys];
    expect(await adduceJson(alone, settings)).toMatchObject({ code: 0, document: { ok: true } });
  });

  it('exits 4 where no step fails and nobody has said whose key it is', async () => {
    const elsewhere = { ADDUCE_DATA: join(folder.path, 'nowhere') };
    for (const [more, env] of [[[], elsewhere] as const, [['--offline'], settings] as const]) {
      const { code, stdout } = await adduce(['receipt', 'verify', saved, ...more], env);
      expect([code, stdout]).toEqual([4, expect.stringContaining('signer was NOT checked')]);
    }
    await expect(stat(elsewhere.ADDUCE_DATA)).rejects.toThrow('ENOENT');
  });

  it.each(['cbor', 'html'])(
    'verifies a receipt that was saved as .%s, and no changed one',
    async (ending) => {
      const file = join(folder.path, `receipt.${ending}`);
      await adduce(['ask', QUESTION, '--corpus', 'lights', '--receipt', file], settings);
      expect(await adduceJson(['receipt', 'verify', file], settings)).toMatchObject({
        code: 0,
        document: { ok: true },
      });
      const text = await readFile(file, 'latin1');
      await writeFile(file, text.replaceAll('41 metres', '42 metres'), 'latin1');
      expect((await adduce(['receipt', 'verify', file], settings)).code).toBe(3);
    },
  );

  it('verifies no page to which words were added, and names them', async () => {
    const page = join(folder.path, 'added.html');
    await adduce(['ask', QUESTION, '--corpus', 'lights', '--receipt', page], settings);
    const text = await readFile(page, 'utf8');
    await writeFile(page, text.replace('<article', '<p>All is well.</p>\u001b[2J<article'));
    const { code, stdout } = await adduce(['receipt', 'verify', page], settings);
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^form +FAILED +the page is not what its receipt gives: line \d+ goes on with “p>All is well\.</,
    );
    expect(stdout).toContain('⟨U+001B⟩[2J');
  });

  it('says of a page that another version has rendered that only its data were checked', async () => {
    const page = join(folder.path, 'other.html');
    await adduce(['ask', QUESTION, '--corpus', 'lights', '--receipt', page], settings);
    const text = await readFile(page, 'utf8');
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
    const other = text
      .replace(script, () => `${script};`)
      .replaceAll(sourceHash(script), sourceHash(`${script};`));
    await writeFile(page, other.replace('<article', '<p>All is well.</p><article'));
    const { code, stdout } = await adduce(['receipt', 'verify', page], settings);
    expect(code).toBe(4);
    expect(stdout).toMatch(/^form +not checked +another version has rendered this page/);
    expect(stdout).toMatch(/receipt whole, but its page was NOT checked as a whole\n$/);
  });

  it('re-executes every stored receipt', async () => {
    expect(await adduceJson(['receipt', 'replay'], settings)).toMatchObject({
      code: 0,
      document: { different: [] },
    });
    const nowhere = { ADDUCE_DATA: join(folder.path, 'nowhere') };
    expect(await adduce(['receipt', 'replay'], nowhere)).toMatchObject({ code: 2 });
  });

  it('checks a receipt against the store that --store names, and says where there is none', async () => {
    const verify = (...more: string[]) => adduceJson(['receipt', 'verify', saved, ...more], settings);
    const { document } = await verify('--store');
    expect(JSON.stringify(document)).toContain('match the provenance ledger');
    const missing = join(folder.path, 'no-store-here');
    expect(await verify('--store', missing)).toMatchObject({ code: 2 });
    expect(await verify('--store', '--offline')).toMatchObject({ code: 2 });
  });

  it.each([
    ['the quoted text', /41 metres/g, '42 metres'],
    ['the id', /"rc_./, '"rc_9'],
    ['the root', /("root":")./, '$1_'],
    ['a hash of the proof', /("inclusion":\[")./, '$1_'],
    ['the log entry', /("entry":"....)./, '$1!'],
    ['the JSON', /\{/, '['],
  ])('exits 3 and says what is wrong after a change of %s', async (_what, pattern, replacement) => {
    const text = await readFile(saved, 'utf8');
    const changed = join(folder.path, 'changed.json');
    expect(text).toMatch(pattern);
    await writeFile(changed, text.replace(pattern, replacement));
    const { code, document } = await adduceJson(['receipt', 'verify', changed], settings);
    expect(code).toBe(3);
    const steps = document.steps as { ok: boolean; detail: string }[];
    expect(steps.find(({ ok }) => !ok)?.detail).not.toBe('');
  });

  it('fails for any byte that is changed', async () => {
    const bytes = await readFile(saved);
    answerReceipt.parse(JSON.parse(bytes.toString()));
    const changed = join(folder.path, 'flipped.json');
    // A process for each: places spread over the file.
    const places = Array.from({ length: 6 }, (_, i) => Math.floor(((i + 0.5) * bytes.length) / 6));
    for (const place of places) {
      const flipped = Buffer.from(bytes);
      flipped[place] = (flipped[place] ?? 0) ^ 0x01;
      await writeFile(changed, flipped);
      expect((await adduce(['receipt', 'verify', changed], settings)).code, `byte ${place}`).toBe(3);
    }
  });

  it('quotes nothing of a list of keys that a terminal would obey', async () => {
    const keys = join(folder.path, 'hostile.keys');
    await writeFile(keys, 'key\u009b2J\u202eevil\n');
    const { code, stderr } = await adduce(['receipt', 'verify', saved, '--key', keys], settings);
    expect(code).toBe(2);
    expect(stderr).toContain('line 1 is no verifier key: "key⟨U+009B⟩2J⟨U+202E⟩evil"');
  });

  it('exits 3 under the key of another log, and says who has signed', async () => {
    const other = verifierText({ name: 'other.example', key: generateKeyPairSync('ed25519').publicKey });
    const { code, stdout } = await adduce(
      ['receipt', 'verify', saved, '--offline', '--key', other],
      settings,
    );
    expect(code).toBe(3);
    expect(stdout).toMatch(/no known key has signed the checkpoint: .* known here: other\.example\+/);
  });

  it('refuses a key whose id is that of another', async () => {
    const other = 'other+8c1dc2ee+AS5PLi4uLi4uLi4uLi4uLi4uLi4uLi4uLi4uLi4uLi4u';
    expect((await adduce(['receipt', 'verify', saved, '--key', other], settings)).code).toBe(2);
  });

  it('fails where the store holds other artefacts', async () => {
    const other = { ADDUCE_DATA: join(folder.path, 'other') };
    const oars = join(folder.path, 'oars.md');
    await writeFile(oars, '# Oars\n\nThe oar is 3 metres long.\n');
    await adduce(['ingest', oars, '--corpus', 'oars'], other);
    const { code, document } = await adduceJson(['receipt', 'verify', saved], other);
    expect(code).toBe(3);
    expect(document.steps).toContainEqual(expect.objectContaining({ step: 'artefacts', ok: false }));
  });
});

describe('adduce rebuild', { timeout: PATIENCE_MS }, () => {
  it('projects a moved store again under the same root, where receipts verify and answers are the same', async () => {
    const receipt = join(folder.path, 'moved.json');
    const before = await adduceJson(['ask', QUESTION, '--corpus', 'lights', '--receipt', receipt], settings);
    const target = join(folder.path, 'moved');
    const moved = await adduceJson(['migrate', '--from', 'embedded', '--to', target], settings);
    expect(moved.code).toBe(0);
    const there = { ADDUCE_DATA: target };
    const inPlace = await adduceJson(['rebuild'], there);
    expect(inPlace.document).toMatchObject({ root: moved.document.root, entries: moved.document.entries });
    expect((await adduceJson(['rebuild'], settings)).document.root).toBe(moved.document.root);
    expect(await adduceJson(['receipt', 'verify', receipt], there)).toMatchObject({ code: 0 });
    const after = await adduceJson(['ask', QUESTION, '--corpus', 'lights'], there);
    expect(after.document).toEqual(before.document);
  });
});

/** Documents of one day that give the lighthouse these heights. */
async function ingestHeights(corpus: string, heights: readonly string[]): Promise<void> {
  const path = join(folder.path, `${corpus}.jsonl`);
  const lines = heights.map((height, index) =>
    JSON.stringify({
      id: `h${index}`,
      title: 'The Gannet Point light',
      text: `The Gannet Point lighthouse is ${height} metres tall.`,
      domain: `heights-${index}.example`,
      observed_at: '2024-01-01T08:00:00.000Z',
    }),
  );
  await writeFile(path, `${lines.join('\n')}\n`);
  await adduce(['ingest', path, '--corpus', corpus], settings);
}

/** Somebody vetted disputes every claim of the answer. */
async function dispute({ claims }: Answer, ref: string): Promise<void> {
  const token = await mintToken();
  for (const { addr } of claims) {
    const what = ['--kind', 'dispute', '--item-kind', 'reproduction', '--ref', ref, '--hash', ref];
    await adduce(['evidence', addr, ...what], { ...settings, ADDUCE_TOKEN: token });
  }
}
