/** The commands as their users run them: child processes over one small store. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceHash } from '../../gateway/receipt-page/render-page.ts';
import { type AnswerResponse, answerResponse } from '../../gateway/wire/answers.ts';
import { answerReceipt } from '../../gateway/wire/receipt.ts';
import { verifierText } from '../../graph/log/checkpoint.ts';
import { adduce, adduceJson } from './cli.ts';
import { QUESTION, writeLighthouses } from './lighthouses.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Answer = Pick<AnswerResponse, 'answer_id' | 'summary' | 'sentences' | 'claims' | 'trust'>;
const answer = answerResponse.pick({
  answer_id: true,
  summary: true,
  sentences: true,
  claims: true,
  trust: true,
});

const HEIGHT = 'How tall is the Gannet Point lighthouse?';
/** A process on a loaded machine takes a while. */
const PATIENCE_MS = 60_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  settings = { ADDUCE_DATA: join(folder.path, 'data') };
  await adduce(['ingest', await writeLighthouses(folder.path), '--corpus', 'lights'], settings);
}, PATIENCE_MS);

afterAll(() => folder[Symbol.asyncDispose]());

describe('adduce', { timeout: PATIENCE_MS }, () => {
  it('lists its commands without opening anything', async () => {
    const { code, stdout } = await adduce(['--help'], { ADDUCE_DATA: '/proc/none' });
    expect(code).toBe(0);
    for (const name of [
      'serve',
      'ingest',
      'ask',
      'ledger',
      'evidence',
      'keys',
      'receipt',
      'rebuild',
      'demo',
    ]) {
      expect(stdout).toContain(`\n  ${name}`);
    }
  });

  it.each([
    [['nonsense']],
    [['ask']],
    [['ask', 'q', '--mode', 'loud']],
    [['keys', 'mint']],
    [['ask', 'q', '-k', '51']],
  ])('refuses %j as wrong usage', async (args) => {
    const { code, stdout, stderr } = await adduce(args, settings);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^adduce: .+\n$/);
  });

  it.each([
    [['ask'], "missing required argument 'question'"],
    [['nonsense'], "unknown command 'nonsense'"],
    [['ledger', 'c1', '--loud'], "unknown option '--loud'"],
  ])('says what is wrong with %j as a document too', async (args, message) => {
    const { code, document } = await adduceJson(args, settings);
    expect(code).toBe(2);
    expect(document).toEqual({ error: { exit: 2, reason: 'usage', message } });
  });

  it.each(['ask q', 'serve'])('names a data folder that is a file: %s', async (command) => {
    const file = join(folder.path, 'no-folder');
    await writeFile(file, '');
    const { code, stderr } = await adduce(command.split(' '), { ...settings, ADDUCE_DATA: file });
    expect(code).toBe(2);
    expect(stderr).toContain(
      `adduce: ADDUCE_DATA is ${JSON.stringify(file)}: it accepts the path of a folder`,
    );
  });

  it('names a wrong setting and what it accepts, in one line', async () => {
    const { code, stderr } = await adduce(['ask', 'q'], { ...settings, ADDUCE_RATE: 'fast' });
    expect(code).toBe(2);
    expect(stderr).toBe(
      'adduce: ADDUCE_RATE is "fast": it accepts off, or requests per minute from 1 to 1000000\n',
    );
  });
});

