import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TarError, tarFiles } from '../../../../bin/cli/models/tar-files.ts';
import { tar, tarHeader } from './archives.ts';

describe('tarFiles', () => {
  it('reads what the tar of this machine writes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'adduce-tar-'));
    mkdirSync(join(folder, 'addon'));
    writeFileSync(join(folder, 'addon', 'a.txt'), 'first');
    writeFileSync(join(folder, 'addon', 'b.bin'), Buffer.alloc(2_000, 7));
    execFileSync('tar', ['cf', 'x.tar', 'addon'], { cwd: folder });
    const archive = execFileSync('cat', [join(folder, 'x.tar')], { maxBuffer: 1 << 20 });
    rmSync(folder, { recursive: true });
    const files = tarFiles(archive);
    expect([...files.keys()].toSorted()).toEqual(['addon/a.txt', 'addon/b.bin']);
    expect(files.get('addon/a.txt')?.toString()).toBe('first');
    expect(files.get('addon/b.bin')).toHaveLength(2_000);
  });

  it('gives any files back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 1_100 }), { minLength: 1, maxLength: 5 }),
        (contents) => {
          const files = Object.fromEntries(contents.map((bytes, at) => [`f${at}`, Buffer.from(bytes)]));
          expect(Object.fromEntries(tarFiles(tar(files)))).toEqual(files);
        },
      ),
    );
  });

  it('ignores folders and links', () => {
    const link = tarHeader('model.onnx', 0, '2');
    const archive = Buffer.concat([link, tar({ 'a/': Buffer.alloc(0), 'a/b': Buffer.from('x') })]);
    expect([...tarFiles(archive).keys()]).toEqual(['a/b']);
  });

  const whole = tar({ a: Buffer.alloc(600, 'x') });
  const damaged = Buffer.from(whole);
  damaged.write('b', 0);
  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['what is no archive', Buffer.alloc(2_000, 'a')],
    ['a header that was changed', damaged],
    ['an archive that ends within a file', whole.subarray(0, 900)],
    ['a size that is no number', tarHeader('a', Number.NaN, '0')],
    [
      'more entries than it reads',
      Buffer.concat(Array.from({ length: 1_001 }, () => tarHeader('a', 0, '5'))),
    ],
  ])('refuses %s', (_, archive) => {
    expect(() => tarFiles(archive)).toThrow(TarError);
  });
});
