import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCorpusPath } from '../../eval/corpus-path.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-corpus-path-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const unread = () => undefined;

describe('a corpus that is named', () => {
  it('may be lines, gzip or not, whose texts keep their markup and whose dates are instants', async () => {
    const line = JSON.stringify({ id: 'a', title: 'A', text: '**Bold**', observed_at: '2024-05-01' });
    await writeFile(join(folder, 'docs.gz'), gzipSync(`${line}\n{"id":"b","text":"plain"}`));
    const { documents, files } = await readCorpusPath(join(folder, 'docs.gz'), unread);
    expect(documents).toEqual([
      { id: 'a', title: 'A', text: '**Bold**', observedAt: '2024-05-01T00:00:00.000Z' },
      { id: 'b', title: '', text: 'plain', observedAt: null },
    ]);
    expect(files).toHaveLength(1);
  });

  it('may be a folder, whose files are named and dated as the ingest reads them', async () => {
    await mkdir(join(folder, 'sub'));
    const front = '---\nid: own\nobserved_at: 2024-05-01T09:00:00Z\n---\n';
    await writeFile(join(folder, 'sub', 'a.md'), `${front}# Head\n\nA *line*.\n`);
    await writeFile(join(folder, 'b.txt'), 'Words alone.');
    await writeFile(join(folder, 'c.bin'), 'nothing that is read');
    const { documents } = await readCorpusPath(folder, unread);
    expect(documents).toEqual([
      { id: 'b.txt', title: 'b.txt', text: 'Words alone.', observedAt: null },
      { id: 'own', title: 'Head', text: '# Head\n\nA *line*.\n', observedAt: '2024-05-01T09:00:00.000Z' },
    ]);
  });

  it('has the files alone that its manifest names, where it has one', async () => {
    await writeFile(join(folder, 'a.txt'), 'Words alone.');
    await writeFile(join(folder, 'b.txt'), 'Not named.');
    await writeFile(join(folder, 'manifest.jsonl'), '{"id":"a.txt","title":"A","observed_at":"2024-05-01"}');
    const { documents, files } = await readCorpusPath(folder, unread);
    const observedAt = '2024-05-01T00:00:00.000Z';
    expect(documents).toEqual([{ id: 'a.txt', title: 'A', text: 'Words alone.', observedAt }]);
    expect(files.map(({ name }) => name)).toEqual(['a.txt']);
  });

  it('is refused where there is none', async () => {
    await expect(readCorpusPath(join(folder, 'absent'), unread)).rejects.toThrow('cannot be read');
  });
});
