/** Set phrases behind a verb that take nothing from what is affirmed: always, for everybody, of its own, by that score. */
import type { Word } from '../question/stems.ts';

const SET_PHRASES: readonly (readonly string[])[] = [
  'all year round',
  'all the year round',
  'all year',
  'all day',
  'all day long',
  'every day',
  'day and night',
  'round the clock',
  'around the clock',
  'at all times',
  'to this day',
  'to date',
  'of its own',
  'of their own',
  'of her own',
  'of his own',
  'to all traffic',
  'to all visitors',
  'to all comers',
  'to all',
  'to everyone',
  'to everybody',
  'for everyone',
  'for everybody',
  'for all',
  'to the public',
  'in force',
  'in place',
].map((phrase) => phrase.split(' '));
/** What may not follow: "for all members", "to the public gallery" say less. */
const GOES_ON = /^(?:NOUN|PROPN|ADJ|NUM|X)$/;

/** Of a denial they would be taken wrongly: what is not free all year may be free in May. */
export function withoutSetPhrases(words: readonly Word[], denied: boolean): readonly Word[] {
  if (denied) return words;
  const kept: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const length = Math.max(setPhraseAt(words, at), scoreAt(words, at));
    if (length === 0) kept.push(...words.slice(at, at + 1));
    else at += length - 1;
  }
  return kept;
}

function setPhraseAt(words: readonly Word[], at: number): number {
  const fitting = SET_PHRASES.filter(
    (phrase) =>
      phrase.every((part, i) => words[at + i]?.norm === part) &&
      !GOES_ON.test(words[at + phrase.length]?.pos ?? ''),
  );
  return Math.max(0, ...fitting.map(({ length }) => length));
}

/** "won the derby 2–1". */
function scoreAt(words: readonly Word[], at: number): number {
  const [home, dash, away] = words.slice(at, at + 3);
  const figure = (word: Word | undefined) => /^\d{1,2}$/.test(word?.norm ?? '');
  return figure(home) && figure(away) && /^[-–:]$/.test(dash?.text ?? '') ? 3 : 0;
}
