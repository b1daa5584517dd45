import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

/** Makes the Node that loads it look like version 20, which cannot read TypeScript. */
const PRETEND_NODE_20 = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.9.0' } });
Object.defineProperty(process, 'version', { value: 'v20.9.0' });`;

/** A command line that shows which arguments and signals reach it. */
const COMMANDS = `export async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes('wait')) {
    process.on('SIGTERM', () => process.exit(7));
    setInterval(() => {}, 1_000);
  }
  console.log(argv.slice(2).join(' '));
  if (argv.includes('fail')) process.exit(3);
}`;

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

let clone: string;

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'adduce-bin-'));
  await mkdir(join(clone, 'bin', 'cli'), { recursive: true });
  for (const file of ['adduce.ts', 'package.json', 'cli/package.json']) {
    await cp(join(root, 'bin', file), join(clone, 'bin', file));
  }
  await writeFile(join(clone, 'bin', 'cli', 'main.ts'), COMMANDS);
  await writeFile(join(clone, 'node-20.cjs'), PRETEND_NODE_20);
});

afterEach(() => rm(clone, { recursive: true, force: true }));

describe('the adduce command', () => {
  it('is a script that a Node without type stripping can read', async () => {
    const source = await readFile(join(root, 'bin', 'adduce.ts'), 'utf8');
    expect(() => new Script(source)).not.toThrow();
  });

  it('says in one line what to do on an old Node where no other is installed', async () => {
    const { code, stdout, stderr } = await runOnNode20(['ask']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^adduce needs Node 24 or newer and this is v20\.9\.0: .*\n$/);
  });

  it('runs its commands directly on a Node that is new enough', async () => {
    expect(await run(['--json', 'ask'])).toEqual({ code: 0, stdout: '--json ask\n', stderr: '' });
  });

  it.skipIf(process.platform === 'win32')('is found and may be run by npx in a clone', async () => {
    await cp(join(root, 'package.json'), join(clone, 'package.json'));
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const ended = await execute('npx', ['--no-install', 'adduce', '--json', 'ask'], { PATH: path });
    expect(ended).toMatchObject({ code: 0, stdout: '--json ask\n' });
    // npm lends the right to run to what it finds without; a shell does not.
    expect((await stat(join(root, 'bin', 'adduce.ts'))).mode & 0o100).toBe(0o100);
  });

  describe.skipIf(process.platform === 'win32')('on an old Node beside an installed one', () => {
    beforeEach(async () => {
      const installed = join(
        clone,
        'node_modules',
        `node-${process.platform}-${process.arch}`,
        'bin',
        'node',
      );
      await mkdir(dirname(installed), { recursive: true });
      await symlink(process.execPath, installed);
    });

    it('hands the same arguments over', async () => {
      expect(await runOnNode20(['--json', 'a b'])).toEqual({ code: 0, stdout: '--json a b\n', stderr: '' });
    });

    it('ends with the same exit status', async () => {
      expect(await runOnNode20(['fail'])).toMatchObject({ code: 3 });
    });

    it('passes on the signal that asks it to end', async () => {
      const child = spawn(process.execPath, node20(['wait']), {
        cwd: clone,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([7, null]);
    });
  });
});

function node20(args: readonly string[]): string[] {
  return ['--require', './node-20.cjs', 'bin/adduce.ts', ...args];
}

function runOnNode20(args: readonly string[]): Promise<Ended> {
  return execute(process.execPath, node20(args));
}

function run(args: readonly string[]): Promise<Ended> {
  return execute(process.execPath, ['bin/adduce.ts', ...args]);
}

function execute(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((settle) => {
    const options = { cwd: clone, env: { ...process.env, ...environment } };
    const child = execFile(program, args, options, (_error, stdout, stderr) => {
      settle({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}
