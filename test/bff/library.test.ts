/** The library over HTTP: search, facets, changes, undo, deletion, comparison; by /api and by the page's procedures. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Visitor, visitor } from './browser.ts';
import {
  claimsOf,
  dataFolder,
  disputeTwice,
  ingestMoons,
  MOONS,
  startWholeServer,
  type WholeServer,
} from './whole-server.ts';

const JUPITER = 'How many moons does Jupiter have?';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;

beforeAll(async () => {
  folder = await dataFolder();
  server = await startWholeServer({ folder: folder.path });
  await ingestMoons(server.engine);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

interface Reader {
  readonly reader: Visitor;
  readonly answers: readonly string[];
}

/** Somebody who has asked about two planets. */
async function asker(): Promise<Reader> {
  const reader = visitor(server.url);
  const answers: string[] = [];
  for (const q of [MOONS, JUPITER]) {
    answers.push((await reader.send('POST', '/api/answers?corpus=sky', { q })).body.answer_id);
  }
  return { reader, answers };
}

/** Both answers saved, the first in a folder and under a tag. */
async function saver(): Promise<Reader & { readonly ids: readonly string[] }> {
  const { reader, answers } = await asker();
  const [saturn, jupiter] = [
    { answer_id: answers[0], title: 'Ring count', folder: 'Sky', tags: ['moons'], note: 'ask Ann' },
    { answer_id: answers[1], title: 'Giant' },
  ];
  const ids: string[] = [];
  for (const body of [saturn, jupiter]) {
    ids.push((await reader.send('POST', '/api/saved', body)).body.entry.id);
  }
  return { reader, answers, ids };
}

/** In the order of the alphabet: the clock of the server stands, so that entries are of one instant. */
const titles = async (reader: Visitor, query: string) =>
  (await reader.send('GET', `/api/saved?${query}`)).body.items
    .map(({ title }: { title: string }) => title)
    .sort();

/** A procedure of the page. */
async function call(reader: Visitor, path: string, input: unknown, method = 'POST') {
  const query = method === 'GET' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const { body } = await reader.send(
    method,
    `/api/trpc/${path}${query}`,
    method === 'GET' ? undefined : input,
  );
  return body.result?.data ?? body.error.data.refusal;
}

describe('saving again', () => {
  it('keeps folder, tags and note unless they are given, and null empties them', async () => {
    const { reader, answers } = await saver();
    const again = { answer_id: answers[0], title: 'Rings' };
    expect((await reader.send('POST', '/api/saved', again)).body.entry).toMatchObject({
      title: 'Rings',
      folder: 'Sky',
      tags: ['moons'],
      note: 'ask Ann',
    });
    const untitled = { answer_id: answers[0] };
    expect((await reader.send('POST', '/api/saved', untitled)).body.entry.title).toBe('Rings');
    const emptied = { ...again, folder: null, tags: [], note: null };
    expect((await reader.send('POST', '/api/saved', emptied)).body.entry).toMatchObject({
      folder: null,
      tags: [],
      note: null,
    });
  });
});

describe('saving without a title', () => {
  it('takes the question, cut to the longest title', async () => {
    const { reader } = await saver();
    const q = `How many moons does Saturn have? ${'Saturn '.repeat(40)}`.trim();
    const { answer_id } = (await reader.send('POST', '/api/answers', { q })).body;
    const { status, body } = await reader.send('POST', '/api/saved', { answer_id });
    expect(status).toBeLessThan(300);
    expect(body.entry.title).toBe(q.slice(0, 200).trim());
  });
});

