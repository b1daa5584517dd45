/** The package ships no types of its own. */
declare module 'snowball-stemmers' {
  interface Stemmer {
    /** The stem of one lower-case word. */
    stem(word: string): string;
  }
  const factory: {
    /** @param algorithm a language's English name; an unknown one throws */
    newStemmer(algorithm: string): Stemmer;
    algorithms(): string[];
  };
  export default factory;
}
