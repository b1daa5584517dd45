/** verify.mjs as a stranger uses it: downloaded from a running service into a folder that has nothing else. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocument, receiptDocument } from '../../engine/receipt/receipt-document.ts';
import type { StepResult } from '../../engine/receipt/step-result.ts';
import { receiptFile } from '../../gateway/receipt-page/receipt-file.ts';
import { sha256Hex } from '../../graph/digest.ts';
import { verifierText } from '../../graph/log/checkpoint.ts';
import { namedIn } from '../bin/cli/verifier/named-digest.ts';
import { type DemoReceipt, forged, openDemoReceipt, resealed } from '../engine/receipt/demo-receipt.ts';
import { adduce, type Ended, type Served, serve } from './cli.ts';
import { type NodeProgram, nodePrograms } from './other-nodes.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PATIENCE_MS = 240_000;
const FORMS = ['json', 'cbor', 'html'] as const;
/** Places of each form where a bit is flipped. */
const FLIPS = 7;
const GIGABYTE = 2 ** 30;
const SATURN = 'How many moons does Saturn have?';

interface Verified {
  readonly file: string;
  readonly ok: boolean;
  readonly exit: number;
  readonly steps?: readonly StepResult[];
  readonly error?: { readonly message: string };
}

const programs = await nodePrograms();

/** The figure as the texts have it: positions in the log may have the same digits. */
const MOONS = /(?<=[a-z] )274(?= [a-z])/g;

