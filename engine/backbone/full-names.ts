/**
 * Names that a question uses in short: "Saltby" where the texts say "Saltby Town". Only the texts at hand can tell: where
 * most of them use the short form by itself, or it has several long ones, it is another name.
 */
import { calendarWords } from '../question/function-words.ts';
import type { Question, QuestionName } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { foldForComparison } from '../text/word-forms.ts';
import type { SentenceReading } from './sentence-reading.ts';

/** What stands in a place, is named after it and is not the place: its newspaper, its station, its school. */
const BESIDE_PLACE =
  /^(?:airport|arena|avenue|bank|bay|beach|bridge|castle|cathedral|chronicle|church|close|college|council|courier|drive|echo|evening|express|festival|gazette|hall|herald|high|hospital|hotel|house|inn|journal|lake|lane|library|mail|market|mercury|morning|museum|news|observer|park|post|press|primary|prize|review|river|road|school|square|standard|star|station|street|sunday|telegraph|theatre|times|tower|treaty|tribune|university|weekly)$/;

/** The question, its short names open to the one longer form that the texts use. */
export function withFullNames(question: Question, readings: readonly SentenceReading[]): Question {
  const names = question.names.map((name) => withFullName(name, readings));
  return names.every((name, i) => name === question.names[i]) ? question : { ...question, names };
}

function withFullName(name: QuestionName, readings: readonly SentenceReading[]): QuestionName {
  const [word] = name.words;
  if (word === undefined || name.words.length > 1 || /\d/.test(word)) return name;
  const longer = new Set<string>();
  let balance = 0;
  for (const document of Map.groupBy(readings, ({ candidate }) => candidate.artefact).values()) {
    const nexts = document.flatMap(({ words, title }) => [
      ...nextAfter(word, words),
      ...nextAfter(word, title),
    ]);
    const named = nexts.filter((next) => next !== null);
    for (const next of named) longer.add(next);
    // A text that gives the long form may go on with the short one.
    balance += named.length > 0 ? 1 : -Number(nexts.length > 0);
  }
  const [next] = longer;
  const known = longer.size === 1 && balance > 0 && next !== undefined && !BESIDE_PLACE.test(next);
  return known ? { ...name, longer: next } : name;
}

/** The word that goes on each mention of the name; null where it stands alone. */
function nextAfter(name: string, words: readonly Word[]): (string | null)[] {
  return words.flatMap((word, i) => {
    if (foldForComparison(word.norm) !== name) return [];
    const next = words[i + 1];
    const goesOn =
      next !== undefined &&
      next.start === word.end + 1 &&
      /^\p{Lu}\p{Ll}/u.test(next.text) &&
      !calendarWords.has(next.norm);
    return [goesOn ? foldForComparison(next.norm) : null];
  });
}
