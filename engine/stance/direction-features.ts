/** "Increases" against "reduces" the same thing: the direction in which something is said to go. Pure. */
import { stem } from '../../graph/stemming.ts';
import { type Feature, featureAt } from './feature.ts';
import { isAlike, type Pairing } from './pairing.ts';
import type { StatedWord } from './read-words.ts';

const UP = stems(
  `increase increased increases increasing rise rises rising raise raised elevate elevated elevation enhance enhanced enhances
  upregulate upregulated upregulation augment promote promoted promotes stimulate stimulates induce induces induced
  accelerate accelerates higher greater more boost amplify exacerbate worsen worsens heighten encourage encourages trigger
  overexpression gain improve improves facilitate facilitates positively longer`,
);
const DOWN = stems(
  `decrease decreased decreases reduce reduced reduces reduction decline diminish diminished lower lowers lowered less fewer
  downregulate downregulated downregulation attenuate attenuated inhibit inhibits inhibition suppress suppresses
  suppression prevent prevents block blocks blocked impair impairs impaired protect protects protection protective limit
  mitigate slow slows delay delayed abrogate abolish ameliorate hamper repress shrink dampen dampened restrict negatively
  shorter alleviate loss`,
);
/** Words that turn what is said of a thing into what is said of its absence. */
const ABSENCE = stems(
  `lack lacking absence absent deficiency deficient knockout deletion deleted depletion depleted knockdown null without
  inhibitor inhibitors inhibiting blockade antagonist silencing disruption loss reducing reduced inhibition`,
);
/** Words between a direction and what goes there. */
const REACH = 4;

/** The claim's only direction, where the sentence sends the same thing the other way and never this one. */
export function directionFeatures(pairing: Pairing): Feature[] {
  const { claim, evidence } = pairing;
  const ours = directionsIn(claim);
  const [mine] = ours;
  if (mine === undefined || ours.length > 1) return [];
  const target = targetOf(claim, mine.at);
  if (target.length === 0) return [];
  const sent = directionsIn(evidence).filter(({ at }) => isNear(evidence, at, target));
  const [against] = sent;
  if (against === undefined || sent.some(({ sign }) => sign === mine.sign)) return [];
  if (absences(claim, mine.at) % 2 !== absences(evidence, against.at) % 2) return [];
  const fit = target.filter((word) => evidence.some((other) => isAlike(word, other))).length;
  return [{ ...featureAt(pairing, 'opposite_direction', mine.at, against.at), fit }];
}

interface Direction {
  readonly at: number;
  readonly sign: 1 | -1;
}

/** "Enhanced suppression" is one direction: down. */
function directionsIn(words: readonly StatedWord[]): Direction[] {
  const found: Direction[] = [];
  for (const [at, { stem: one }] of words.entries()) {
    const sign = signOf(one);
    if (sign === null) continue;
    const last = found.at(-1);
    const joined = last !== undefined && at - last.at <= 1 + Number(words[at - 1]?.content === false);
    if (joined && last !== undefined) found[found.length - 1] = { at, sign: sign === last.sign ? sign : -1 };
    else found.push({ at, sign });
  }
  return found;
}

function signOf(one: string): 1 | -1 | null {
  if (UP.has(one)) return 1;
  return DOWN.has(one) ? -1 : null;
}

/** What goes there: the content words after the direction, else those before it ("activity is reduced"). */
function targetOf(words: readonly StatedWord[], at: number): StatedWord[] {
  const after = words.slice(at + 1, at + 1 + REACH).filter(({ content }) => content);
  return after.length > 0
    ? after
    : words.slice(Math.max(0, at - REACH - 1), at).filter(({ content }) => content);
}

function isNear(words: readonly StatedWord[], at: number, target: readonly StatedWord[]): boolean {
  const near = words.slice(Math.max(0, at - REACH), at + 1 + REACH);
  return target.some((word) => near.some((other) => isAlike(word, other)));
}

function absences(words: readonly StatedWord[], except: number): number {
  return words.filter(({ stem: one }, at) => at !== except && ABSENCE.has(one)).length;
}

function stems(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).map((word) => stem(word, 'en')));
}
