/** Loads what the first question of a process needs: the tagger, the lexicons, compiled code. */
import { proseLayout } from '../reading/document/prose-layout.ts';
import { candidatesOf } from '../reading/rank/candidates-of.ts';
import { findNear } from '../reading/rank/near.ts';
import { readSentences } from '../reading/rank/read.ts';
import { READING_POLICY } from '../reading/rank/reading-policy.ts';
import { relateStatements } from '../reading/relate/relate-statements.ts';
import { nextSlice } from '../slices.ts';
import { tagEnglish } from '../text/tagger.ts';
import { readClosely } from './read-pool.ts';

const LANG = 'en';
const QUESTION = 'Since when has the tower of Anytown had three bells?';
/**
 * Patterns are compiled when they first meet a text of Latin letters alone, and a text of others, and again at the second one of
 * each: their words differ, since a sentence is read once.
 */
const TEXTS = [
  'The tower of Anytown was built in 1821. It has three bells and a clock.',
  'The tower of Anytown is 40 metres high. Since 3 May 1904 it has four bells.',
  ...[1, 2].flatMap((n) => [textOf(n, ''), textOf(n + 2, ' Its motto is “Ora”.')]),
];

function textOf(n: number, end: string): string {
  return (
    `Version 2.${n} of the tower's clock will, critics say, not run if the old one had been removed. ` +
    `Anytown Clock 1.${n} was planned for 202${n}, and would formerly have cost ${n} million euros.${end}`
  );
}

/** Reads a question and two documents that are not stored, in event-loop slices. */
export async function warmReading(): Promise<void> {
  await nextSlice();
  tagEnglish(QUESTION);
  await nextSlice();
  const candidates = TEXTS.map((text, index) =>
    candidatesOf({
      ...{ id: `a${index}`, title: 'Anytown', text, layout: proseLayout(text), lang: LANG },
      ...{ effectiveAt: `200${index}-01-01T00:00:00.000Z`, retrieval: 1, sections: null },
    }).map(({ candidate }) => candidate),
  );
  for (const one of candidates) await readClosely(findNear(QUESTION, LANG, one));
  readSentences(findNear(QUESTION, LANG, candidates.flat()), null, READING_POLICY);
  await nextSlice();
  const [one = '', other = ''] = TEXTS;
  const statement = (text: string) => ({ text, title: 'Anytown', above: [], header: null });
  relateStatements(statement(one), statement(other), { samePublisher: false, days: 1 });
}
