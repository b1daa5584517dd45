import { appendFile, copyFile, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { NoteFile } from '../../../graph/note-file/note-file.ts';
import { lineOf, noteOfLine } from '../../../graph/note-file/note-line.ts';
import { StoreCorrupted, StoreUnavailable } from '../../../graph/store/store.ts';
import { SmallDisk, whyNoSmallDisk } from '../../setup/small-disk.ts';
import { testFolder } from '../embedded/folder.ts';

let path: string;

beforeEach(async () => {
  path = join(await testFolder(), 'log.notes');
});

const newest = (file: NoteFile) => file.exclusive(async (held) => held.newest);
const append = (file: NoteFile, note: string) => file.exclusive((held) => held.append(note));

describe('a line of the file of notes', () => {
  it('gives back every note, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (note) => {
        const line = lineOf(note);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(noteOfLine(line.slice(0, -1))).toBe(note);
      }),
    );
  });

  it('is none with one character changed, left out or added', () => {
    const line = lineOf('origin\n7\nroot\n').slice(0, -1);
    fc.assert(
      fc.property(fc.nat(line.length - 1), fc.string({ minLength: 0, maxLength: 2 }), (at, put) => {
        fc.pre(put !== line[at]);
        expect(noteOfLine(line.slice(0, at) + put + line.slice(at + 1))).toBeNull();
      }),
    );
  });
});

describe('the file of notes', () => {
  it('has none at first, and then the one that was appended last, for every reader', async () => {
    const file = new NoteFile(path);
    expect(await newest(file)).toBeNull();
    for (const note of ['a', 'b\nc', 'd']) {
      await append(file, note);
      expect([await newest(file), await newest(new NoteFile(path))]).toEqual([note, note]);
    }
  });

  it('finds the last of more notes than it reads at once', async () => {
    const file = new NoteFile(path);
    for (let n = 0; n < 400; n += 1) await append(file, `${n}`.padStart(300, '.'));
    expect((await stat(path)).size).toBeGreaterThan(100_000);
    expect(await newest(new NoteFile(path))).toMatch(/\.399$/);
  });

  it('drops what a crash has left of a line, at whatever byte it broke off', async () => {
    const torn = lineOf('the second');
    for (let bytes = 1; bytes < torn.length - 1; bytes += 1) {
      await writeFile(path, lineOf('the first') + torn.slice(0, bytes));
      const file = new NoteFile(path);
      expect(await newest(file)).toBe('the first');
      expect(await readFile(path, 'utf8')).toBe(lineOf('the first'));
      await append(file, 'the third');
      expect(await newest(new NoteFile(path))).toBe('the third');
    }
  });

  it('keeps a last line that lacks its end only: its note may have been on disk', async () => {
    await writeFile(path, lineOf('the first') + lineOf('the second').slice(0, -1));
    expect(await newest(new NoteFile(path))).toBe('the second');
    expect(await readFile(path, 'utf8')).toBe(lineOf('the first') + lineOf('the second'));
  });

  it('drops a first line that a crash has torn, and is empty', async () => {
    await writeFile(path, lineOf('the first').slice(0, 12));
    expect(await newest(new NoteFile(path))).toBeNull();
  });

  it.each([
    ['a digit of its checksum', (text: string) => text.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))],
    ['a letter of its note', (text: string) => text.replace('first', 'worst')],
    ['zeros in place of it', (text: string) => `${'\0'.repeat(text.length - 1)}\n`],
  ])('refuses a whole last line with %s', async (_what, damage) => {
    await writeFile(path, damage(lineOf('the first')));
    await expect(newest(new NoteFile(path))).rejects.toThrow(StoreCorrupted);
  });

  it('refuses a file that was cut, replaced or removed while it was used', async () => {
    const file = new NoteFile(path);
    await append(file, 'the first');
    await append(file, 'the second');
    await copyFile(path, `${path}.copy`);
    await truncate(path, lineOf('the first').length);
    await expect(append(file, 'x')).rejects.toThrow(/was cut from/);
    await rename(`${path}.copy`, path);
    await expect(append(file, 'x')).rejects.toThrow(/was replaced/);
    await rm(path);
    await expect(append(file, 'x')).rejects.toThrow(/is gone/);
  });

  it('reads what another process has appended', async () => {
    const [one, other] = [new NoteFile(path), new NoteFile(path)];
    await append(one, 'a');
    await append(other, 'b');
    expect(await newest(one)).toBe('b');
    await appendFile(path, lineOf('c').slice(0, 5));
    expect([await newest(one), await newest(other)]).toEqual(['b', 'b']);
  });

  it('lets one in after the other, also across files of the same path', async () => {
    const files = [new NoteFile(path), new NoteFile(path), new NoteFile(path)];
    let inside = 0;
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        files[n % 3]!.exclusive(async ({ newest: last, append: add }) => {
          inside += 1;
          expect(inside).toBe(1);
          await add(String(Number(last ?? 0) + 1));
          inside -= 1;
        }),
      ),
    );
    expect(await newest(new NoteFile(path))).toBe('30');
  });

  it('gives up waiting for who holds it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const held = new NoteFile(path).exclusive(() => {
      entered.resolve();
      return promise;
    });
    await entered.promise;
    await expect(newest(new NoteFile(path, 50))).rejects.toThrow(StoreUnavailable);
    resolve();
    await held;
    expect(await newest(new NoteFile(path, 50))).toBeNull();
  });

  it('is unavailable where it cannot be made', async () => {
    await writeFile(path, '');
    await expect(newest(new NoteFile(join(path, 'log.notes')))).rejects.toThrow(StoreUnavailable);
  });
});

const reason = whyNoSmallDisk();

describe.skipIf(reason !== null)(
  `the file of notes on a full disk${reason === null ? '' : ` (${reason})`}`,
  () => {
    it('refuses a note, leaves the file as it was, and takes notes again once there is room', async () => {
      await using disk = await SmallDisk.mount(1024 * 1024);
      const at = join(disk.folder, 'log.notes');
      const file = new NoteFile(at);
      await append(file, 'the first');
      const before = await readFile(at, 'utf8');
      await disk.fill();
      const long = 'x'.repeat(20_000);
      await expect(append(file, long)).rejects.toThrow(StoreUnavailable);
      expect(await readFile(at, 'utf8')).toBe(before);
      expect(await newest(file)).toBe('the first');
      await disk.clear();
      await append(file, long);
      expect(await newest(new NoteFile(at))).toBe(long);
    });
  },
);
