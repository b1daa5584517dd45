/**
 * Questions for yes or no that nothing answers: golden ones in which one noun is another question's. Of golden questions for yes or
 * no next to all have an answer, so that nothing else would teach that a sentence about other things gives none.
 */
import { readAsked } from '../../../engine/reading/rank/asked.ts';
import { readPool } from '../../../engine/reading/rank/pool.ts';
import { readViews } from '../../../engine/reading/rank/view.ts';
import { readWords, type Word } from '../../../engine/reading/words/stems.ts';
import type { Sample } from './sample.ts';

/** Questions behind one of which the first is taken whose noun it does not have. */
const REACH = 8;

/** One of each question that has a noun and a fit neighbour; similarities are those of the question itself. */
export function swappedQuestions(samples: readonly Sample[]): Sample[] {
  const asked = samples.filter(({ part, views: [first] }) => {
    return part === 'whole' && first?.pool.asked.form === 'yes-no';
  });
  return asked.flatMap((sample, at) => {
    const nouns = nounsOf(sample);
    const own = nouns[at % Math.max(1, nouns.length)];
    const next = Array.from({ length: REACH }, (_, i) => asked[(at + 1 + i) % asked.length]);
    const noun = next
      .flatMap((other) => (other === undefined ? [] : nounsOf(other).slice(-1)))
      .find(({ norm }) => !sample.golden.q.toLowerCase().includes(norm));
    return own === undefined || noun === undefined ? [] : [swapped(sample, own, noun.text)];
  });
}

function nounsOf({ golden: { q } }: Sample): Word[] {
  return readWords(q, 'en').filter(({ pos }) => pos === 'NOUN');
}

function swapped(sample: Sample, { start, end }: Word, noun: string): Sample {
  const { golden, views, labels } = sample;
  const q = golden.q.slice(0, start) + noun + golden.q.slice(end);
  const reads = views.map(({ read }) => read);
  return {
    ...sample,
    part: 'swapped',
    golden: { ...golden, q, want: null, kind: 'none' },
    views: readViews(readPool(readAsked(q, 'en'), reads), reads),
    labels: labels.map(() => 0),
  };
}