describe('verify.mjs from a running service', { timeout: PATIENCE_MS }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let served: Served;
  let alone: string;
  let answer: string;
  let demo: DemoReceipt;
  let settings: Record<string, string>;
  /** Files that are no honest receipt of the log. */
  let wrong: string[];

  const at = (name: string) => join(alone, name);
  const read = (path: string) => fetch(served.url + path);
  const save = async (name: string, bytes: Uint8Array | string) => {
    await writeFile(at(name), bytes);
    return name;
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
    settings = { ADDUCE_DATA: join(folder.path, 'data') };
    [served, demo] = await Promise.all([serve(settings), openDemoReceipt()]);
    alone = join(folder.path, 'alone');
    await mkdir(alone);
    const body = JSON.stringify({ q: SATURN });
    const headers = { 'content-type': 'application/json' };
    const asked = await fetch(`${served.url}/v1/answers`, { method: 'POST', headers, body });
    answer = ((await asked.json()) as { answer_id: string }).answer_id;
    for (const form of FORMS) {
      const receipt = await read(`/v1/answers/${answer}/receipt?download=${form}`);
      await save(`honest.${form}`, await receipt.bytes());
    }
    await save('reply.json', await (await read(`/v1/answers/${answer}/receipt`)).bytes());
    const keys = await fetch(`${served.url}/.well-known/adduce-log-keys`, {
      headers: { accept: 'text/plain' },
    });
    await save('log.key', await keys.bytes());
    await save('verify.mjs', await (await read('/verify.mjs')).bytes());
    wrong = [...(await forgedFiles()), ...(await damagedFiles())];
  }, PATIENCE_MS);

  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await demo.opened.dispose();
    await folder[Symbol.asyncDispose]();
  });

  /** The number of moons changed in answer and receipt, and hashed anew. */
  async function forgedFiles(): Promise<string[]> {
    const honest = readDocument(JSON.parse(await readFile(at('honest.json'), 'utf8')));
    if (!honest.ok) throw new Error(honest.fault);
    const more = JSON.parse(JSON.stringify(honest.view.receipt).replaceAll(MOONS, '999'));
    const byProxy = receiptDocument(resealed(honest.view, more));
    const owner = await forged(demo, JSON.parse(JSON.stringify(demo.view.receipt).replaceAll(MOONS, '999')));
    await save('forger.key', `${verifierText(owner.verifier)}\n`);
    const files: string[] = [];
    for (const form of FORMS) {
      files.push(await save(`proxy.${form}`, await receiptFile(byProxy, form)));
      files.push(await save(`owner.${form}`, await receiptFile(receiptDocument(owner.view), form)));
    }
    return files;
  }

  async function damagedFiles(): Promise<string[]> {
    const files: string[] = [];
    for (const form of FORMS) {
      const bytes = await readFile(at(`honest.${form}`));
      files.push(await save(`short.${form}`, bytes.subarray(0, -1)));
      files.push(await save(`half.${form}`, bytes.subarray(0, bytes.length / 2)));
      files.push(await save(`more.${form}`, Buffer.concat([bytes, Buffer.from('\n')])));
      for (let flip = 0; flip < FLIPS; flip += 1) {
        const flipped = Buffer.from(bytes);
        const place = Math.floor(((flip + 0.5) * bytes.length) / FLIPS);
        flipped[place] = (flipped[place] ?? 0) ^ (1 << (flip % 8));
        files.push(await save(`flip${flip}.${form}`, flipped));
      }
    }
    return [...files, await save('empty.json', ''), await save('list.json', '[]')];
  }

  /** In that folder, with nothing of this process' environment but where programs are. */
  function run(program: string, args: readonly string[]): Promise<Ended> {
    return new Promise((settle) => {
      const options = { cwd: alone, env: { PATH: process.env.PATH }, maxBuffer: 2 ** 24 };
      const child = execFile(program, args, options, (_, stdout, stderr) =>
        settle({ code: child.exitCode ?? -1, stdout, stderr }),
      );
    });
  }

  const verify = ({ path }: NodeProgram, ...args: readonly string[]) => run(path, ['verify.mjs', ...args]);
  /** @param line in which `$0` is the Node */
  const inShell = ({ path }: NodeProgram, line: string) => run('sh', ['-c', line, path]);

  async function verified(program: NodeProgram, ...args: readonly string[]): Promise<readonly Verified[]> {
    const { stdout, stderr } = await verify(program, ...args, '--json');
    expect(stderr).toBe('');
    return (JSON.parse(stdout) as { files: Verified[] }).files;
  }

  it('has the SHA-256 that README, report, page, tag and sum file name', async () => {
    const digest = sha256Hex(await readFile(at('verify.mjs')));
    const report = await (await read(`/v1/answers/${answer}/trust-report?format=html`)).text();
    const page = await readFile(at('honest.html'), 'utf8');
    expect(namedIn(await readFile(join(import.meta.dirname, '../../README.md'), 'utf8'))).toBe(digest);
    expect(report).toContain(`echo &#39;${digest}  verify.mjs&#39; | sha256sum --check`);
    expect(page).toContain(`<code id="verifier">${digest}</code>`);
    expect((await read('/verify.mjs')).headers.get('etag')).toBe(`"${digest}"`);
    expect(await (await read('/verify.mjs.sha256')).text()).toBe(`${digest}  verify.mjs\n`);
  });

  it('writes nothing into its folder and finds no packages there', async () => {
    const before = await readdir(alone);
    expect(before).not.toContain('node_modules');
    await verified(programs[0]!, 'honest.json', '--key', 'log.key');
    expect(await readdir(alone)).toEqual(before);
  });

  it('gives the verdict and the steps of adduce receipt verify --offline', async () => {
    const files = ['honest.json', 'honest.cbor', 'honest.html', 'reply.json', 'proxy.json', 'owner.cbor'];
    const more = ['proxy.html', 'short.html', 'half.cbor', 'flip3.json', 'flip2.html', 'empty.json'];
    for (const keys of [['--key', at('log.key')], []]) {
      const found = await verified(programs[0]!, ...files, ...more, ...keys);
      for (const { file, exit, ok, steps } of found) {
        const args = ['receipt', 'verify', at(file), '--offline', '--json', ...keys];
        const { code, stdout } = await adduce(args, settings);
        const document = JSON.parse(stdout);
        expect({ exit, ok, steps }, file).toEqual({ exit: code, ok: document.ok, steps: document.steps });
      }
    }
  });

  describe.each(programs)('under Node $version', (program) => {
    it('accepts an honest receipt in each form, under the list of keys of the log', async () => {
      for (const form of FORMS) {
        const { code, stdout, stderr } = await verify(program, `honest.${form}`, '--key', 'log.key');
        expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
        expect(stdout).toMatch(/^form +ok /);
        expect(stdout).toMatch(/\ncheckpoint +ok +signed by /);
        expect(stdout).toMatch(/\nreceipt verified\n$/);
        expect(stdout).not.toMatch(/FAILED|not checked/);
      }
    });

    it('says that the signer is not checked where no key is given, and exits 4', async () => {
      for (const file of ['honest.json', 'honest.cbor', 'honest.html', 'reply.json']) {
        const { code, stdout } = await verify(program, file);
        expect(code).toBe(4);
        expect(stdout).toMatch(/\ncheckpoint +not checked +signer not checked/);
        expect(stdout).toMatch(/\nreceipt whole, but its signer was NOT checked: give --key to check it\n$/);
      }
    });

    it('refuses every forged, flipped, cut and lengthened file, and says which step', async () => {
      const found = await verified(program, ...wrong, '--key', 'log.key');
      expect(found.map(({ file }) => file)).toEqual(wrong);
      for (const { file, exit, ok, steps = [] } of found) {
        expect({ exit, ok }, file).toEqual({ exit: 3, ok: false });
        expect(steps.find((one) => !one.ok)?.detail, file).toMatch(/./);
      }
    });

    it('refuses what a forger has made of 274 without a key too, and under the forger’s own', async () => {
      const files = wrong.filter((file) => /^(?:proxy|owner)\./.test(file));
      expect(files).toHaveLength(6);
      for (const keys of [[], ['--key', 'forger.key']]) {
        for (const { file, exit } of await verified(program, ...files, ...keys)) expect(exit, file).toBe(3);
      }
    });

    it('refuses an honest receipt under the key of another log, and names who has signed', async () => {
      const other = verifierText({ name: 'other.example', key: generateKeyPairSync('ed25519').publicKey });
      for (const form of FORMS) {
        const { code, stdout } = await verify(program, `honest.${form}`, '--key', other);
        expect(code).toBe(3);
        expect(stdout).toMatch(/\ncheckpoint +FAILED +.*known here: other\.example\+/);
        expect(stdout).toMatch(/\nreceipt NOT verified\n$/);
      }
    });

    it.each<[string, string, RegExp, (path: string) => Promise<unknown>]>([
      [
        'a file that is not there',
        'absent',
        /absent cannot be read: there is no such file\n$/,
        async () => 0,
      ],
      [
        'a folder',
        'folder',
        /folder cannot be read: it is a folder: name a file in it\n$/,
        (path) => mkdir(path, { recursive: true }),
      ],
      [
        'a gigabyte of nothing',
        'sparse',
        /sparse has more than 67108864 bytes/,
        async (path) => {
          await writeFile(path, '');
          await truncate(path, GIGABYTE);
        },
      ],
      [
        'a name that a terminal would obey',
        'a\u001b[2J\u202eb',
        /^verify\.mjs: a⟨U\+001B⟩\[2J⟨U\+202E⟩b cannot be read/,
        async () => 0,
      ],
    ])('exits 2 for %s, in one line, as the command does', async (_, name, said, make) => {
      await make(at(name));
      const { code, stdout, stderr } = await verify(program, name, '--key', 'log.key');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(said);
      expect(stderr.match(/\n/g)).toHaveLength(1);
      const command = await adduce(['receipt', 'verify', at(name), '--offline'], settings);
      expect(command.code).toBe(2);
    });

    it.each<[string, string[], RegExp]>([
      ['no file', [], /no file is named: node verify\.mjs FILE/],
      ['an option that it does not know', ['honest.json', '--keys', 'x'], /Unknown option '--keys'/],
      ['a key without a value', ['honest.json', '--key'], /'--key <value>' argument missing/],
      ['two keys', ['honest.json', '--key', 'log.key', '--key', 'log.key'], /--key is given twice/],
      ['a key that is neither', ['honest.json', '--key', 'none'], /--key "none" is neither a verifier/],
      ['a folder of keys', ['honest.json', '--key', '.'], /--key "\." is neither a verifier/],
      ['a receipt as key', ['honest.json', '--key', 'honest.json'], /line 1 is no verifier key/],
    ])('exits 2 for %s, in one line', async (_, args, said) => {
      const { code, stdout, stderr } = await verify(program, ...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(said);
      expect(stderr).toMatch(/^verify\.mjs: [^\n]*\n$/);
    });

    it('takes the gravest of several files, and goes on after one that is not there', async () => {
      const exits = async (...files: string[]) => (await verify(program, ...files, '--key', 'log.key')).code;
      expect(await exits('honest.json', 'honest.html')).toBe(0);
      expect(await exits('honest.json', 'none', 'honest.cbor')).toBe(2);
      expect(await exits('none', 'proxy.json', 'honest.cbor')).toBe(3);
      const { stdout, stderr } = await verify(program, 'none', 'honest.json');
      expect(stdout).toMatch(/^honest\.json:\nform +ok /);
      expect(stderr).toBe('verify.mjs: none cannot be read: there is no such file\n');
    });

    it('lets nothing of a file reach the terminal that it would obey', async () => {
      const page = await readFile(at('honest.html'), 'utf8');
      await save('evil.html', page.replace('<article', '<p>\u001b[2J\u009b2J\u202egood</p><article'));
      const plain = await verify(program, 'evil.html');
      expect(plain.code).toBe(3);
      expect(plain.stdout).toContain('⟨U+001B⟩[2J⟨U+009B⟩2J⟨U+202E⟩good');
      const { stdout } = await verify(program, 'evil.html', '--json');
      for (const text of [plain.stdout, stdout]) expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
      expect(stdout).toMatch(/^[\n\x20-\x7e]*$/);
    });

    it('says of a page that names another verify.mjs that it was not checked as a whole', async () => {
      const page = await readFile(at('honest.html'), 'utf8');
      const other = page.replace(/(<code id="verifier">)[0-9a-f]{64}/, `$1${'ab'.repeat(32)}`);
      await save('other.html', other);
      const { code, stdout } = await verify(program, 'other.html', '--key', 'log.key');
      expect(code).toBe(4);
      expect(stdout).toMatch(/^form +not checked +.*not of this version, SHA-256 (?:ab){32}/);
      const command = ['receipt', 'verify', at('other.html'), '--offline', '--key', at('log.key')];
      expect(await adduce(command, settings)).toMatchObject({ code: 4, stdout });
      await save('changed.html', other.replace('</h1>', '!</h1>'));
      expect((await verify(program, 'changed.html', '--key', 'log.key')).code).toBe(3);
    });

    it.skipIf(process.platform === 'win32')('reads a pipe, and no more of it than its bound', async () => {
      expect(
        await inShell(program, 'cat honest.cbor | "$0" verify.mjs /dev/stdin --key log.key'),
      ).toMatchObject({
        code: 0,
      });
      expect(await inShell(program, 'yes | "$0" verify.mjs /dev/stdin')).toEqual({
        code: 2,
        stdout: '',
        stderr: 'verify.mjs: /dev/stdin has more than 67108864 bytes, which is more than is read here\n',
      });
    });

    it('explains itself', async () => {
      const { code, stdout } = await verify(program, '--help');
      expect(code).toBe(0);
      expect(stdout).toMatch(/^node verify\.mjs FILE… \[--key KEYS\] \[--json\]\n/);
    });
  });

  it('verifies under the oldest Node that it is for', async (context) => {
    const oldest = programs.find(({ version }) => version.startsWith('v20.'));
    if (oldest === undefined) return context.skip('node: PATH has no Node 20');
    expect(await verify(oldest, 'honest.html', '--key', 'log.key')).toMatchObject({ code: 0 });
  });
});
