import { mkdir, readdir, utimes } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADD_DOCUMENTS, MAKE_CORPORA } from '../../bff/features.ts';
import { ingestSource } from '../../bin/cli/ingest-source.ts';
import { pathsOf } from '../../bin/cli/sources.ts';
import { readRange } from '../../graph/store/ranges.ts';
import { ingestInto, jsonLines } from '../engine/documents.ts';
import { TestClock } from '../engine/test-engine.ts';
import { eventually } from '../eventually.ts';
import { type Reply, type Visitor, visitor } from './browser.ts';
import { dataFolder, ingestMoons, startWholeServer, type WholeServer } from './whole-server.ts';

const MIB = 1_048_576;
const FACT = 'Titan is the largest moon of Saturn.';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;
let reader: Visitor;

beforeAll(async () => {
  folder = await dataFolder();
  const features = [ADD_DOCUMENTS, MAKE_CORPORA];
  server = await startWholeServer({ folder: folder.path, bff: { features } });
  await ingestMoons(server.engine);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
beforeEach(async () => {
  reader = visitor(server.url);
  // A session.
  await reader.send('GET', '/api/uploads');
});

async function begins(corpus = 'sky', by = reader): Promise<string> {
  const { status, body } = await by.send('POST', '/api/uploads', { corpus });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.id;
}

async function sends(id: string, name: string, content: string | Uint8Array, by = reader): Promise<Reply> {
  const response = await fetch(`${server.url}/api/uploads/${id}/files?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: { origin: server.url, cookie: by.cookie ?? '' },
    body: content as BodyInit,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function reads(id: string, by = reader) {
  const started = await by.send('POST', `/api/uploads/${id}`);
  expect(started.status).toBe(202);
  return eventually(async () => {
    const { body } = await by.send('GET', `/api/uploads/${id}`);
    expect(['done', 'failed', 'cancelled']).toContain(body.state);
    return body;
  });
}

/** Ids of all versions. */
async function idsOf(corpus: string): Promise<string[]> {
  const all = await readRange(server.engine.store, 'artefacts', { corpus, after: -1 }, { limit: 100 });
  return all.map(({ record }) => record.doc_id);
}

/** Every source of the log, as after a change of each: their states are lost. */
async function observesAgain(): Promise<void> {
  const { store } = server.engine;
  for (const { entry } of await store.entries({ after: -1, limit: 1_000, types: ['corpus.observed'] })) {
    const { body, corpus } = entry;
    if (body.type !== 'corpus.observed' || corpus !== 'ids' || !body.source.startsWith('/')) continue;
    const source = { corpus, name: body.source, paths: pathsOf(body.source) };
    await ingestSource(server.engine, source, { onProgress: () => undefined });
  }
}

const left = () => readdir(join(folder.path, 'uploads'));
const size = async () => (await server.engine.store.head()).size;

describe('documents that a visitor adds', () => {
  it('are read, asked, and counted', async () => {
    const id = await begins('titans');
    expect((await sends(id, 'moons/titan.md', `# Titan\n\n${FACT}\n`)).body).toMatchObject({
      name: 'moons/titan.md',
    });
    expect(await reads(id)).toMatchObject({
      state: 'done',
      report: { added: 1, changed: 0, unchanged: 0, skipped: [], skipped_count: 0 },
    });
    const { body: corpora } = await reader.send('GET', '/api/trpc/views.corpora');
    expect(corpora.result.data).toContainEqual(
      expect.objectContaining({ name: 'titans', documents: 1, languages: ['en'] }),
    );
    const q = 'What is the largest moon of Saturn?';
    const { body } = await reader.send('POST', '/api/answers?corpus=titans', { q });
    expect(body.summary).toContain('Titan');
    expect(await left()).toEqual([]);
  });

  it('name the languages of their corpus, the commonest first', async () => {
    const id = await begins('lenguas');
    const languages = ['es', 'es', 'de', 'de', 'de', 'fr', 'en', 'es', 'es'];
    for (const [n, lang] of languages.entries()) {
      await sends(id, `${n}.md`, `---\nlang: ${lang}\n---\nTitan ${n} 2025.\n`);
    }
    expect(await reads(id)).toMatchObject({ report: { added: languages.length } });
    const { body } = await reader.send('GET', '/api/trpc/views.corpora');
    const { languages: found } = body.result.data.find((one: { name: string }) => one.name === 'lenguas');
    expect(found).toHaveLength(3);
    expect(found.slice(0, 2)).toEqual(['es', 'de']);
  });

  it('twice add nothing, and changed are a new version', async () => {
    const add = async (text: string) => {
      const id = await begins();
      await sends(id, 'twice.txt', text);
      return (await reads(id)).report;
    };
    expect(await add('Rhea has 1 ring.')).toMatchObject({ added: 1 });
    expect(await add('Rhea has 1 ring.')).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(await add('Rhea has 2 rings.')).toMatchObject({ added: 0, changed: 1 });
  });

  it('of two visitors never are versions of each other', async () => {
    const other = visitor(server.url);
    await other.send('GET', '/api/uploads');
    for (const [by, text] of [
      [reader, 'Mimas has 130 craters.'],
      [other, 'Mimas has 131 craters.'],
    ] as const) {
      const id = await begins('sky', by);
      await sends(id, 'notes.md', text, by);
      expect((await reads(id, by)).report).toMatchObject({ added: 1, changed: 0 });
    }
  });

  it('have ids of their visitor, whatever ids they state, also when they are observed again', async () => {
    const mallory = visitor(server.url);
    await mallory.send('GET', '/api/uploads');
    const adds = async (by: Visitor, files: Readonly<Record<string, string>>) => {
      const id = await begins('ids', by);
      for (const [name, text] of Object.entries(files)) {
        expect((await sends(id, name, text, by)).status).toBe(201);
      }
      return (await reads(id, by)).report;
    };
    const day = '2026-09-28';
    const charter = { id: 'charter', text: 'Pan has 1 ridge.', domain: 'a.example', day };
    await ingestInto(server.engine, 'ids', [jsonLines([charter])]);
    expect(await adds(reader, { 'law.md': '---\nid: law\n---\nAtlas has 1 equator.\n' })).toMatchObject({
      added: 1,
    });
    const [own = ''] = (await idsOf('ids')).filter((id) => id.endsWith('/law'));
    expect(own).toMatch(/^reader-[0-9a-f]{16}\/law$/);
    const forged = await adds(mallory, {
      'a.md': '---\nid: charter\n---\nPan has 20 ridges.\n',
      'b.md': `---\nid: ${own}\n---\nAtlas has 20 equators.\n`,
      'c.jsonl': '{"id": "law", "text": "Atlas has 30 equators."}\n',
      'd.html':
        '<html><head><meta name="id" content="charter"></head><body><p>Pan has 40 ridges.</p></body></html>',
    });
    expect(forged).toMatchObject({ added: 4, changed: 0, unchanged: 0 });
    const ids = await idsOf('ids');
    const theirs = ids.filter((id) => id !== 'charter' && id !== own);
    expect(new Set(theirs.map((id) => id.split('/', 1)[0])).size).toBe(1);
    expect(theirs).toHaveLength(4);
    expect([ids.filter((id) => id === 'charter'), ids.filter((id) => id === own)]).toEqual([
      ['charter'],
      [own],
    ]);
    await observesAgain();
    expect(await idsOf('ids')).toEqual(ids);
  });

  it('that readers refuse are named, with why, and the others are taken', async () => {
    const id = await begins();
    const files: [string, string | Uint8Array][] = [
      ['binary.txt', new Uint8Array([0x50, 0x4b, 0, 0, 1])],
      ['latin.txt', new Uint8Array([0x63, 0xe9])],
      ['lines.jsonl', '{"id": "x"\n'],
      ['word.md', `${'w'.repeat(2_000)} is a word.`],
      ['عربي.txt', 'تيتان هو أكبر أقمار زحل.'],
      ['fine.txt', 'Enceladus has 1 ocean.'],
    ];
    for (const [name, content] of files) expect((await sends(id, name, content)).status).toBe(201);
    const { report } = await reads(id);
    const why = Object.fromEntries(
      report.skipped.map((one: { name: string; reason: string }) => [one.name, one.reason]),
    );
    expect(why).toEqual({
      'binary.txt': 'contains_nul',
      'latin.txt': 'invalid_utf8',
      'lines.jsonl': 'invalid_json',
    });
    expect(report.added).toBe(3);
  });
});

