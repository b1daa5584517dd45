/** Which language the page speaks, and what it says in it. English is in the page; another language comes when it is chosen. */
import type { Catalogue } from './catalogue.ts';
import type { LanguagePack, Message } from './message.ts';

/** Languages that readers choose from. */
export const LANGUAGES = ['en', 'de', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Languages that only an address chooses, for tests of the layout and of completeness: English with accents and 40 % longer, and
 * English from right to left.
 */
const PSEUDO = ['en-XA', 'ar-XB'] as const;
export type LanguageTag = Language | (typeof PSEUDO)[number];

const TAGS: readonly LanguageTag[] = [...LANGUAGES, ...PSEUDO];
const RIGHT_TO_LEFT: ReadonlySet<LanguageTag> = new Set(['ar-XB']);

const ENGLISH: LanguagePack = { message: (_area, _key, english) => english, sentence: () => null };

const PACKS: Readonly<Record<LanguageTag, () => Promise<LanguagePack>>> = {
  en: () => Promise.resolve(ENGLISH),
  de: () => packOf(import('./de/german.ts').then((it) => it.german)),
  es: () => packOf(import('./es/spanish.ts').then((it) => it.spanish)),
  'en-XA': () => import('./pseudo.ts').then((it) => it.ACCENTED),
  'ar-XB': () => Promise.resolve(ENGLISH),
};

async function packOf(loading: Promise<Catalogue>): Promise<LanguagePack> {
  const [catalogue, { sentenceIn }] = await Promise.all([loading, import('./sentences.ts')]);
  return {
    message: (area, key, english) => areaOf(catalogue, area)[key] ?? english,
    sentence: (english) => sentenceIn(catalogue.sentences, english),
  };
}

function areaOf(catalogue: Catalogue, area: string): Readonly<Record<string, Message>> {
  return catalogue.areas[area as keyof Catalogue['areas']];
}

interface Spoken {
  readonly tag: LanguageTag;
  readonly pack: LanguagePack;
}

let spoken: Spoken = { tag: 'en', pack: ENGLISH };
/** Counts choices: words of an older one may come later. */
let choice = 0;
const listeners = new Set<() => void>();

/** The language that the page speaks now. */
export function spokenLanguage(): Spoken {
  return spoken;
}

export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Speaks it once its words are here.
 * @returns whether it is spoken: not where another was chosen meanwhile, whether or not its words came
 * @throws what the browser says of words that it cannot load: the language stays
 */
export async function speak(tag: LanguageTag): Promise<boolean> {
  choice += 1;
  const own = choice;
  const pack = await PACKS[tag]().catch((fault: unknown) => {
    if (own === choice) throw fault;
    return null;
  });
  if (pack === null || own !== choice) return false;
  spoken = { tag, pack };
  document.documentElement.lang = tag;
  document.documentElement.dir = RIGHT_TO_LEFT.has(tag) ? 'rtl' : 'ltr';
  for (const listener of listeners) listener();
  return true;
}

export interface LanguageWishes {
  /** Of the address: `lang=de`. */
  readonly address: string | null;
  /** What this tab was opened with. */
  readonly tab: string | null;
  /** What the reader chose in this browser. */
  readonly stored: string | null;
  /** Of the browser, the preferred one first. */
  readonly browser: readonly string[];
}

/** The first wish that can be met; else English. Pure. */
export function languageFor({ address, tab, stored, browser }: LanguageWishes): LanguageTag {
  for (const wish of [address, tab, stored]) {
    const tag = TAGS.find((one) => one === wish);
    if (tag !== undefined) return tag;
  }
  const spokenThere = browser.map((one) => one.toLowerCase().split('-')[0]);
  return spokenThere.flatMap((one) => LANGUAGES.find((tag) => tag === one) ?? [])[0] ?? 'en';
}
