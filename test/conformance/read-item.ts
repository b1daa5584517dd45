/** What is behind a pointer, on any store: its text where a search may show it, and nothing of what it may not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import type { ItemText } from '../../engine/search/read-item.ts';
import { DEFAULT_TRUST_POLICY } from '../../engine/select/trust-policy.ts';
import { articleAddr, parseAddress } from '../../graph/address.ts';
import { ingestInto, viewOf } from '../engine/documents.ts';
import { createTestEngine } from '../engine/test-engine.ts';
import type { OpenedStore, OpenStore } from './graph-store/harness.ts';

const CORPUS = 'wells';
const CLOSED = 'LicenseRef-Closed';
const UNSPELT = 'https://notes.example/a%20b';

function document(id: string, text: string, licence = 'CC-BY-4.0') {
  const [title] = / \w+ well/.exec(text) ?? [''];
  const host = title.trim().split(' ', 1)[0]?.toLowerCase();
  return { id, url: `https://${host}.example/`, title, text, licence, published: '2026-01-02' };
}

const DOCUMENTS = [
  document('survey', 'The Arden well is 40 metres deep.\n\nThe Arden well was dug in 1802.'),
  document('井戸/一 (a)', 'The Brook well is 12 metres deep.'),
  document(UNSPELT, 'The Cove well is 7 metres deep.'),
  document('closed', 'The Dell well is 31 metres deep.', CLOSED),
  document('old', 'The Elm well is 22 metres deep.'),
  document('erased', 'The Fen well is 90 metres deep.'),
  document('taken', 'The Glen well is 55 metres deep.'),
];

export function describeReadItem(name: string, open: OpenStore): void {
  describe(`what is behind a pointer, on ${name}`, () => {
    let opened: OpenedStore;
    let engine: Engine;

    beforeAll(async () => {
      opened = await open();
      const licences = { ...DEFAULT_TRUST_POLICY.licences, refused: [CLOSED] };
      const policy = { ...DEFAULT_TRUST_POLICY, id: 'closed/1', licences };
      engine = createTestEngine(opened.store, undefined, null, policy);
      await ingest(DOCUMENTS);
      await ingest([document('old', 'The Elm well is 23 metres deep.')]);
    }, 120_000);

    afterAll(() => opened.dispose());

    async function ingest(documents: readonly object[]): Promise<void> {
      const bytes = new TextEncoder().encode(documents.map((one) => JSON.stringify(one)).join('\n'));
      await ingestInto(engine, CORPUS, [{ name: 'wells.jsonl', bytes }]);
    }

    async function read(addr: string): Promise<ItemText | string> {
      const found = await engine.readItem({ addr, view: await viewOf(engine, CORPUS) });
      return found.ok ? found.value : found.refusal.reason;
    }

    async function versionsOf(id: string) {
      const [versions = []] = await opened.store.ranges('versions', { corpus: CORPUS, by: [id] });
      if (versions.length === 0) throw new Error(`there is no document ${id}`);
      return versions;
    }

    async function sectionsOf(id: string): Promise<string[]> {
      return (await versionsOf(id)).flatMap(({ record }) => record.sections.map(({ addr }) => addr));
    }

    async function claimIn(id: string) {
      const ids = (await versionsOf(id)).map(({ record }) => record.artefact_id);
      const [claim] = (await opened.store.ranges('occurrencesIn', { by: ids }))
        .flat()
        .map((one) => one.claim);
      if (claim === undefined) throw new Error(`${id} states nothing`);
      return claim;
    }

    test('is the text of an article in its newest version, with where it is from', async () => {
      const [state] = await versionsOf('survey');
      expect(await read(articleAddr(CORPUS, 'survey'))).toMatchObject({
        kind: 'article',
        text: DOCUMENTS[0]?.text,
        artefactId: state?.record.artefact_id,
        licence: 'CC-BY-4.0',
        title: 'Arden well',
      });
      expect(await read(articleAddr(CORPUS, 'old'))).toMatchObject({
        text: 'The Elm well is 23 metres deep.',
      });
    });

    test('is a section, also of an earlier version: its address names that version', async () => {
      const [first, second] = await sectionsOf('old');
      expect(await read(first ?? '')).toMatchObject({ kind: 'sec', text: 'The Elm well is 22 metres deep.' });
      expect(await read(second ?? '')).toMatchObject({ text: 'The Elm well is 23 metres deep.' });
    });

    test('is a document whose id needs encoding', async () => {
      const addr = articleAddr(CORPUS, '井戸/一 (a)');
      expect(parseAddress(addr)).toMatchObject({ ok: true, kind: 'article' });
      expect(await read(addr)).toMatchObject({ addr, text: 'The Brook well is 12 metres deep.' });
    });

    test('is a claim in its own words, with its belief', async () => {
      const claim = await claimIn('survey');
      expect(await read(claim)).toMatchObject({
        kind: 'claim',
        text: 'The Arden well is 40 metres deep.',
        belief: { state: 'settled' },
      });
    });

    test('is read for every section and article that a search finds, and costs no more than the search says', async () => {
      const view = await viewOf(engine, CORPUS);
      const { items } = await engine.findItems({ q: 'Arden well', k: 50, view, admits: () => true });
      const more = await engine.findItems({ q: 'How deep is the well?', k: 50, view, admits: () => true });
      const found = [...items, ...more.items].flatMap(({ addr, behind }) =>
        'item' in behind ? [{ addr, item: behind.item }] : [],
      );
      expect(new Set(found.map(({ item }) => item.kind))).toEqual(new Set(['sec', 'article']));
      for (const { addr, item } of found) expect(await read(addr)).toEqual(item);
    });

    test('a document whose id has no spelling is found by its sections alone', async () => {
      const view = await viewOf(engine, CORPUS);
      const q = 'How deep is the Cove well?';
      const { items } = await engine.findItems({ q, k: 50, view, admits: () => true });
      const texts = items.flatMap(({ behind }) => ('item' in behind ? [behind.item] : []));
      expect(texts.map(({ text }) => text)).toContain('The Cove well is 7 metres deep.');
      expect(items.map(({ addr }) => addr)).not.toContain(articleAddr(CORPUS, UNSPELT));
      expect(await read(articleAddr(CORPUS, UNSPELT))).toBe('missing:item');
    });

    test('no words under a refused licence are given, by any address', async () => {
      const [section = ''] = await sectionsOf('closed');
      expect(await read(articleAddr(CORPUS, 'closed'))).toBe('denied:licence_refused');
      expect(await read(section)).toBe('denied:licence_refused');
      expect(await read(await claimIn('closed'))).toBe('missing:item');
    });

    test.each(['erased', 'taken'] as const)('nothing is given of what was %s', async (id) => {
      const addresses = [articleAddr(CORPUS, id), ...(await sectionsOf(id))];
      for (const addr of addresses) expect(await read(addr)).toMatchObject({ addr });
      const [state] = await versionsOf(id);
      if (state === undefined) throw new Error('there is no such document');
      const request = { artefact: state.record.artefact_id, reason: 'asked for', by: 'operator' };
      const ended = await (id === 'erased' ? engine.redact(request) : engine.withdraw(request));
      expect(ended.ok).toBe(true);
      for (const addr of addresses) expect(await read(addr)).toBe('missing:item');
    });

    test('there is nothing at other addresses', async () => {
      const [section = ''] = await sectionsOf('survey');
      const other = section.replace(`wx://${CORPUS}/`, 'wx://elsewhere/');
      for (const addr of [
        `wx://${CORPUS}/article/nobody`,
        `wx://${CORPUS}/claim/c1${'a'.repeat(26)}`,
        `wx://${CORPUS}/sec/a1${'a'.repeat(26)}/0`,
        `wx://${CORPUS}/sec/nothing`,
        section.replace(/\/0$/, '/7'),
        section.replace(/\/0$/, '/00'),
        other,
      ]) {
        expect(await read(addr), addr).toBe('missing:item');
      }
      for (const kind of ['entity', 'artefact', 'annotation', 'event', 'answer', 'receipt']) {
        expect(await read(`wx://${CORPUS}/${kind}/x`), kind).toBe('invalid:addr');
      }
      expect(await read('survey')).toBe('invalid:addr');
    });
  });
}