describe('the library', () => {
  it('is searched by words and narrowed by folder, tag, corpus, verdict and day', async () => {
    const { reader } = await saver();
    expect(await titles(reader, 'q=moons')).toEqual(['Giant', 'Ring count']);
    expect(await titles(reader, 'q=saturn%20mo')).toEqual(['Ring count']);
    expect(await titles(reader, 'q=ann&folder=Sky&tag=moons&corpus=sky')).toEqual(['Ring count']);
    expect(await titles(reader, 'q=ann&folder=Sea')).toEqual([]);
    expect(await titles(reader, 'verdict=PASS&changed=false')).toEqual(['Giant', 'Ring count']);
    expect(await titles(reader, 'from=2000-01-01&to=2000-01-02')).toEqual([]);
    expect(await titles(reader, 'from=2000-01-01')).toEqual(['Giant', 'Ring count']);
    const { items } = (await reader.send('GET', '/api/history?q=jupiter')).body;
    expect(items).toMatchObject([{ q: JUPITER, corpus: 'sky' }]);
    expect((await reader.send('GET', '/api/history?corpus=')).body.items).toEqual([]);
    expect((await reader.send('GET', '/api/history?q=x&tag=moons')).status).toBe(400);
    expect((await visitor(server.url).send('GET', '/api/saved?q=moons')).body.items).toEqual([]);
  });

  it('counts what it can be narrowed by', async () => {
    const { reader } = await saver();
    expect((await reader.send('GET', '/api/saved/facets')).body).toMatchObject({
      verdict: [{ value: 'PASS', entries: 2 }],
      changed: [{ value: 'no', entries: 2 }],
      folder: [{ value: 'Sky', entries: 1 }],
      tag: [{ value: 'moons', entries: 1 }],
      corpus: [{ value: 'sky', entries: 2 }],
      mode: [],
    });
    expect(await call(reader, 'facets', { of: 'history' }, 'GET')).toMatchObject({
      mode: [{ value: 'verified', entries: 2 }],
      corpus: [{ value: 'sky', entries: 2 }],
    });
  });

  it.each([
    ['a word past the limit', `q=${'x'.repeat(201)}`],
    ['an unknown verdict', 'verdict=MAYBE'],
    ['a corpus with a character of code 0', 'corpus=%00'],
    ['a day that is none', 'from=yesterday'],
  ])('refuses %s', async (_, query) => {
    expect((await visitor(server.url).send('GET', `/api/saved?${query}`)).status).toBe(400);
  });
});

describe('changing saved answers', () => {
  it('moves and tags many at once, and says which there are not', async () => {
    const { reader, ids } = await saver();
    const changed = await call(reader, 'saved.change', {
      ids: [...ids, 'none'],
      folder: 'Both',
      add_tags: ['b', 'a'],
    });
    expect(changed).toMatchObject({
      items: [{ folder: 'Both', tags: ['a', 'b', 'moons'], note: 'ask Ann' }, { tags: ['a', 'b'] }],
      missing: ['none'],
    });
    const other = await asker();
    const { body } = await other.reader.send('PATCH', '/api/saved', { ids, title: 'Mine' });
    expect(body).toEqual({ items: [], missing: ids });
    expect(await call(reader, 'saved.change', { ids, remove_tags: ['moons'], folder: null })).toMatchObject({
      items: [{ folder: null, tags: ['a', 'b'] }, { folder: null }],
    });
  });

  it('takes sixteen tags and refuses one more of any entry, before it changes any', async () => {
    const { reader, ids } = await saver();
    const tags = Array.from({ length: 16 }, (_, i) => `t${i}`);
    expect((await call(reader, 'saved.change', { ids: [ids[1]], tags })).items).toHaveLength(1);
    const refused = await call(reader, 'saved.change', { ids, add_tags: ['one more'] });
    expect(refused).toMatchObject({ status: 400, message: 'An answer has at most 16 tags.' });
    expect(await titles(reader, 'tag=one%20more')).toEqual([]);
  });

  it('takes 100 entries and refuses one more', async () => {
    const reader = visitor(server.url);
    const ids = Array.from({ length: 101 }, (_, i) => `s${i}`);
    expect((await call(reader, 'saved.removeAll', { ids: ids.slice(1) })).missing).toHaveLength(100);
    expect(await call(reader, 'saved.removeAll', { ids })).toMatchObject({ status: 400 });
  });

  it('renames a folder and a tag, and empties them', async () => {
    const { reader, ids } = await saver();
    expect(await call(reader, 'saved.renameFolder', { folder: 'Sky', to: 'Heaven' })).toEqual({
      changed: 1,
      more: false,
    });
    await call(reader, 'saved.change', { ids, add_tags: ['moons', 'old'] });
    expect(await call(reader, 'saved.renameTag', { tag: 'old', to: 'moons' })).toEqual({
      changed: 2,
      more: false,
    });
    expect(await titles(reader, 'tag=moons&folder=Heaven')).toEqual(['Ring count']);
    await call(reader, 'saved.renameTag', { tag: 'moons', to: null });
    await call(reader, 'saved.renameFolder', { folder: 'Heaven', to: null });
    expect((await reader.send('GET', '/api/saved/facets')).body).toMatchObject({ folder: [], tag: [] });
  });
});

