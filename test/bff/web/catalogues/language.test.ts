import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { formats } from '../../../../bff/web/catalogues/formats.ts';
import {
  type LanguageWishes,
  languageFor,
  onLanguage,
  speak,
  spokenLanguage,
} from '../../../../bff/web/catalogues/language.ts';
import { accented } from '../../../../bff/web/catalogues/pseudo.ts';
import { sayServer } from '../../../../bff/web/catalogues/say-server.ts';
import { sayShell } from '../../../../bff/web/catalogues/shell.ts';
import {
  agoWords,
  beliefWords,
  dayWords,
  lastedWords,
  listWords,
  percentWords,
  reasonWords,
  verdictWord,
} from '../../../../bff/web/words.ts';

const NONE: LanguageWishes = { address: null, tab: null, stored: null, browser: [] };
const root = { lang: '', dir: '' };

beforeEach(() => void vi.stubGlobal('document', { documentElement: root }));
afterEach(async () => {
  await speak('en');
  vi.unstubAllGlobals();
});

describe('the language', () => {
  it('is the one that was chosen last, whichever words come last', async () => {
    const spoken = await Promise.all([speak('de'), speak('es'), speak('en')]);
    expect(spoken).toEqual([false, false, true]);
    expect(spokenLanguage().tag).toBe('en');
    expect(root.lang).toBe('en');
  });

  it('is the one that was chosen last, also where words of an older choice cannot be loaded', async () => {
    const german = '../../../../bff/web/catalogues/de/german.ts';
    vi.doMock(german, () => {
      throw new Error('offline');
    });
    onTestFinished(() => vi.doUnmock(german));
    expect(await Promise.all([speak('de'), speak('es')])).toEqual([false, true]);
    await expect(speak('de')).rejects.toThrow();
    expect(spokenLanguage().tag).toBe('es');
  });

  it.each([
    [{}, 'en'],
    [{ browser: ['de-AT', 'en'] }, 'de'],
    [{ browser: ['fr', 'ES-mx', 'de'] }, 'es'],
    [{ browser: ['fr', 'it'] }, 'en'],
    [{ browser: ['de'], stored: 'es' }, 'es'],
    [{ stored: 'es', tab: 'de' }, 'de'],
    [{ tab: 'de', address: 'es' }, 'es'],
    [{ address: 'xx', stored: 'de' }, 'de'],
    [{ address: 'DE', stored: '<script>' }, 'en'],
    [{ address: 'toString', stored: '__proto__' }, 'en'],
    [{ browser: ['en-XA'] }, 'en'],
    [{ address: 'en-XA' }, 'en-XA'],
  ] as const)('of %j is %s', (wishes, tag) => {
    expect(languageFor({ ...NONE, ...wishes })).toBe(tag);
  });

  it('is that of the document, and known to those who listen', async () => {
    const heard = vi.fn();
    const leave = onLanguage(heard);
    await speak('de');
    expect(root).toEqual({ lang: 'de', dir: 'ltr' });
    await speak('ar-XB');
    expect(root).toEqual({ lang: 'ar-XB', dir: 'rtl' });
    leave();
    await speak('es');
    expect(heard).toHaveBeenCalledTimes(2);
    expect(spokenLanguage().tag).toBe('es');
  });
});

describe('a message', () => {
  it('has the form of its number in each language', async () => {
    const said: string[] = [];
    for (const tag of ['en', 'de', 'es'] as const) {
      await speak(tag);
      for (const count of [0, 1, 2, 12_345]) said.push(sayShell('documents', { count }));
    }
    expect(said).toEqual([
      '0 documents',
      '1 document',
      '2 documents',
      '12,345 documents',
      '0 Dokumente',
      '1 Dokument',
      '2 Dokumente',
      '12.345 Dokumente',
      '0 documentos',
      '1 documento',
      '2 documentos',
      '12.345 documentos',
    ]);
  });

  it('holds what is put into it as it is, braces included', async () => {
    await speak('de');
    expect(sayShell('joined', { organisation: '{organisation} $& <b>' })).toBe(
      'Sie sind jetzt Mitglied von {organisation} $& <b>.',
    );
  });

  it('is found by a word of the wire, or not at all', async () => {
    await speak('es');
    expect(reasonWords('contested')).toBe('Su evidencia está en discusión.');
    expect(reasonWords('some_new_reason')).toBe('some new reason.');
    expect(sayShell.known('toString')).toBeNull();
  });

  it('of the server is said in the language, and as it is where nobody knows it', async () => {
    expect(sayServer('The engine is out of reach.')).toBe('The engine is out of reach.');
    await speak('de');
    expect(sayServer('The engine is out of reach.')).toBe('Die Engine ist nicht erreichbar.');
    expect(sayServer('Out of cheese.')).toBe('Out of cheese.');
  });
});

describe('numbers and times', () => {
  const all = () => [
    dayWords('2025-03-14'),
    beliefWords(0.714),
    percentWords(0.72),
    percentWords(1),
    percentWords(0),
    agoWords(3 * 3_600_000),
    agoWords(4 * 86_400_000),
    lastedWords(300_000),
    formats().number.format(1_000),
    verdictWord('FAIL'),
    listWords(['a', 'b', 'c']),
  ];
  // The space before a sign of percent is one that does not break a line.
  const spoken = async (tag: 'en' | 'de' | 'es') => {
    await speak(tag);
    return all().map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '));
  };

  it('are as in English', async () => {
    expect(await spoken('en')).toMatchInlineSnapshot(`
      [
        "14 March 2025",
        ".71",
        "72 %",
        "over 99 %",
        "under 1 %",
        "3 hr ago",
        "4 days ago",
        "5 mins",
        "1000",
        "No longer holds",
        "a, b, c",
      ]
    `);
  });
  it('are as in German', async () => {
    expect(await spoken('de')).toMatchInlineSnapshot(`
      [
        "14. März 2025",
        "0,71",
        "72 %",
        "über 99 %",
        "unter 1 %",
        "vor 3 Std.",
        "vor 4 Tagen",
        "5 Min.",
        "1000",
        "Gilt nicht mehr",
        "a, b und c",
      ]
    `);
  });
  it('are as in Spanish', async () => {
    expect(await spoken('es')).toMatchInlineSnapshot(`
      [
        "14 de marzo de 2025",
        "0,71",
        "72 %",
        "más del 99 %",
        "menos del 1 %",
        "hace 3 h",
        "hace 4 d",
        "5 min",
        "1000",
        "Ya no se sostiene",
        "a, b, c",
      ]
    `);
  });
});

describe('accented English', () => {
  it('is 40 % longer, in brackets, and keeps its places', () => {
    const text = 'Watching {count} questions';
    const made = accented(text);
    expect(made).toMatch(/^⟦.*\{count\}.*⟧$/);
    expect(made.length).toBeGreaterThanOrEqual(text.length * 1.4);
    expect(accented('')).toBe('⟦⟧');
  });

  it('is said in the place of English', async () => {
    await speak('en-XA');
    expect(sayShell('documents', { count: 7 })).toMatch(/^⟦7 dóçúméñtš?.*⟧$|^⟦7 .*⟧$/);
    expect(sayServer('The engine is out of reach.')).toMatch(/^⟦.*⟧$/);
  });
});
