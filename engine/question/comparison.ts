/** Questions that compare two: "which is taller, A or B?", "do more people live in A or in B?", "is A older than B?". */

/** A comparison as its words say it: the same question once for each of the two. */
export interface StatedComparison {
  /** The two, as written, in the question's order. */
  readonly sides: readonly [string, string];
  /** Per side, questions that would each give its figure, the best first. */
  readonly questions: readonly [readonly string[], readonly string[]];
  /** The base form of what is compared ("tall", "many people"). */
  readonly quality: string;
  /** Whether the larger figure is asked for; "fewer", "earlier" and "younger" ask for the smaller. */
  readonly wantsMore: boolean;
  /** Whether the first is said to be the one ("is A older than B?"), so that yes or no answers. */
  readonly claimed: boolean;
}

const ARTICLE = '(?:the|an?|(?:on|in|at|to|for|by|from)(?:\\sthe)?)';
/** "…, A or B?" and "… in A or in B?" */
const CHOICE = new RegExp(
  `(?:[,:]\\s(?:${ARTICLE}\\s)?(?<one>[^,:]+?)|(?<=\\s)(?:${ARTICLE}\\s)?(?<named>\\p{Lu}[\\p{L}\\p{N}.'’-]*(?:\\s(?:of\\s|the\\s)?[\\p{Lu}\\p{N}][\\p{L}\\p{N}.'’-]*)*)),?\\sor\\s(?:${ARTICLE}\\s)?(?<other>[^,?]+?)\\s*\\?*\\s*$`,
  'u',
);
const THAN = new RegExp(
  `^(?:is|are|was|were|does|do|did|has|have)\\s(?<rest>.+?)\\sthan\\s(?:${ARTICLE}\\s)?(?<other>[^?]+?)(?:\\s(?:is|are|was|were|does|do|did|has|have))?\\s*\\?*\\s*$`,
  'iu',
);
/** "Does A or B have more …?" */
const EITHER = new RegExp(
  `^\\p{L}+\\s(?:${ARTICLE}\\s)?(?<one>\\p{Lu}\\S*(?:\\s\\p{Lu}\\S*)*)\\sor\\s(?:${ARTICLE}\\s)?(?<other>\\p{Lu}\\S*(?:\\s\\p{Lu}\\S*)*)\\s(?<rest>\\p{Ll}[^?]*)\\?*$`,
  'u',
);
const COMPARATIVE =
  /\b(?<more>more|fewer|less)\s(?<graded>\p{Ll}+)|\b(?<adjective>\p{Ll}{2,}er|elder|first|last)\b/giu;
const NO_COMPARATIVE =
  /^(?:other|either|over|under|after|ever|never|number|together|rather|another|whether|order|water|member|river|paper|per|her|player|tower|former|later on)$/iu;
/** What grades time: the smaller date is the earlier. */
const TIMES: ReadonlyMap<string, boolean> = new Map([
  ['earlier', false],
  ['first', false],
  ['sooner', false],
  ['later', true],
  ['last', true],
]);
const LESS =
  /^(?:fewer|less|smaller|shorter|lower|lighter|younger|newer|cheaper|narrower|thinner|slower|nearer|closer|colder|cooler)$/;
/** The other end of the same scale, by which a figure is asked for. */
const POSITIVE: ReadonlyMap<string, string> = new Map(
  'smaller:large shorter:long lower:high lighter:heavy cheaper:expensive narrower:wide thinner:thick slower:fast nearer:far closer:far younger:old newer:old older:old further:far farther:far elder:old colder:hot cooler:hot bigger:big hotter:hot'
    .split(' ')
    .map((pair): [string, string] => [pair.split(':')[0] ?? '', pair.split(':')[1] ?? '']),
);
const AGE = /^(?:older|elder|younger|newer)$/;
/** Adjectives of two or more syllables that "more" grades; after it a noun is counted. */
const GRADED_ADJECTIVE = /(?:ous|ive|ful|able|ible|ing|ed|ern|ant|ent|al|ic|ular|ient)$/;
const UNCOUNTED =
  /^(?:money|water|time|energy|power|rain|snow|land|space|memory|electricity|oil|gas|beer|wine|tea|coffee|storage|weight)$/;

/** Reads a comparison of two; null where the question makes none. */
export function readComparison(text: string): StatedComparison | null {
  const than = THAN.exec(text);
  const either = than === null ? EITHER.exec(text)?.groups : undefined;
  if (either?.one !== undefined && either.other !== undefined)
    return compared(either.rest ?? '', [either.one, either.other], false);
  const choice = than === null ? CHOICE.exec(text) : null;
  const second = (than ?? choice)?.groups?.other?.trim();
  if (second === undefined || (than !== null && !/^\p{Lu}/u.test(second))) return null;
  return than === null ? chosen(text, choice, second) : claimed(than.groups?.rest ?? '', second);
}

