/** Search for agents on any store: what leads, what is a gap, what stays the same. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import type { FoundItem, FoundItems } from '../../engine/search/items.ts';
import { parseAddress } from '../../graph/address.ts';
import { readRecord } from '../../graph/store/records.ts';
import { DEMO_FOLDER, demoFiles, type Golden, ingestInto, readGolden, viewOf } from '../engine/documents.ts';
import { createTestEngine } from '../engine/test-engine.ts';
import type { OpenedStore, OpenStore } from './graph-store/harness.ts';

const QA_FOLDER = join(import.meta.dirname, '../../../shared/data/qa');
const TIMEOUT_MS = 120_000;
/** Questions of another corpus that each corpus is asked: few, for a suite that a server answers too. */
const FOREIGN = 5;

export function describeSearchItems(name: string, open: OpenStore): void {
  describe(`search for agents on ${name}`, () => {
    let opened: OpenedStore;
    let engine: Engine;
    const golden = new Map<string, readonly Golden[]>();

    beforeAll(async () => {
      opened = await open();
      engine = createTestEngine(opened.store);
      await ingestInto(engine, 'demo', demoFiles());
      golden.set('demo', readGolden(join(DEMO_FOLDER, 'golden.json')));
      for (const corpus of ['c', 'd']) {
        const documents = join(QA_FOLDER, `${corpus}.docs.jsonl`);
        if (!existsSync(documents)) continue;
        await ingestInto(engine, corpus, [{ name: 'docs.jsonl', bytes: readFileSync(documents) }]);
        golden.set(corpus, readGolden(join(QA_FOLDER, `${corpus}.golden.json`)));
      }
    }, TIMEOUT_MS);

    afterAll(() => opened.dispose());

    async function find(corpus: string, q: string, k = 10): Promise<FoundItems> {
      return engine.findItems({ q, k, view: await viewOf(engine, corpus), admits: () => true });
    }

    test("finds words in the forms that another sentence has, by each document's own language", async () => {
      const pages: Readonly<Record<string, string>> = {
        de: 'In Lübeck stehen viele alte Häuser, die nach dem Brand der Stadt gebaut wurden.',
        fr: 'Les chevaux de la reine ont été nourris par le roi et par ses frères.',
        es: 'Las ciudades de la costa fueron fundadas por los navegantes que llegaron del norte.',
        it: 'Le montagne della regione sono coperte di neve e non hanno strade per gli autobus.',
        nl: 'De vissers van het eiland hebben hun boten in de haven en die zijn nieuw.',
        sv: 'Båtarna i hamnen är gamla och de har inte blivit målade på många år av fiskarna.',
        ru: 'Города на берегу были построены рыбаками, и они стоят там до сих пор.',
        en: 'The lighthouses of the coast were painted by the keepers and have two lamps.',
      };
      const asked: Readonly<Record<string, string>> = {
        de: 'Welches Haus steht in Lübeck?',
        fr: 'Quel est le cheval de la reine ?',
        es: '¿Quién fundó la ciudad de la costa?',
        it: 'Quale montagna è coperta di neve?',
        nl: 'Welke visser heeft een boot in de haven?',
        sv: 'Vilken båt i hamnen är inte målad?',
        ru: 'Какой город был построен на берегу?',
        en: 'Which lighthouse was painted by the keeper?',
      };
      const lines = Object.entries(pages).map(([lang, text]) =>
        JSON.stringify({ id: lang, title: lang, text, domain: `${lang}.example`, published: '2026-09-01' }),
      );
      await ingestInto(engine, 'tongues', [
        { name: 'pages.jsonl', bytes: new TextEncoder().encode(lines.join('\n')) },
      ]);
      const languages = Object.fromEntries(Object.keys(pages).map((lang) => [lang, 1]));
      expect((await readRecord(engine.store, 'corpora', 'tongues'))?.languages).toEqual(languages);
      for (const [lang, q] of Object.entries(asked)) {
        const found = await engine.search({ q, k: 3, view: await viewOf(engine, 'tongues') });
        expect(found.ok && found.value.results[0]?.title, q).toBe(lang);
      }
    });

    test('names a gap for nearly every golden question that nothing answers, and for hardly another', {
      timeout: TIMEOUT_MS,
    }, async () => {
      const [unnamed, named]: [string[], string[]] = [[], []];
      let [answerable, unanswerable] = [0, 0];
      for (const [corpus] of golden) {
        for (const [from, questions] of golden) {
          const asked = [...new Set(questions.map((one) => one.q))];
          for (const q of from === corpus ? asked : asked.slice(0, FOREIGN)) {
            // The corpus as it is today holds what it held on any day before.
            const isAnswered = from === corpus && questions.some((one) => one.q === q && one.want !== null);
            const { gap } = await find(corpus, q);
            if (isAnswered) answerable += 1;
            else unanswerable += 1;
            if (isAnswered && gap !== null) named.push(`${corpus}: ${q}`);
            if (!isAnswered && gap === null) unnamed.push(`${corpus}: ${q}`);
          }
        }
      }
      expect(unnamed.length / unanswerable, unnamed.join('; ')).toBeLessThan(0.15);
      expect(named.length / answerable, named.join('; ')).toBeLessThan(0.05);
    });

    test('finds the wanted words of each answerable question among the first ten', {
      timeout: TIMEOUT_MS,
    }, async () => {
      const missed: string[] = [];
      for (const [corpus, questions] of golden) {
        for (const { q, want, as_of } of questions) {
          if (want === null || as_of !== null) continue;
          const { items } = await find(corpus, q);
          const said = items.some(({ text }) => text.toLowerCase().includes(want.toLowerCase()));
          if (!said) missed.push(`${corpus}: ${q} ${want}`);
        }
      }
      expect(missed).toEqual([]);
    });

    test('ranks by score within 0 and 1, ties by address, each item once, at its own address', async () => {
      for (const q of ['How many moons does Saturn have?', 'Saturn', 'Kazakhstan in brief', 'capital']) {
        const { items } = await find('demo', q, 50);
        expect(items).toEqual(items.toSorted(byRank));
        expect(new Set(items.map(({ addr }) => addr)).size).toBe(items.length);
        for (const { addr, kind, score } of items) {
          expect(parseAddress(addr)).toMatchObject({ ok: true, kind, corpus: 'demo' });
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1);
        }
      }
    });

    test('leads with the entity, the article or the claim that was asked for by name', async () => {
      const addressesOf = async (q: string) => (await find('demo', q)).items.map(({ addr }) => addr);
      expect(await addressesOf('Kazakhstan')).toContain('wx://demo/entity/kazakhstan');
      const [first] = (await find('demo', 'Saturn takes the crown back')).items.filter(
        ({ kind }) => kind !== 'claim',
      );
      expect(first).toMatchObject({ kind: 'article' });
      const [claim] = (await find('demo', 'The capital of Kazakhstan is Astana')).items;
      expect(claim).toMatchObject({ kind: 'claim', text: 'The capital of Kazakhstan is Astana.' });
    });

    test('finds nothing, and a gap, for words that nobody wrote', async () => {
      for (const q of ['bananas', 'quantum chromodynamics', 'zzzz']) {
        const found = await find('demo', q);
        expect([found.items, found.gap?.closure]).toEqual([[], null]);
        expect(found.gap?.stub).toBe(engine.stubs.idOf('demo', q));
      }
    });

    test('looks at a view of the past without counting its documents', async () => {
      const view = await viewOf(engine, 'demo', '2019-06-01');
      const { items, coverage } = await engine.findItems({
        q: 'Saturn moons',
        k: 50,
        view,
        admits: () => true,
      });
      expect(coverage.documents).toBeNull();
      expect(items.length).toBeGreaterThan(0);
      expect(items.filter(({ text }) => text.includes('274'))).toEqual([]);
    });

    test('counts the documents of the present, one more as soon as it is there', async () => {
      expect((await find('demo', 'Saturn')).coverage.documents).toBe(44);
      const bytes = Buffer.from('# Notes on a comet\n\nComet Orra passed Saturn in 2026.\n');
      await ingestInto(engine, 'demo', [{ name: 'comet.md', bytes }]);
      const { coverage, items } = await find('demo', 'Comet Orra');
      expect(coverage.documents).toBe(45);
      expect(items[0]?.text).toContain('Orra');
    });
  });
}

function byRank(a: FoundItem, b: FoundItem): number {
  if (a.score !== b.score) return b.score - a.score;
  return a.addr < b.addr ? -1 : 1;
}
