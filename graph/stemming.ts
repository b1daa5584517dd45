/** Snowball stems by language, cached: a stem costs some 10 µs and texts repeat their words. */
import snowball from 'snowball-stemmers';

const ALGORITHMS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

/** Stems cached per language; past it the cache is emptied. */
const MAX_CACHED = 50_000;

type Stem = (word: string) => string;

const stems = new Map<string, Stem>();

/** Whether words of this language (primary subtag) have stems of their own. */
export function isStemmed(lang: string): boolean {
  return Object.hasOwn(ALGORITHMS, lang);
}

/** The stem of a lower-case word in a language (primary subtag); the word itself where no stemmer is known. */
export function stem(word: string, lang: string): string {
  const algorithm = isStemmed(lang) ? ALGORITHMS[lang] : undefined;
  if (algorithm === undefined) return word;
  let stemmer = stems.get(algorithm);
  if (stemmer === undefined) {
    stemmer = cachedStemmer(algorithm);
    stems.set(algorithm, stemmer);
  }
  return stemmer(word);
}

function cachedStemmer(algorithm: string): Stem {
  const stemmer = snowball.newStemmer(algorithm);
  const known = new Map<string, string>();
  return (word) => {
    const cached = known.get(word);
    if (cached !== undefined) return cached;
    if (known.size >= MAX_CACHED) known.clear();
    const result = stemmer.stem(word);
    known.set(word, result);
    return result;
  };
}
