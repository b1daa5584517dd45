import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFile as readDocuments } from '../../engine/ingest/readers/read-file.ts';
import { findCorpora, type GoldenCorpus } from '../../eval/corpora-of.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-corpora-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The ids under which the ingest's readers see the documents. */
function readIds({ files }: GoldenCorpus): string[] {
  return files.flatMap(({ name, bytes }) => {
    return [...readDocuments(name, bytes)].flatMap((read) => (read.ok ? [read.document.docId] : []));
  });
}

async function realFolder(manifest: readonly object[], files: Readonly<Record<string, string>>) {
  const real = join(folder, 'realistic', 'real');
  await mkdir(real, { recursive: true });
  await writeFile(join(real, 'manifest.jsonl'), manifest.map((one) => JSON.stringify(one)).join('\n'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(real, name), text);
  await writeFile(`${real}.golden.json`, '[{"q":"a?","as_of":null,"want":["b"],"never":[]}]');
}

describe('the corpora with golden questions', () => {
  it('have names of their own, and documents that the ingest reads under the ids that evidence names', async () => {
    const { corpora } = await findCorpora(['short', 'demo', 'realistic', 'first', 'older'], folder);
    expect(new Set(corpora.map(({ name }) => name)).size).toBe(corpora.length);
    expect(corpora.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['c', 'd', 'demo', 'i', 'j', 'k', 'first/i', 'older/i']),
    );
    for (const corpus of corpora) {
      const ids = corpus.documents.map(({ id }) => id);
      expect(readIds(corpus), corpus.name).toEqual(ids);
      const named = corpus.questions
        .flatMap(({ evidence }) => evidence ?? [])
        .map(({ document }) => document);
      expect(
        named.filter((id) => !ids.includes(id)),
        corpus.name,
      ).toEqual([]);
      expect(corpus.questions.length, corpus.name).toBeGreaterThanOrEqual(corpus.group === 'first' ? 9 : 26);
    }
  });

  it('name the fragment of the source that an answer rests on', async () => {
    const { corpora } = await findCorpora(['realistic', 'first'], folder);
    for (const { group, documents, questions } of corpora) {
      const texts = new Map(documents.map(({ id, text }) => [id, text]));
      const evidence = questions.flatMap((question) => question.evidence ?? []);
      expect(evidence.length).toBeGreaterThanOrEqual(group === 'first' ? 6 : 39);
      for (const { document, fragment } of evidence) expect(texts.get(document)).toContain(fragment);
    }
  });

  it('tell conflicts, changes and near conflicts apart where their files do', async () => {
    const { corpora } = await findCorpora(['realistic', 'older', 'demo'], folder);
    const relations = (name: string) => {
      const pairs = corpora.find((one) => one.name === name)?.pairs ?? [];
      return [...new Set(pairs.map(({ relation }) => relation))];
    };
    expect(relations('i')).toEqual(['conflict', 'change', 'near']);
    expect(relations('older/i')).toEqual(['conflict_or_change']);
    expect(corpora.find(({ name }) => name === 'demo')?.pairs).toBeNull();
  });

  it('of data that is not here are named as missing', async () => {
    const { corpora, missing } = await findCorpora(['real', 'squad', 'first'], folder);
    expect(missing.map(({ name }) => name)).toEqual(['real', 'squad', 'first/real', 'first/squad']);
    expect(corpora.map(({ group }) => group)).not.toContain('real');
    expect(corpora.map(({ name }) => name)).toEqual(expect.arrayContaining(['first/i', 'first/older/ga']));
    expect(missing[0]?.reason).toContain(folder);
  });

  it('take dates and publishers of Markdown from the manifest, in place of its own front matter', async () => {
    const stated = {
      domain: 'a.example',
      licence: 'MIT',
      published: '2024-01-02',
      observed_at: '2024-01-03T09:00:00Z',
    };
    await realFolder([{ id: 'Readme.md', title: 'It: "all"', ...stated }], {
      'Readme.md': '---\ntitle: Other\ndate: 2020-01-01\n---\n\n# Head\n\nOne line.\n',
    });
    const [corpus] = (await findCorpora(['real'], folder)).corpora;
    const [file] = corpus?.files ?? [];
    const [read] = [...readDocuments(file?.name ?? '', file?.bytes ?? new Uint8Array())];
    expect(read).toMatchObject({
      ok: true,
      document: {
        docId: 'Readme.md',
        title: 'It: "all"',
        domain: 'a.example',
        observedAt: '2024-01-03T09:00:00.000Z',
      },
    });
    expect(corpus?.documents[0]?.text.trim()).toBe('# Head\n\nOne line.');
  });

  it('refuse a manifest that names a file outside its folder, or none', async () => {
    await realFolder([{ id: '../outside.md' }], {});
    await writeFile(join(folder, 'realistic', 'outside.md'), 'Secret.');
    await expect(findCorpora(['real'], folder)).rejects.toThrow('line 1: the id leaves the folder');
    await realFolder([{ id: 'absent.md' }], {});
    await expect(findCorpora(['real'], folder)).rejects.toThrow('line 1: ENOENT');
  });
});