describe('a file is left out', () => {
  it.each([
    ['with no bytes', 'empty.txt', '', 400, 'skipped:empty'],
    ['that no reader knows', 'photo.png', 'x', 415, 'skipped:unsupported'],
    ['without an extension', 'LICENSE', 'x', 415, 'skipped:unsupported'],
    ['that leads out of its folder', '../../session.txt', 'x', 400, 'skipped:name'],
    ['that leads out further in', 'a/../../b.txt', 'x', 400, 'skipped:name'],
    ['from the root', '/etc/passwd.txt', 'x', 400, 'skipped:name'],
    ['of another system', 'C:\\notes.txt', 'x', 400, 'skipped:name'],
    ['with a character of code 0', 'a\0.txt', 'x', 400, 'skipped:name'],
    ['with an end of line', 'a\n.txt', 'x', 400, 'skipped:name'],
    ['that is hidden', 'a/.git/config.txt', 'x', 400, 'skipped:name'],
    ['of installed packages', 'node_modules/a/README.md', 'x', 400, 'skipped:name'],
    ['whose name is too long', `${'n'.repeat(197)}.txt`, 'x', 400, 'skipped:name'],
    ['in too many folders', `${'d/'.repeat(32)}a.txt`, 'x', 400, 'skipped:name'],
  ])('%s', async (_, name, content, status, reason) => {
    const id = await begins();
    const reply = await sends(id, name, content);
    expect([reply.status, reply.body.error.reason]).toEqual([status, reason]);
    expect(reply.body.error.message).toMatch(/\.$/);
    expect((await reader.send('GET', `/api/uploads/${id}`)).body.files).toBe(0);
    expect((await reader.send('POST', `/api/uploads/${id}`)).status).toBe(409);
    await reader.send('DELETE', `/api/uploads/${id}`);
  });

  it('at the limit of its size is taken, and one past it is not', async () => {
    const id = await begins();
    expect((await sends(id, 'limit.txt', new Uint8Array(16 * MIB).fill(97))).status).toBe(201);
    const { status, body } = await sends(id, 'past.txt', new Uint8Array(16 * MIB + 1).fill(97));
    expect([status, body.error.reason]).toEqual([413, 'skipped:too_large']);
    expect((await reader.send('GET', `/api/uploads/${id}`)).body.files).toBe(1);
    await reader.send('DELETE', `/api/uploads/${id}`);
  });

  it('where another one has its name, and is taken again where it is the same', async () => {
    const id = await begins();
    expect((await sends(id, 'A/Notes.md', 'one')).status).toBe(201);
    expect((await sends(id, 'A/Notes.md', 'one')).status).toBe(201);
    for (const [name, content] of [
      ['A/Notes.md', 'two'],
      ['a/notes.md', 'two'],
      ['A/Notes.md/x.md', 'x'],
    ] as const) {
      const { status, body } = await sends(id, name, content);
      expect([status, body.error.reason]).toEqual([409, 'skipped:same_name']);
    }
    expect((await reader.send('GET', `/api/uploads/${id}`)).body.files).toBe(1);
    await reader.send('DELETE', `/api/uploads/${id}`);
  });

  it('whose sender leaves, and nothing of it stays', async () => {
    const id = await begins();
    const url = new URL(`${server.url}/api/uploads/${id}/files?name=half.txt`);
    await new Promise<void>((resolve) => {
      const headers = { origin: server.url, cookie: reader.cookie ?? '', 'content-length': 1_000 };
      const sent = request(url, { method: 'PUT', headers });
      sent.on('error', () => resolve());
      sent.write('half of it', () => setTimeout(() => sent.destroy(), 50));
      sent.on('close', () => resolve());
    });
    await eventually(async () => {
      expect((await reader.send('GET', `/api/uploads/${id}`)).body.files).toBe(0);
      expect(await readdir(join(folder.path, 'uploads', id))).toEqual([]);
    });
    // The same name, sent whole.
    expect((await sends(id, 'half.txt', 'Dione has 2 moons.')).status).toBe(201);
    await reader.send('DELETE', `/api/uploads/${id}`);
  });
});