describe('removing', () => {
  it('is undone with everything, also by /api, and is final once purged', async () => {
    const { reader, ids } = await saver();
    expect(await call(reader, 'saved.removeAll', { ids })).toEqual({ ids, missing: [] });
    expect(await titles(reader, '')).toEqual([]);
    const removed = (await reader.send('GET', '/api/saved/removed')).body.items;
    expect(removed.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
    expect(await call(reader, 'saved.restore', { ids: [ids[0]] })).toMatchObject({
      items: [{ folder: 'Sky', tags: ['moons'], note: 'ask Ann' }],
    });
    expect((await reader.send('POST', '/api/saved/removed', { ids: [ids[1]] })).body.items).toHaveLength(1);
    await reader.send('DELETE', `/api/saved/${ids[1]}`);
    expect((await reader.send('DELETE', '/api/saved/removed', { ids })).body).toEqual({
      ids: [ids[1]],
      missing: [ids[0]],
    });
    expect(await call(reader, 'saved.restore', { ids: [ids[1]] })).toEqual({ items: [], missing: [ids[1]] });
  });
});

describe('deleting history', () => {
  it('takes one question or all for good; a saved answer still opens, another one does not', async () => {
    const { reader, answers } = await asker();
    await reader.send('POST', '/api/saved', { answer_id: answers[0], title: 'Kept' });
    const [other] = (await reader.send('GET', '/api/history?q=jupiter')).body.items;
    expect((await reader.send('DELETE', `/api/history/${other.id}`)).status).toBe(204);
    expect((await reader.send('DELETE', `/api/history/${other.id}`)).status).toBe(404);
    expect(await call(reader, 'open', { answer_id: answers[1] }, 'GET')).toMatchObject({ status: 404 });
    expect((await reader.send('DELETE', '/api/history')).body).toEqual({ deleted: 1, more: false });
    expect((await reader.send('GET', '/api/history')).body.items).toEqual([]);
    expect(await call(reader, 'open', { answer_id: answers[0] }, 'GET')).toMatchObject({ q: MOONS });
    const again = await reader.send('POST', '/api/saved', { answer_id: answers[0], title: 'Kept still' });
    expect(again.body.entry).toMatchObject({ title: 'Kept still', snapshot: { corpus: 'sky' } });
  });

  it("of another visitor's question is refused as if it did not exist", async () => {
    const { reader } = await asker();
    const [entry] = (await reader.send('GET', '/api/history')).body.items;
    const stranger = visitor(server.url);
    expect((await stranger.send('DELETE', `/api/history/${entry.id}`)).status).toBe(404);
    expect((await reader.send('GET', '/api/history')).body.items).toHaveLength(2);
  });
});

describe('an answer that is opened again', () => {
  it('states the corpus and the day that it was asked with', async () => {
    const reader = visitor(server.url);
    const body = { q: MOONS, as_of: '2026-09-30' };
    const { answer_id } = (await reader.send('POST', '/api/answers?corpus=sky', body)).body;
    const opened = await call(reader, 'open', { answer_id }, 'GET');
    expect(opened.asked).toEqual({ corpus: 'sky', as_of: '2026-09-30' });
    const plain = (await reader.send('POST', '/api/answers', { q: JUPITER })).body.answer_id;
    const again = await call(reader, 'open', { answer_id: plain }, 'GET');
    expect(again.asked).toEqual({ corpus: null, as_of: null });
  });
});

describe('two answers', () => {
  it('are compared by sentences, documents and claims', async () => {
    const { reader, answers } = await asker();
    const compared = await call(reader, 'compare', { answer_ids: answers }, 'GET');
    expect(compared.answers.map(({ answer_id }: { answer_id: string }) => answer_id)).toEqual(answers);
    expect(compared.sentences.first).toContain('Saturn has 62 known moons.');
    const same = await call(reader, 'compare', { answer_ids: [answers[0], answers[0]] }, 'GET');
    expect(same.documents).toMatchObject({ first: [], second: [] });
    expect(same.documents.both.length).toBeGreaterThan(0);
    const stranger = visitor(server.url);
    expect(await call(stranger, 'compare', { answer_ids: answers }, 'GET')).toMatchObject({ status: 404 });
  });
});

describe('a verdict that changes', () => {
  it('stands beside the one when the answer was saved', async () => {
    const { reader, answers } = await saver();
    for (const claim of await claimsOf(server, answers[0] ?? '')) await disputeTwice(server, claim);
    await expect
      .poll(async () => (await reader.send('GET', '/api/saved?changed=true')).body.items, {
        interval: 1_500,
      })
      .toMatchObject([{ title: 'Ring count', findings_state: 'FAIL', saved_state: 'PASS' }]);
    expect((await reader.send('GET', '/api/saved/facets')).body.changed).toContainEqual({
      value: 'yes',
      entries: 1,
    });
  });
});
