/** Denials: one side says no to what the other states. Pure. */
import { type Feature, featureAt } from './feature.ts';
import { contentBeside, coverage, coverageNear, isAlike, type Pairing } from './pairing.ts';
import { NEGATIONS, type StatedWord } from './read-words.ts';

/** Verbs and adjectives that deny what follows them. */
const DENIALS: ReadonlySet<string> = new Set(
  'refused refuses fail fails failed unable incapable declined denied cannot'.split(' '),
);
/** Content words after a denial that it may concern. */
const REACH = 4;

/** The denial of the side that has one, where the other side states the denied word without any. */
export function denialFeatures(pairing: Pairing): Feature[] {
  const { claim, evidence } = pairing;
  const [ours, theirs] = [denialsIn(claim), denialsIn(evidence)];
  if (ours.length + theirs.length !== 1) return [];
  const isOurs = ours.length === 1;
  const [denying, other] = isOurs ? [claim, evidence] : [evidence, claim];
  const at = (isOurs ? ours : theirs)[0] ?? 0;
  const denied = denying.slice(at + 1, at + 1 + REACH).find((word) => word.content);
  const met = denied === undefined ? undefined : other.find((word) => isAlike(word, denied));
  const denial = denying[at];
  if (denial === undefined || met === undefined) return [];
  const [mine, found] = isOurs ? [denial, met] : [met, denial];
  const [place, to] = [claim.indexOf(mine), evidence.indexOf(found)];
  // A denied word of the claim is shared; a denial of its own is not.
  const except = isOurs ? [place] : [];
  return [
    {
      ...featureAt(pairing, 'negation_mismatch', place, to),
      overlap: coverage(pairing, except),
      near: coverageNear(pairing, to, except),
      rest: contentBeside(pairing, except),
      fit: isOurs ? 1 : 0,
    },
  ];
}

function denialsIn(words: readonly StatedWord[]): number[] {
  return words.flatMap(({ norm }, at) => {
    const only = norm === 'not' && /^(?:only|just)$/.test(words[at + 1]?.norm ?? '');
    return (NEGATIONS.has(norm) || DENIALS.has(norm)) && !only ? [at] : [];
  });
}