function chosen(text: string, choice: RegExpExecArray | null, second: string): StatedComparison | null {
  const first = (choice?.groups?.one ?? choice?.groups?.named)?.trim();
  if (choice === null || first === undefined) return null;
  const frame = text.slice(0, choice.index);
  return compared(frame, [first, second], false);
}

/** "Is A older", "Does A have more seats": the first comes right after the verb. */
function claimed(rest: string, second: string): StatedComparison | null {
  const subject =
    /^(?:the\s|an?\s)?(?<name>\p{Lu}[\p{L}\p{N}.'’-]*(?:\s(?:of\s|the\s)?[\p{Lu}\p{N}][\p{L}\p{N}.'’-]*)*)\s(?<frame>.+)$/u.exec(
      rest,
    );
  const { name, frame } = subject?.groups ?? {};
  return name === undefined || frame === undefined ? null : compared(frame, [name, second], true);
}

function compared(
  frame: string,
  sides: readonly [string, string],
  isClaimed: boolean,
): StatedComparison | null {
  const found = comparativeIn(frame);
  if (found === undefined) return null;
  const { more, graded, adjective = '' } = found.groups ?? {};
  const before = verbBefore(frame.slice(0, found.index));
  const after = frame.slice(found.index + found[0].length).trim();
  const word = adjective.toLowerCase();
  const of = (ask: (side: string) => string[]) => [ask(sides[0]), ask(sides[1])] as const;
  const base = { sides, claimed: isClaimed };
  if (more !== undefined && graded !== undefined) {
    const wantsMore = more.toLowerCase() === 'more';
    if (GRADED_ADJECTIVE.test(graded))
      return { ...base, questions: of((side) => [`How ${graded} is ${side}?`]), quality: graded, wantsMore };
    const ask = UNCOUNTED.test(graded) ? 'How much' : 'How many';
    const rest = `${before} ${after}`.trim();
    const questions = of((side) => [
      rest === '' ? `${ask} ${graded} does ${side} have?` : `${ask} ${graded} ${rest} ${side}?`,
    ]);
    return { ...base, questions, quality: graded, wantsMore };
  }
  const later = TIMES.get(word);
  if (later !== undefined) {
    const verb = `${before} ${after}`.trim();
    const questions = of((side) => [`When was ${side} ${verb}?`.replace(/\s+/g, ' ')]);
    return verb === '' ? null : { ...base, questions, quality: word, wantsMore: later };
  }
  const quality = positiveOf(word);
  const noun = /^(\p{Ll}+)/u.exec(after)?.[1];
  const what = noun === undefined ? '' : `the ${noun} of `;
  const ages = AGE.test(word)
    ? (side: string) => [`When was ${side} built?`, `When was ${side} founded?`, `When was ${side} born?`]
    : () => [];
  const tall = word === 'shorter' ? ['tall'] : [];
  const questions = of((side) => [
    ...[quality, ...tall].map((one) => `How ${one} is ${what}${side}?`),
    ...ages(side),
  ]);
  return { ...base, questions, quality, wantsMore: !LESS.test(word) };
}

/** "Which river is longer": nouns look like comparatives, but do not follow "is" or "the". */
function comparativeIn(frame: string): RegExpExecArray | undefined {
  const found = [...frame.matchAll(COMPARATIVE)].filter(
    ({ groups }) => !NO_COMPARATIVE.test(groups?.adjective ?? ''),
  );
  const placed = found.find(({ index }) =>
    /(?:^|\b(?:is|are|was|were|the|a|an|got|born|more))\s*$/iu.test(frame.slice(0, index)),
  );
  return placed ?? found.at(-1);
}

/** The verb before the comparative; an auxiliary says nothing. */
function verbBefore(words: string): string {
  const last = words.trim().split(/\s+/).at(-1) ?? '';
  return /^(?:is|are|was|were|does|do|did|has|have|had|there|the|an?|which|who|what)$/iu.test(last)
    ? ''
    : last;
}

/** "taller" → "tall", "wider" → "wide", "bigger" → "big", "heavier" → "heavy". */
function positiveOf(comparative: string): string {
  const listed = POSITIVE.get(comparative);
  if (listed !== undefined) return listed;
  if (comparative.endsWith('ier')) return `${comparative.slice(0, -3)}y`;
  const stem = comparative.slice(0, -2);
  if (/([bdgmnpt])\1$/.test(stem)) return stem.slice(0, -1);
  return /(?:id|arg|at|af|os|in|ud|ar|am|it|ag|ok|ap|ur|ic|ens|uct)$/.test(stem) &&
    !/(?:near|dear|clear)$/.test(stem)
    ? `${stem}e`
    : stem;
}
