declare module 'snowball-stemmers' {
  /** A stemmer of one language; `stem` expects lower case. */
  export function newStemmer(language: string): { stem(word: string): string };
  const stemmers: { newStemmer: typeof newStemmer };
  export default stemmers;
}
