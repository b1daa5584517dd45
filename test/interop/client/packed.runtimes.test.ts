/** The packed client in an empty project, on each runtime that it names, against a real engine. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packClient } from '../../../gateway/client/pack/pack-package.ts';
import { type HttpServer, serve } from '../../../gateway/http/node-http.ts';
import { hangs, type MisbehavingServer, startServer } from '../../gateway/client/misbehaving-server.ts';
import { openRestFixture, QUESTION, type RestFixture } from '../../gateway/rest/rest-fixture.ts';
import { describeRuntimes } from '../../setup/describe-engine.ts';
import { CLIENT_RUNTIMES } from '../../setup/engine.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');
const TIMEOUT_MS = 120_000;
const run = promisify(execFile);

describeRuntimes('the packed client', (runtimes) => {
  let fixture: RestFixture;
  let server: HttpServer;
  let silent: MisbehavingServer;
  let folder: string;
  let tarball: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    fixture = await openRestFixture();
    const onFault = (fault: unknown) => fixture.faults.push(fault);
    server = await serve({ host: '127.0.0.1', port: 0, routes: [], fallback: fixture.rest(), onFault });
    silent = await startServer();
    silent.plan(hangs);
    folder = await mkdtemp(join(tmpdir(), 'adduce-packed-'));
    tarball = await packClient(join(folder, 'packed'));
    const project = join(folder, 'project');
    await cp(join(import.meta.dirname, 'project'), project, { recursive: true });
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    await run('npm', ['install', ...options, tarball], { cwd: project });
    const keys = await (await fetch(`${server.url}/.well-known/adduce-log-keys`)).text();
    env = {
      ...process.env,
      ADDUCE_URL: server.url,
      ADDUCE_LOG_KEYS: keys,
      ADDUCE_LOG_MEMORY: join(folder, 'log.json'),
      NOBODY: 'http://127.0.0.1:9',
      SILENT: silent.url,
      Q: QUESTION,
    };
  }, TIMEOUT_MS);

  afterAll(async () => {
    await silent[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await fixture[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the script prints. */
  async function runScript(runtime: (typeof CLIENT_RUNTIMES)[number], script: string): Promise<string> {
    const [program = '', ...options] = runtimes().commands[runtime];
    const cwd = join(folder, 'project');
    const { stdout } = await run(program, [...options, script], { cwd, env, timeout: TIMEOUT_MS });
    return stdout.trim();
  }

  it.each(CLIENT_RUNTIMES)(
    'asks, verifies and fails as it should on %s',
    async (runtime) => {
      expect(JSON.parse(await runScript(runtime, 'session.mjs'))).toEqual({
        session: 's_',
        summary: expect.stringContaining('212'),
        entries: 2,
        sameHash: true,
        file: true,
        forged: 'client:receipt_summary_differs',
        missing: 'missing:answer',
        away: 'client:unreachable',
        late: 'client:timeout',
        circuit: 'closed',
      });
    },
    TIMEOUT_MS,
  );

  it.each(['Node 20', 'Deno', 'Bun'] as const)(
    'does what its README says on %s',
    async (runtime) => {
      const readme = await readFile(join(folder, 'packed/package/README.md'), 'utf8');
      const examples = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, code = '']) => code);
      expect(examples).toHaveLength(3);
      const said: string[] = [];
      for (const [at, code] of examples.entries()) {
        const script = `example-${at}.mjs`;
        const asked = code.replaceAll('How many moons does Saturn have?', QUESTION);
        await writeFile(join(folder, 'project', script), asked);
        said.push(await runScript(runtime, script));
      }
      expect(said[0]).toMatch(/212 metres deep.*\nrc_\w+: entry \d+ of the log$/s);
      expect(said[1]).toMatch(/^\d+ entries verified$/);
      expect(said[2]).toBe('400 BadRequest invalid:corpus_unknown');
    },
    TIMEOUT_MS,
  );

  it('has types that a strict compiler takes, libraries included', async () => {
    const project = join(folder, 'project');
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2022',
          strict: true,
          noEmit: true,
          types: ['node'],
          typeRoots: [join(ROOT, 'node_modules/@types')],
        },
        files: ['typed.ts'],
      }),
    );
    const compiler = join(ROOT, 'node_modules/.bin/tsc');
    const { stdout } = await run(compiler, ['-p', project]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('holds the files that it needs, its licence and its README', async () => {
    const packed = join(folder, 'packed/package');
    const top = (await readdir(packed)).toSorted();
    expect(top).toEqual(['LICENSE', 'README.md', 'lib', 'package.json']);
    const files = await readdir(join(packed, 'lib'), { recursive: true, withFileTypes: true });
    const names = files.filter((one) => one.isFile()).map(({ name }) => name);
    expect(names.filter((name) => !/\.(?:js|d\.ts)$/.test(name))).toEqual([]);
    // What selects an evidence set stays in the engine.
    expect(names).not.toContain('choose-evidence-set.js');
    expect(basename(tarball)).toBe('adduce-client-0.1.0.tgz');
  });
});
