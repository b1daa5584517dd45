import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFiles, readSource, type UnreadFile } from '../../../bin/cli/source-files.ts';
import type { SourceFile } from '../../../engine/ingest/ingest.ts';
import { MAX_FILE_BYTES } from '../../../engine/ingest/readers/read-document.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-files-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('findFiles', () => {
  it('takes the documents of a folder by name, those of its folders among them', async () => {
    await write('b.md', 'a.jsonl', 'deep/er/c.html', 'z.txt');
    expect(await names([folder])).toEqual(['a.jsonl', 'b.md', 'deep/er/c.html', 'z.txt']);
  });

  it('leaves out packages and hidden entries, but not a README, nor what no reader knows: that is refused by name', async () => {
    await write('README.md', '.draft.md', '.git/x.md', 'node_modules/x/README.md', 'photo.png', 'a.md');
    expect(await names([folder])).toEqual(['README.md', 'a.md', 'photo.png']);
  });

  it('takes a file that is named, whatever it is called', async () => {
    await write('.draft.md', 'photo.png');
    expect(await names([join(folder, '.draft.md'), join(folder, 'photo.png')])).toEqual([
      '.draft.md',
      'photo.png',
    ]);
  });

  it.skipIf(process.platform === 'win32')('does not follow links out of the folder', async () => {
    await write('in/a.md', 'out/b.md');
    await symlink(join(folder, 'out'), join(folder, 'in', 'out'));
    await symlink(join(folder, 'out', 'b.md'), join(folder, 'in', 'b.md'));
    expect(await names([join(folder, 'in')])).toEqual(['a.md']);
  });

  it('names the path where nothing is', async () => {
    await expect(findFiles([join(folder, 'none.md')])).rejects.toThrow(/none\.md: there is no such/);
  });

  it('gives what lies below an owner’s file the ids of that owner, and nothing else', async () => {
    await write('mine.md', 'up/reader-ada/a.md', 'up/reader-ada/deep/b.md', 'z.md');
    await writeFile(join(folder, 'up', '.adduce-owner'), 'reader-ada\n');
    // The outermost one counts.
    await writeFile(join(folder, 'up', 'reader-ada', 'deep', '.adduce-owner'), 'reader-bob\n');
    const of = async (path: string) =>
      (await findFiles([path])).map(({ name, idPrefix }) => [name, idPrefix]);
    expect(await of(folder)).toEqual([
      ['mine.md', undefined],
      ['up/reader-ada/a.md', 'reader-ada/'],
      ['up/reader-ada/deep/b.md', 'reader-ada/'],
      ['z.md', undefined],
    ]);
    expect(await of(join(folder, 'up'))).toEqual([
      ['reader-ada/a.md', 'reader-ada/'],
      ['reader-ada/deep/b.md', 'reader-ada/'],
    ]);
  });

  it.each(['', '\n', 'a/b\n', '../b\n', 'Ada\n', 'a\nb\n', `${'a'.repeat(101)}\n`])(
    'reads nothing of a folder whose owner’s file says %j',
    async (text) => {
      await write('a.md');
      await writeFile(join(folder, '.adduce-owner'), text);
      await expect(findFiles([folder])).rejects.toThrow(/\.adduce-owner does not name an owner/);
    },
  );

  it('reads nothing of a folder whose owner’s file is none', async () => {
    await write('a.md', '.adduce-owner/a.md');
    await expect(findFiles([folder])).rejects.toThrow(/EISDIR/);
  });

  it('refuses a folder that is nested deeper than its bound, and takes one that is not', async () => {
    const levels = (count: number) => Array.from({ length: count }, () => 'd').join('/');
    await write(`${levels(32)}/a.md`);
    expect(await names([folder])).toHaveLength(1);
    await write(`${levels(33)}/b.md`);
    await expect(findFiles([folder])).rejects.toThrow(/deeper than 32/);
  });
});

describe('readSource', () => {
  it('skips and reports a file that has gone or is too large', async () => {
    await write('a.md', 'big.md', 'c.md', 'gone.md');
    await truncate(join(folder, 'big.md'), MAX_FILE_BYTES + 1);
    const files = await findFiles([folder]);
    await rm(join(folder, 'gone.md'));
    const unread: UnreadFile[] = [];
    const read = await namesRead(readSource(files, (file) => unread.push(file)));
    expect(read).toEqual(['a.md', 'c.md']);
    expect(unread.map(({ name }) => name)).toEqual(['big.md', 'gone.md']);
  });

  it('does not open what no reader knows', async () => {
    await write('photo.png');
    await truncate(join(folder, 'photo.png'), MAX_FILE_BYTES + 1);
    const found: SourceFile[] = [];
    for await (const file of readSource(await findFiles([folder]), () => undefined)) found.push(file);
    const [file] = found;
    expect(file).toEqual({ name: 'photo.png', bytes: new Uint8Array() });
  });

  it('ends with the reason of its signal', async () => {
    await write('a.md');
    const ending = AbortSignal.abort(new Error('closing'));
    const reading = namesRead(readSource(await findFiles([folder]), () => undefined, ending));
    await expect(reading).rejects.toThrow('closing');
  });
});

async function write(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), 'text');
  }
}

async function names(paths: readonly string[]): Promise<string[]> {
  return (await findFiles(paths)).map(({ name }) => name);
}

async function namesRead(files: AsyncIterable<SourceFile>): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of files) found.push(name);
  return found;
}