describe('an upload', () => {
  it('is out of another visitor’s reach', async () => {
    const id = await begins();
    const other = visitor(server.url);
    await other.send('GET', '/api/uploads');
    const replies = [
      await sends(id, 'x.txt', 'x', other),
      await other.send('GET', `/api/uploads/${id}`),
      await other.send('POST', `/api/uploads/${id}`),
      await other.send('DELETE', `/api/uploads/${id}`),
    ];
    for (const { status, body } of replies)
      expect([status, body.error.reason]).toEqual([404, 'missing:upload']);
    expect((await reader.send('GET', `/api/uploads/${id}`)).body.state).toBe('open');
    await reader.send('DELETE', `/api/uploads/${id}`);
  });

  it('that is cancelled writes nothing, and takes nothing more', async () => {
    const before = await size();
    const id = await begins('never');
    await sends(id, 'a.txt', FACT);
    expect((await reader.send('DELETE', `/api/uploads/${id}`)).body.state).toBe('cancelled');
    expect((await sends(id, 'b.txt', FACT)).status).toBe(409);
    expect((await reader.send('POST', `/api/uploads/${id}`)).body.state).toBe('cancelled');
    expect(await size()).toBe(before);
    expect(await left()).not.toContain(id);
  });

  it('starts once, however often it is asked', async () => {
    const id = await begins();
    await sends(id, 'once.txt', 'Tethys has 1 canyon.');
    await Promise.all([1, 2, 3].map(() => reader.send('POST', `/api/uploads/${id}`)));
    expect((await reads(id)).report).toMatchObject({ added: 1, unchanged: 0 });
    expect((await sends(id, 'late.txt', 'x')).body.error.reason).toBe('invalid:upload');
  });

  it('is one of three at a time', async () => {
    const ids = [await begins(), await begins(), await begins()];
    const { status, body } = await reader.send('POST', '/api/uploads', { corpus: 'sky' });
    expect([status, body.error.reason]).toEqual([429, 'limited:uploads']);
    for (const id of ids) await reader.send('DELETE', `/api/uploads/${id}`);
    await reader.send('DELETE', `/api/uploads/${await begins()}`);
  });

  it('that nobody asks about for an hour is forgotten with its files', async () => {
    await using own = await dataFolder();
    await using one = await startWholeServer({ folder: own.path, bff: { features: [ADD_DOCUMENTS] } });
    await ingestMoons(one.engine);
    const [idle, later] = [visitor(one.url), visitor(one.url)];
    const begun = (by: Visitor) => by.send('POST', '/api/uploads', { corpus: 'sky' });
    const { body } = await begun(idle);
    const at = Date.parse(one.clock.now());
    const foldersAt = async (ms: number) => {
      one.clock.set(new Date(at + ms).toISOString());
      await begun(later);
      return readdir(join(own.path, 'uploads'));
    };
    expect(await foldersAt(3_599_999)).toContain(body.id);
    expect(await foldersAt(3_600_000)).not.toContain(body.id);
    expect((await idle.send('GET', `/api/uploads/${body.id}`)).status).toBe(404);
  });

  it('that a process has left behind goes at a later start, and not that of another one that serves', async () => {
    await using own = await dataFolder();
    const now = Date.parse(new TestClock().now());
    for (const [name, age] of [
      ['left', 3_600_000],
      ['served', 3_599_000],
    ] as const) {
      await mkdir(join(own.path, 'uploads', name), { recursive: true });
      await utimes(join(own.path, 'uploads', name), new Date(now - age), new Date(now - age));
    }
    await using _ = await startWholeServer({ folder: own.path, bff: { features: [ADD_DOCUMENTS] } });
    expect(await readdir(join(own.path, 'uploads'))).toEqual(['served']);
  });

  it.each(['Sky', '-sky', 'a b', '../x', 'x'.repeat(64), ''])(
    'is for no corpus of the name %j',
    async (corpus) => {
      const { status, body } = await reader.send('POST', '/api/uploads', { corpus });
      expect([status, body.error.reason]).toEqual([400, 'invalid:body']);
    },
  );
});

