import { spokenLanguage } from './language.ts';

/** What the server said in English, in the page's language; as it was said where no catalogue has it. */
export function sayServer(english: string): string {
  return spokenLanguage().pack.sentence(english) ?? english;
}
