/** Numbers, days, times and lists as the page's language writes them. */
import { type LanguageTag, spokenLanguage } from './language.ts';

/** English as the page has always written it: the day before the month. */
const LOCALES: Readonly<Record<LanguageTag, string>> = {
  en: 'en-GB',
  de: 'de',
  es: 'es',
  'en-XA': 'en-GB',
  'ar-XB': 'en-GB',
};

interface Formats {
  readonly number: Intl.NumberFormat;
  /** Two digits behind the comma. */
  readonly part: Intl.NumberFormat;
  /** Days of this page are days of the world's clock, like the engine's. */
  readonly day: Intl.DateTimeFormat;
  readonly month: Intl.DateTimeFormat;
  /** In the reader's own zone. */
  readonly clock: Intl.DateTimeFormat;
  /** In the reader's own zone. */
  readonly instant: Intl.DateTimeFormat;
  readonly relative: Intl.RelativeTimeFormat;
  /** How long something took. */
  readonly lasted: (unit: string) => Intl.NumberFormat;
  readonly list: Intl.ListFormat;
  readonly plural: Intl.PluralRules;
  readonly order: Intl.Collator;
  /** Names of languages by their tags. */
  readonly language: Intl.DisplayNames;
}

const made = new Map<LanguageTag, Formats>();

export function formats(): Formats {
  const { tag } = spokenLanguage();
  const known = made.get(tag);
  if (known !== undefined) return known;
  const fresh = makeFormats(LOCALES[tag]);
  made.set(tag, fresh);
  return fresh;
}

function makeFormats(locale: string): Formats {
  const timeZone = 'UTC';
  return madeOnce<Formats>({
    number: () => new Intl.NumberFormat(locale, { useGrouping: 'min2', maximumFractionDigits: 2 }),
    part: () => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    day: () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone }),
    month: () => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone }),
    clock: () => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }),
    instant: () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }),
    lasted: () => (unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
    relative: () => new Intl.RelativeTimeFormat(locale, { style: 'short' }),
    list: () => new Intl.ListFormat(locale, { style: 'short', type: 'unit' }),
    plural: () => new Intl.PluralRules(locale),
    order: () => new Intl.Collator(locale),
    language: () => new Intl.DisplayNames(locale, { type: 'language' }),
  });
}

/** Members that are made when they are first read: to make all of these takes a phone longer than to draw the first view. */
function madeOnce<Made extends object>(makers: { readonly [Name in keyof Made]: () => Made[Name] }): Made {
  const made = new Map<PropertyKey, unknown>();
  const members = Object.keys(makers).map((name) => {
    // `Object.keys` gives the names of `Made` as text.
    const make = makers[name as keyof Made];
    const get = () => {
      if (!made.has(name)) made.set(name, make());
      return made.get(name);
    };
    return [name, { get, enumerable: true }] as const;
  });
  // Each member of `Made` has its maker.
  return Object.defineProperties({}, Object.fromEntries(members)) as Made;
}