describe('adduce ingest', { timeout: PATIENCE_MS }, () => {
  it('adds nothing where nothing has changed', async () => {
    const again = ['ingest', join(folder.path, 'lighthouses.jsonl'), '--corpus', 'lights'];
    const { code, document } = await adduceJson(again, settings);
    expect(code).toBe(0);
    expect(document).toMatchObject({ corpus: 'lights', added: 0, changed: 0, unchanged: 2, skipped: [] });
  });

  it('shows what was skipped and why, and goes on', async () => {
    const path = join(folder.path, 'broken.jsonl');
    const good =
      '{"id": "g", "title": "Oars", "text": "The oar is 3 metres long.", "domain": "oars.example"}';
    await writeFile(path, `{"id": \n${good}\n`);
    const { code, stdout } = await adduce(['ingest', path, '--corpus', 'oars'], settings);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^oars: 1 added/);
    expect(stdout).toMatch(/\nbroken\.jsonl:1 +invalid_json +\S/);
  });

  it('names up to three files of an extension without a reader, and counts more', async () => {
    const site = join(folder.path, 'site');
    await mkdir(site);
    const names = ['README.md', 'a.css', 'b.css', 'c.css', 'a.png', 'b.png', 'c.png', 'd.png', 'LICENSE'];
    for (const name of names) await writeFile(join(site, name), 'The oar is 3 metres long.');
    const { stdout } = await adduce(['ingest', site, '--corpus', 'site'], settings);
    expect(stdout).toMatch(/^site: 1 added/);
    expect(stdout.match(/\.css/g)).toHaveLength(3);
    expect(stdout).toMatch(/\n\*\.png \(4 files\) +unsupported/);
    expect(stdout).not.toContain('a.png');
    const { document } = await adduceJson(['ingest', site, '--corpus', 'site'], settings);
    expect(document).toMatchObject({ unchanged: 1, skipped: { length: 8 } });
  });

  it('fails where nothing could be read', async () => {
    const path = join(folder.path, 'photo.png');
    await writeFile(path, 'no text');
    const { code, document } = await adduceJson(['ingest', path, '--corpus', 'photos'], settings);
    expect(code).toBe(1);
    expect(document).toMatchObject({ skipped: [{ name: 'photo.png', reason: 'unsupported' }] });
  });

  it('asks for the name of a corpus', async () => {
    const { code, stderr } = await adduce(['ingest', folder.path], settings);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--corpus NAME/);
  });

  it.each(['Lights', 'two words', '../lights', 'a'.repeat(64)])(
    'refuses %j as the name of a corpus',
    async (name) => {
      const { code, stderr } = await adduce(['ingest', folder.path, '--corpus', name], settings);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^adduce: --corpus is ".*": it accepts the name of a corpus: lower-case/m);
    },
  );
});

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

