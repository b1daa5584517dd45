import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const FOLDER = new URL('../../corpus/things-that-changed/', import.meta.url);
const MAX_BODY_CHARS = 1200;

const FrontMatter = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  url: z.url({ protocol: /^https$/ }),
  title: z.string().min(1),
  domain: z.string().regex(/^[a-z0-9-]+\.example$/),
  licence: z.enum(['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'LicenseRef-All-Rights-Reserved']),
  published: z.iso.date(),
  observed_at: z.iso.datetime(),
  lang: z.enum(['en', 'es']),
});

const Golden = z.array(
  z.strictObject({
    q: z.string().regex(/\?$/),
    as_of: z.iso.datetime().nullable(),
    want: z.string().min(1).nullable(),
    never: z.array(z.string().min(1)),
    state: z.enum(['PASS', 'WARN', 'FAIL']).optional(),
    counterfactual: z.string().min(1).optional(),
  }),
);

type Document = z.infer<typeof FrontMatter> & { readonly file: string; readonly body: string };

/** Reads one document; throws when the file does not start with one YAML front matter block. */
function readDocument(file: string): Document {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const parts = /^---\n(.*?)\n---\n(.*)$/s.exec(text);
  if (parts === null) throw new Error(`${file} has no front matter`);
  return { ...FrontMatter.parse(parse(parts[1] ?? '')), file, body: parts[2] ?? '' };
}

const documents = readdirSync(FOLDER)
  .filter((name) => /^\d\d-.*\.md$/.test(name))
  .sort()
  .map(readDocument);
const golden = Golden.parse(JSON.parse(readFileSync(new URL('golden.json', FOLDER), 'utf8')));

function byId(id: string): Document {
  const found = documents.find((document) => document.id === id);
  if (found === undefined) throw new Error(`no document ${id}`);
  return found;
}

