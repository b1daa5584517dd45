/** Verbs of two words, and the one verb that says the same: "set up" is "established", "passed away" is "died". */
import type { Token } from '../text/tokens.ts';

/** The words by lemma, which of them carries the meaning, and the verb it stands for. */
type Phrase = readonly [first: string, second: string, carrier: 0 | 1, verb: string];

const PHRASES: readonly Phrase[] = [
  ['set', 'up', 0, 'establish'],
  ['pass', 'away', 0, 'die'],
  ['put', 'up', 0, 'build'],
  ['shut', 'down', 0, 'close'],
  ['bring', 'out', 0, 'release'],
  ['take', 'place', 1, 'hold'],
  ['in', 'charge', 1, 'head'],
];

/** The verb that the token at `at` stands for with its neighbour; null where it stands for itself. */
export function phraseVerb(tokens: readonly Token[], at: number): string | null {
  const found = PHRASES.find(([first, second, carrier]) => {
    const from = at - carrier;
    return tokens[from]?.lemma === first && tokens[from + 1]?.norm === second;
  });
  return found?.[3] ?? null;
}