describe('adduce keys, evidence and ledger', { timeout: PATIENCE_MS }, () => {
  it('mints tokens of new actors, or of one that is named', async () => {
    const first = await adduceJson(['keys', 'mint', '--cap', 'svc.evidence', '--standing', '0'], settings);
    const second = await adduceJson(
      ['keys', 'mint', '--cap', 'svc.evidence', '--cap', 'wiki.annotate'],
      settings,
    );
    expect(first.document.actor).not.toBe(second.document.actor);
    const actor = String(first.document.actor);
    const third = await adduceJson(['keys', 'mint', '--cap', 'svc.evidence', '--actor', actor], settings);
    expect(third.document).toMatchObject({ actor, token: expect.stringMatching(/^rcx1\./) });
    expect(third.document.token_id).not.toBe(first.document.token_id);
  });

  it.each([
    ['--cap', 'svc.everything'],
    ['--cap', 'svc.evidence', '--standing', '1001'],
    ['--cap', 'svc.evidence', '--standing', '-1'],
    ['--cap', 'svc.evidence', '--ttl', '30 days'],
    ['--engine'],
    ['--engine', '--org', ''],
  ])('refuses to mint %s %s', async (...args) => {
    expect((await adduce(['keys', 'mint', ...args], settings)).code).toBe(2);
  });

  it('mints a key of an organisation, of which the store keeps no copy', async () => {
    const { code, document } = await adduceJson(['keys', 'mint', '--engine', '--org', 'Harbour'], settings);
    expect(code).toBe(0);
    expect(document).toMatchObject({ org: 'Harbour', key: expect.stringMatching(/^adk_/) });
    const stored = await readFile(join(settings.ADDUCE_DATA ?? '', 'graph.sqlite'));
    expect(stored.includes(String(document.key))).toBe(false);
  });

  it('appends evidence under a token, and shows it in the ledger', async () => {
    const { answer } = await ask(QUESTION, 'lights');
    const claim = answer.claims[0]?.addr ?? '';
    const token = await mintToken();
    const ref = ['--kind', 'corroborate', '--ref', 'https://harbour.example/survey', '--hash', 'h'];
    const appended = await adduceJson(['evidence', claim, ...ref], { ...settings, ADDUCE_TOKEN: token });
    expect(appended).toMatchObject({
      code: 0,
      document: { entry: { kind: 'corroborate' } },
    });
    const read = await adduceJson(['ledger', claim], settings);
    const entries = read.document.ledger as { evidence: { ref: string }[] }[];
    expect(entries.at(-1)?.evidence[0]?.ref).toBe('https://harbour.example/survey');
    expect(read.document.belief).toMatchObject({ state: 'settled' });
  });

  it.each<[what: string, args: string[], reason: string]>([
    ['without a token', ['--ref', 'r', '--hash', 'h'], 'denied:token_missing'],
    ['under a wrong token', ['--ref', 'r', '--hash', 'h', '--token', 'rcx1.wrong'], 'denied:token_invalid'],
  ])('refuses evidence %s', async (_what, args, reason) => {
    const { answer } = await ask(QUESTION, 'lights');
    const claim = answer.claims[0]?.addr ?? '';
    const { code, document } = await adduceJson(['evidence', claim, '--kind', 'dispute', ...args], settings);
    expect(code).toBe(5);
    expect(document).toMatchObject({ error: { reason } });
  });

  it('refuses evidence without a reference, and under a token that has been revoked', async () => {
    const { answer } = await ask(QUESTION, 'lights');
    const append = ['evidence', answer.claims[0]?.addr ?? '', '--kind', 'dispute'];
    const { document: minted } = await adduceJson(['keys', 'mint', '--cap', 'svc.evidence'], settings);
    const withToken = { ...settings, ADDUCE_TOKEN: String(minted.token) };
    const bare = await adduceJson(append, withToken);
    expect(bare).toMatchObject({ code: 5, document: { error: { reason: 'denied:evidence_missing' } } });
    expect((await adduce(['keys', 'revoke', String(minted.token_id)], settings)).code).toBe(0);
    const revoked = await adduceJson([...append, '--ref', 'r', '--hash', 'h'], withToken);
    expect(revoked).toMatchObject({ code: 5, document: { error: { reason: 'denied:token_revoked' } } });
  });

  it('says that there is no such key to revoke', async () => {
    const { code, document } = await adduceJson(['keys', 'revoke', 'tk_none'], settings);
    expect({ code, document }).toMatchObject({ code: 5, document: { error: { reason: 'missing:key' } } });
  });

  it('refuses a reference without its hash as wrong usage', async () => {
    const { code, stderr } = await adduce(['evidence', 'c1', '--kind', 'dispute', '--ref', 'r'], settings);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--hash/);
  });

  it.each(['moons', 'wx://lights/sec/a1/0', 'c1short'])('refuses %s, which names no claim', async (claim) => {
    expect((await adduce(['ledger', claim], settings)).code).toBe(2);
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

async function ask(
  question: string,
  corpus: string,
): Promise<{ readonly code: number; readonly answer: Answer }> {
  const { code, document } = await adduceJson(['ask', question, '--corpus', corpus], settings);
  return { code, answer: answer.parse(document) };
}

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

async function mintToken(): Promise<string> {
  const { document } = await adduceJson(
    ['keys', 'mint', '--cap', 'svc.evidence', '--standing', '1000'],
    settings,
  );
  return String(document.token);
}

/** Somebody vetted disputes every claim of the answer. */
async function dispute({ claims }: Answer, ref: string): Promise<void> {
  const token = await mintToken();
  for (const { addr } of claims) {
    const what = ['--kind', 'dispute', '--item-kind', 'reproduction', '--ref', ref, '--hash', ref];
    await adduce(['evidence', addr, ...what], { ...settings, ADDUCE_TOKEN: token });
  }
}