describe('who may add documents', () => {
  it('reads what it takes where it may not', async () => {
    await using own = await dataFolder();
    await using shut = await startWholeServer({ folder: own.path });
    const stranger = visitor(shut.url);
    const { body } = await stranger.send('GET', '/api/uploads');
    expect(body.needs.next_step).toMatch(/Ask its operator/);
    const begun = await stranger.send('POST', '/api/uploads', { corpus: 'sky' });
    expect([begun.status, begun.body.error.reason]).toEqual([403, 'denied:add_documents']);
    const sent = await stranger.send('PUT', '/api/uploads/x/files?name=a.txt', 'x');
    expect([sent.status, sent.body.error.reason]).toEqual([403, 'denied:add_documents']);
  });

  it('begins a corpus only where it may', async () => {
    await using own = await dataFolder();
    await using one = await startWholeServer({ folder: own.path, bff: { features: [ADD_DOCUMENTS] } });
    await ingestMoons(one.engine);
    const adder = visitor(one.url);
    expect((await adder.send('GET', '/api/uploads')).body).toMatchObject({
      needs: null,
      makes_corpora: false,
    });
    expect((await adder.send('POST', '/api/uploads', { corpus: 'sky' })).status).toBe(201);
    const { status, body } = await adder.send('POST', '/api/uploads', { corpus: 'mine' });
    expect([status, body.error.reason]).toEqual([403, 'denied:make_corpora']);
  });

  it('is nobody of another site', async () => {
    const id = await begins();
    const url = `${server.url}/api/uploads/${id}/files?name=a.txt`;
    const headers = { origin: 'https://evil.example', cookie: reader.cookie ?? '' };
    expect((await fetch(url, { method: 'PUT', headers, body: 'x' })).status).toBe(403);
    await reader.send('DELETE', `/api/uploads/${id}`);
  });
});
