import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { queryTerms, terms } from '../../graph/terms.ts';
import { cpuMs } from '../cpu-time.ts';

const LANGS = ['en', 'es', 'de', 'fr', 'it', 'pt', 'ru', 'fi', 'tr', 'ta', 'ar', 'hu', 'zh', ''];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'aZéßİ1234.,,\'’ -*"():^+nts水\u0301\ud800'), maxLength: 40 }),
);

const db = new Database(':memory:');
afterAll(() => {
  db.close();
});

/** The tokens that a full-text index of that tokenizer keeps of the text, each once. */
function indexed(tokenizer: string, text: string): string[] {
  db.exec(`DROP TABLE IF EXISTS v; DROP TABLE IF EXISTS t;
    CREATE VIRTUAL TABLE t USING fts5(x, tokenize = '${tokenizer}');
    CREATE VIRTUAL TABLE v USING fts5vocab(t, row);`);
  db.prepare('INSERT INTO t VALUES (?)').run(text);
  return db.prepare<[], string>('SELECT term FROM v').pluck().all();
}

const sortedSet = (list: readonly string[]): string[] =>
  [...new Set(list)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

describe('terms', () => {
  it.each([
    ['en', 'Saturn has 274 moons.', ['saturn', 'has', '274', 'moon']],
    ['en', 'Node.js', ['node', 'js']],
    ['en', 'Python 3.12 and v3.12.1', ['python', '3d12', 'and', '3d12d1']],
    ['en', 'Bolt ran 9.58 s.', ['bolt', 'ran', '9d58', 's']],
    ['en', '1,642 m (5,387 ft)', ['1642', 'm', '5387', 'ft']],
    ['en', '1,234,567.89', ['1234567d89']],
    ['en', '1,2,3 and 12,34', ['1', '2', '3', 'and', '12', '34']],
    ['en', 'x1,642', ['x1', '642']],
    ['en', 'It ended in 2023.Then', ['it', 'end', 'in', '2023', 'then']],
    ['en', '2018–2024', ['2018', '2024']],
    ['en', 'v8 vitamin', ['8', 'vitamin']],
    ['en', "isn't won’t can't shan't", ['is', 'not', 'will', 'not', 'can', 'not', 'shall', 'not']],
    ['en', 'Saturn’s rings', ['saturn', 'ring']],
    ['en', "O'Brien", ['o', 'brien']],
    ['en', 'résumés', ['resum']],
    ['en', 'ﬁne ＡＢＣ ⅷ', ['fine', 'abc', 'viii']],
    ['en-GB', 'moons', ['moon']],
    ['EN', 'moons', ['moon']],
    ['de', 'Die größten Häuser', ['die', 'grosst', 'haus']],
    ['fr', "l'eau n’est pas", ['l', 'eau', 'n', 'est', 'pas']],
    ['es', 'canciones', ['cancion']],
    ['tr', 'İSTANBUL', ['istanbul']],
    ['ru', 'Москва', ['москв']],
    ['pl', 'Łódź moons', ['lodz', 'moons']],
    ['ja', '日本語', ['日本語']],
    ['constructor', 'moons', ['moons']],
    ['', 'moons', ['moons']],
  ])('reads, in %j, %j', (lang, text, expected) => {
    expect(terms(text, lang)).toEqual(expected);
  });

  it.each(['', ' ', '...', '—', '*', '"', "''", '\u0301\u0302', '\ud800', '👍'])(
    'finds nothing in %j',
    (text) => {
      expect(terms(text, 'en')).toEqual([]);
    },
  );

  it.each(['moons NEAR(a) OR b', 'a:b ^c', 'x* -y +z', '"quoted" (p) {q} [r] ~2 /s/ t? u\\v'])(
    'leaves no operator of a query language in %j',
    (text) => {
      for (const term of terms(text, 'en')) expect(term).toMatch(/^[a-z0-9]+$/);
    },
  );

  it('gives only letters and digits, without upper case in ASCII, at most 64 long', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...LANGS), (text, lang) => {
        for (const term of terms(text, lang)) {
          expect(term).toMatch(/^[\p{L}\p{N}]{1,64}$/u);
          expect(term).not.toMatch(/[A-Z]/);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('keeps a word of which a stemmer leaves only a mark', () => {
    expect(terms('\u0301s', 'fr')).toEqual(['s']);
  });

  it('divides a text as its parts at a space', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.constantFrom(...LANGS), (a, b, lang) => {
        // A leading mark would join the space before it, in any tokenizer.
        fc.pre(!/^\p{M}/u.test(b.normalize('NFKC')));
        expect(terms(`${a} ${b}`, lang)).toEqual([...terms(a, lang), ...terms(b, lang)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not depend on case or on composition', () => {
    const latin = fc.string({ unit: fc.constantFrom(...'abcéüñ019. ,'), maxLength: 30 });
    fc.assert(
      fc.property(latin, fc.constantFrom(...LANGS), (text, lang) => {
        expect(terms(text.toUpperCase(), lang)).toEqual(terms(text, lang));
        expect(terms(text.normalize('NFD'), lang)).toEqual(terms(text, lang));
      }),
    );
  });

  it('is the same whatever was stemmed before', () => {
    const words = Array.from(
      { length: 60_000 },
      (_, i) => `running${String.fromCharCode(97 + (i % 26))}${i.toString(26)}`,
    );
    const before = terms('generously running moons', 'en');
    terms(words.join(' ').replace(/\d/g, 'q'), 'en');
    expect(terms('generously running moons', 'en')).toEqual(before);
  });

  it('survives an index that only splits on ASCII separators, term by term', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = terms(text, 'en');
        expect(indexed('ascii', found.join(' '))).toEqual(sortedSet(found));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    "The tallest Node.js 3.12 isn't Saturn's v3.12, 1,642 m",
    'Größten Häuser Straße œuvre Łódź',
    'Москва हिन्दी 日本語 ภาษา',
  ])('survives the unicode61 tokenizer: %j', (text) => {
    const found = terms(text, 'en');
    expect(indexed('unicode61 remove_diacritics 0', found.join(' '))).toEqual(sortedSet(found));
  });

  it.each([
    ['one endless word', 'y'.repeat(500_000), 'de'],
    ['endless contractions', "n't".repeat(100_000), 'en'],
    ['endless thousands', '1,234'.repeat(100_000), 'en'],
    ['endless decimals', '1.'.repeat(250_000), 'en'],
    ['endless marks', '\u0301'.repeat(500_000), 'en'],
  ])('takes time linear in %s', (_, text, lang) => {
    expect(cpuMs(() => terms(text, lang))).toBeLessThan(2_000);
  });

  it('cuts a word at 64 and no shorter one, never within a character', () => {
    expect(terms('x'.repeat(64), '')).toEqual(['x'.repeat(64)]);
    expect(terms('x'.repeat(65), '')).toEqual(['x'.repeat(64)]);
    expect(terms(`${'x'.repeat(63)}𝕏𠀀`, '')).toEqual([`${'x'.repeat(64)}`]);
    expect(terms(`${'x'.repeat(63)}𠀀`, '')).toEqual(['x'.repeat(63)]);
  });
});

describe('queryTerms', () => {
  it.each([
    ['en', 'How many moons does Saturn have?', ['mani', 'moon', 'saturn']],
    ['en', 'Is Node.js not the latest?', ['node', 'js', 'not', 'latest']],
    ['en', 'Is it without moons?', ['without', 'moon']],
    ['en', 'moon moons MOON', ['moon']],
    ['de', 'Wie groß ist der Turm?', ['gross', 'turm']],
    ['fr', 'Où est la tour ?', ['tour']],
    ['es', '¿Qué es una canción?', ['cancion']],
    ['it', 'Perché non è vero', ['non', 'ver']],
    ['pt', 'Onde é a cidade?', ['cidad']],
    ['nl', 'Waar is de toren?', ['tor']],
    ['pl', 'what is it', ['what', 'is', 'it']],
  ])('keeps, in %j, the content of %j', (lang, text, expected) => {
    expect(queryTerms(text, lang)).toEqual(expected);
  });

  it('keeps stop words where there is nothing else', () => {
    expect(queryTerms('What is it?', 'en')).toEqual(['what', 'is', 'it']);
    expect(queryTerms('The Who', 'en')).toEqual(['the', 'who']);
  });

  it('asks only for terms that an index of the same text holds', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...LANGS), (text, lang) => {
        const held = new Set(terms(text, lang));
        const asked = queryTerms(text, lang);
        expect(asked.every((term) => held.has(term))).toBe(true);
        expect(asked.length === 0).toBe(held.size === 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['not', 'no', 'never', 'without', 'nor', 'none'])('never drops the negation %j', (word) => {
    expect(queryTerms(`${word} moons`, 'en')).toHaveLength(2);
  });
});