/** The documents that were known at a time; null means all of them. */
function knownAt(asOf: string | null): Document[] {
  return documents.filter((document) => asOf === null || document.observed_at <= asOf);
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const MENTION = new RegExp(`(?:(?:(\\d{1,2}) )?(${MONTHS.join('|')}) )?\\b((?:19|20)\\d\\d)\\b`, 'g');
const PLANNED = /\b(will|until|used to be)\b/;

/** The earliest day that each date mentioned in a text can mean, as ISO 8601 dates; "2024" means its first day. */
function mentionedDays(text: string): string[] {
  return Array.from(text.matchAll(MENTION), ([, day, month, year]) => {
    const number = month === undefined ? 1 : MONTHS.indexOf(month) + 1;
    return `${year}-${String(number).padStart(2, '0')}-${(day ?? '1').padStart(2, '0')}`;
  });
}

/** Dates later than the document that no sentence of it announces as a plan. */
function anachronisms({ body, observed_at }: Pick<Document, 'body' | 'observed_at'>): string[] {
  const today = observed_at.slice(0, 10);
  const [rows, prose] = [body.match(/^\|.*$/gm) ?? [], body.replace(/^\|.*$/gm, '')];
  const sentences = prose.split(/(?<=[.!?;])\s+|\n/);
  const later = (text: string) => mentionedDays(text).filter((day) => day > today);
  const announced = new Set(sentences.filter((text) => PLANNED.test(text)).flatMap(later));
  return [...sentences.filter((text) => !PLANNED.test(text)), ...rows]
    .flatMap(later)
    .filter((day) => !announced.has(day));
}

describe('front matter', () => {
  it('gives each document its own id, url and number', () => {
    for (const key of ['id', 'url'] as const) {
      expect(new Set(documents.map((document) => document[key])).size).toBe(documents.length);
    }
    const numbers = documents.map(({ file }) => Number(file.slice(0, 2)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('names the file, the url and the heading as the document', () => {
    for (const { file, id, url, domain, title, body } of documents) {
      expect(file.slice(3)).toBe(`${id}.md`);
      expect(id).toMatch(/-(19|20)\d\d(-|$)/);
      expect(new URL(url).hostname).toBe(domain);
      expect(body.startsWith(`\n# ${title}\n\n`), file).toBe(true);
    }
  });

  it('dates each document no later than it was observed, and the newest in 2026', () => {
    for (const { file, published, observed_at, id } of documents) {
      expect(published <= observed_at, file).toBe(true);
      expect(id, file).toContain(published.slice(0, 4));
    }
    const newest =
      documents
        .map((document) => document.observed_at)
        .sort()
        .at(-1) ?? '';
    expect(newest >= '2026-01-01' && newest < '2026-11-01').toBe(true);
  });
});

describe('what the documents say', () => {
  it('keeps each of them short', () => {
    for (const { file, body } of documents) expect(body.length, file).toBeLessThanOrEqual(MAX_BODY_CHARS);
  });

  it('never knows a date before it comes, unless as a plan', () => {
    for (const document of documents) expect(anachronisms(document), document.file).toEqual([]);
  });

  it('catches a date that a document cannot know', () => {
    const observed_at = '2022-06-09T07:00:00Z';
    expect(anachronisms({ observed_at, body: 'It ended on 10 June 2022.' })).toEqual(['2022-06-10']);
    expect(anachronisms({ observed_at, body: 'It ended in 2023. It will end in 2024.' })).toEqual([
      '2023-01-01',
    ]);
    expect(anachronisms({ observed_at, body: '| Node.js 18 | 30 April 2025 |' })).toEqual(['2025-04-30']);
    expect(anachronisms({ observed_at, body: 'It will end on 30 April 2025.\n| 30 April 2025 |' })).toEqual(
      [],
    );
  });

  it.each([
    ['Saturn has 62 known moons', 1, '2016-12-31'],
    ['Saturn now has 82 known moons', 1, '2019-12-31'],
    ['Saturn has 82 known moons', 2, '2020-05-31'],
    ['Saturn has 145 known moons', 2, '2023-06-30'],
    ['Saturn has 146 known moons', 1, '2023-06-30'],
    ['Saturn now has 274 known moons', 1, '2025-03-31'],
    ['Saturn has 274 known moons', 2, '2025-03-31'],
    ['Jupiter has 79 known moons', 1, '2018-07-31'],
    ['Jupiter has 92 known moons', 1, '2023-02-28'],
    ['Jupiter has 95 known moons', 3, '2025-12-31'],
    ['Pluto is the ninth planet', 1, '2006-08-23'],
    ['Pluto is a dwarf planet', 3, '2026-12-31'],
    ['Node.js 16 will reach its end of life on 30 April 2024', 1, '2022-01-31'],
    ['end of life on 11 September 2023', 2, '2023-12-31'],
    ['capital of Kazakhstan is Astana', 1, '2018-12-31'],
    ['capital of Kazakhstan is now Nur-Sultan', 1, '2019-03-31'],
    ['capital of Kazakhstan is Nur-Sultan', 1, '2020-12-31'],
    ['capital of Kazakhstan is Astana', 3, '2025-12-31'],
    ['Kazakhstan has two time zones', 2, '2024-02-29'],
    ['Kazakhstan has one time zone, UTC+5', 2, '2025-12-31'],
    ["Croatia's currency is the kuna", 1, '2022-05-31'],
    ["Croatia's currency is the euro", 2, '2026-12-31'],
    ["Bulgaria's currency is the lev", 2, '2024-12-31'],
    ['| Bulgaria | lev |', 1, '2025-12-31'],
    ['Bulgaria adopted the euro on 1 January 2026', 1, '2026-01-31'],
    ['called Eswatini', 1, '2018-04-30'],
    ['became North Macedonia', 1, '2019-02-28'],
    ['Türkiye', 2, '2026-12-31'],
  ])('says "%s" on %i or more domains by %s', (words, domains, day) => {
    const saying = knownAt(`${day}T23:59:59Z`).filter(({ body }) => body.includes(words));
    expect(new Set(saying.map(({ domain }) => domain)).size).toBeGreaterThanOrEqual(domains);
  });

  it('repeats the mirrored body to the byte on another domain', () => {
    const [source, mirror] = [byId('saturn-2025-ringwatch'), byId('saturn-2025-mirror')];
    expect(mirror.body).toBe(source.body);
    expect(mirror.domain).not.toBe(source.domain);
    expect(mirror.observed_at > source.observed_at).toBe(true);
    const bodies = new Set(documents.map(({ body }) => body));
    expect(bodies.size).toBe(documents.length - 1);
  });

  it('never leaves the school book alone as the newest count', () => {
    const book = byId('saturn-2020-school-book');
    const rivals = documents.filter(
      (document) => document.observed_at === book.observed_at && document !== book,
    );
    expect(rivals.some(({ body }) => body.includes('Saturn has 82 known moons'))).toBe(true);
  });

  it('has one note in Spanish and one restrictive licence', () => {
    expect(documents.filter(({ lang }) => lang === 'es').map(({ id }) => id)).toEqual(['saturn-2025-nota']);
    const restricted = documents.filter(({ licence }) => licence.startsWith('LicenseRef-'));
    expect(restricted.map(({ id }) => id)).toEqual(['croatia-2023-farewell']);
  });
});

describe('golden questions', () => {
  it('asks at least 35, six of them unanswerable, none twice', () => {
    expect(golden.length).toBeGreaterThanOrEqual(35);
    expect(golden.filter(({ want }) => want === null).length).toBeGreaterThanOrEqual(6);
    expect(new Set(golden.map(({ q, as_of }) => `${q} ${as_of}`)).size).toBe(golden.length);
  });

  it('wants only words that a document known at that time contains', () => {
    for (const { q, as_of, want } of golden) {
      if (want === null) continue;
      expect(
        knownAt(as_of).some(({ body }) => body.includes(want)),
        `${q} ${as_of}`,
      ).toBe(true);
    }
  });

  it('forbids words that are in the corpus and not in what it wants', () => {
    for (const { q, want, never } of golden) {
      for (const words of never) {
        expect(
          documents.some(({ body }) => body.includes(words)),
          `${q} ${words}`,
        ).toBe(true);
        expect(want ?? '', q).not.toContain(words);
      }
    }
  });

  it('expects neither a state nor a counterfactual where there is no answer', () => {
    for (const { q, as_of, want, state, counterfactual } of golden) {
      if (want === null) expect([state, counterfactual], q).toEqual([undefined, undefined]);
      if (counterfactual === undefined) continue;
      expect(
        knownAt(as_of).some(({ body }) => body.includes(counterfactual)),
        q,
      ).toBe(true);
      expect(counterfactual).not.toBe(want);
    }
  });

  it.each([
    ['How many moons does Saturn have?', null, '274'],
    ['How many moons does Saturn have?', '2017-01-01T00:00:00Z', '62'],
    ['How many moons does Saturn have?', '2020-06-01T00:00:00Z', '82'],
    ['What is the currency of Bulgaria?', null, 'euro'],
    ['What is the currency of Bulgaria?', '2025-01-01T00:00:00Z', 'lev'],
    ['How many moons does Neptune have?', null, null],
  ])('asks "%s" as of %s and wants %s', (q, asOf, want) => {
    expect(golden.find((entry) => entry.q === q && entry.as_of === asOf)?.want).toBe(want);
  });
});
