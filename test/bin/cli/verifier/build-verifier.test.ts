import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildVerifier } from '../../../../bin/cli/verifier/build-verifier.ts';
import { sha256Hex } from '../../../../graph/digest.ts';
import { NAMING, namedIn } from './named-digest.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const SOURCES = ['graph', 'engine', 'gateway', 'bin', 'package.json', 'package-lock.json', 'tsconfig.json'];
const SAY =
  "process.stdout.write(await (await import('./bin/cli/verifier/build-verifier.ts')).buildVerifier())";

const text = await buildVerifier();

/** As a checkout on Windows may have them. */
async function withReturns(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.ts')) continue;
    const source = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), source.replaceAll('\n', '\r\n'));
  }
}

describe('verify.mjs', () => {
  it.each(NAMING)('has the SHA-256 that %s names (npm run describe writes it anew)', async (file) => {
    expect(namedIn(await readFile(file, 'utf8'))).toBe(sha256Hex(new TextEncoder().encode(text)));
  });

  it('comes out alike from another folder, with its packages elsewhere and other ends of lines', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'adduce-copy-'));
    try {
      for (const name of SOURCES) {
        const filter = (path: string) => !path.endsWith('/dist');
        await cp(join(ROOT, name), join(folder, name), { recursive: true, filter });
      }
      for (const name of ['bin/cli/verifier', 'engine/receipt', 'gateway/receipt-page']) {
        await withReturns(join(folder, name));
      }
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      const options = { cwd: folder, maxBuffer: 2 ** 24 };
      const other = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SAY], options);
      expect(other.stdout).toBe(text);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('imports modules of Node and nothing else, none of them for a network', () => {
    const imported = [...text.matchAll(/^\s*import\b[^"']*["']([^"']+)["']/gm)].map(([, name]) => name ?? '');
    expect(imported.length).toBeGreaterThan(2);
    for (const name of imported) expect(builtinModules).toContain(name.replace(/^node:/, ''));
    expect(imported.filter((name) => /http|net|tls|dgram|dns|child|worker|inspector/.test(name))).toEqual([]);
    expect(text).not.toMatch(/\bimport\(|\brequire\(|\bfetch\(|\bWebSocket\b|\beval\(|new Function\b/);
  });

  it('names no folder of the machine that built it, and has no other ends of lines', () => {
    expect(text).not.toContain(ROOT);
    expect(text).not.toMatch(/node_modules\/|\r/);
  });

  it('can be read: its functions have their names and their comments', () => {
    expect(text).toContain('function verifyOffline(view, keys) {');
    expect(text).toMatch(/^\/\/ engine\/receipt\/verify-receipt\.ts$/m);
    expect(text).toContain('Verifies a receipt as it was downloaded, from itself alone.');
  });
});
