/** Questions about who came before or after somebody: the asked relation, and the question without the words for it. */

/** `predecessor`: the named one came, who left? `successor`: the named one left, who came? `defeated`: whom did it beat? */
export type SuccessionKind = 'predecessor' | 'successor' | 'defeated';

/** The relation, the name it starts from as written, and what is left of the question. */
export interface AskedSuccession {
  readonly kind: SuccessionKind;
  readonly name: string;
  readonly rest: string;
}

const NAME =
  "(?<name>\\p{Lu}[\\p{L}.’'-]*(?:\\s(?:\\p{Lu}[\\p{L}\\p{N}.’'-]*|of|van|de|von|der|den|la|al))*)";
const END = '(?=[\\s?,.]|$)';
const WHO = '(?<who>who|whom|whose|which\\s[\\p{Ll} ]+?|what\\s[\\p{Ll} ]+?)';
const WAS = '(?:is|was|were|has been|had been|became)';
const DID = '(?:did|does|do|has|had|have)';
const REPLACE =
  '(?:replaced?|succeed(?:ed)?|follow(?:ed)?|tak(?:e|en) over from|taken? the place of|displaced?|supersede|superseded|supplant(?:ed)?)';
const AS = '(?<as>\\s(?:as|in|of)\\s[^?]*?)?';

const FORMS: readonly (readonly [SuccessionKind, string])[] = [
  [
    'defeated',
    `^${WHO}\\s${DID}\\s${NAME}\\s(?:beat(?:en)?|defeat(?:ed)?|oust(?:ed)?|unseat(?:ed)?|overcome)${END}${AS}`,
  ],
  ['defeated', `^${WHO}\\s(?:was|were)\\s(?:beaten|defeated|ousted|unseated)\\sby\\s${NAME}${END}${AS}`],
  ['predecessor', `^${WHO}\\s${DID}\\s${NAME}\\s${REPLACE}${END}${AS}`],
  ['predecessor', `^${WHO}\\s(?:was|were)\\s(?:succeeded|replaced|followed)${AS}\\sby\\s${NAME}${END}`],
  ['predecessor', `^whose\\s(?:immediate\\s|direct\\s)?successor${AS}\\s${WAS}\\s${NAME}${END}`],
  ['predecessor', `^${WHO}\\s${WAS}\\s${NAME}['’]s\\s(?:immediate\\s|direct\\s)?predecessor${AS}${END}`],
  [
    'predecessor',
    `^${WHO}\\s${WAS}\\s(?:the\\s)?(?:immediate\\s|direct\\s)?predecessor\\s(?:of|to)\\s${NAME}${END}${AS}`,
  ],
  [
    'predecessor',
    `^${WHO}\\s(?:preceded|came before|handed over to|made way for|gave way to)\\s${NAME}${END}${AS}`,
  ],
  [
    'predecessor',
    `^${WHO}(?<as>\\s[^?]+?)\\s(?:(?:immediately|just|right|directly)\\s)?(?:before|prior to)\\s${NAME}${END}`,
  ],
  [
    'successor',
    `^${WHO}\\s(?:has\\s)?(?:succeeds|succeeded|replaces|replaced|follows|followed|(?:took|takes|taken) over from|came after|comes after|(?:took|takes|taken) the place of)\\s${NAME}${END}${AS}`,
  ],
  ['successor', `^${WHO}\\s${WAS}\\s${NAME}['’]s\\ssuccessor${AS}${END}`],
  ['successor', `^${WHO}\\s${WAS}\\s(?:the\\s)?successor\\s(?:of|to)\\s${NAME}${END}${AS}`],
  ['successor', `^whose\\s(?:immediate\\s|direct\\s)?predecessor${AS}\\s${WAS}\\s${NAME}${END}`],
  [
    'successor',
    `^(?:by\\s)?${WHO}\\s(?:was|has|is)\\s${NAME}\\s(?:been\\s)?(?:succeeded|replaced|followed)(?:\\sby)?${END}${AS}`,
  ],
  ['successor', `^(?:to\\s)?${WHO}\\s${DID}\\s${NAME}\\shand(?:ed)?\\sover(?:\\sto)?${END}${AS}`],
];
const PATTERNS = FORMS.map(([kind, source]) => [kind, new RegExp(source, 'u')] as const);

/** Reads the relation that a question asks for; null where it asks for none. */
export function readSuccession(text: string): AskedSuccession | null {
  const lowered = text.charAt(0).toLowerCase() + text.slice(1);
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(lowered);
    const { name, who = 'who', as = '' } = match?.groups ?? {};
    if (match === null || name === undefined) continue;
    const tail = lowered.slice(match.index + match[0].length);
    return { kind, name, rest: `${/^whom?$/.test(who) ? 'who' : who} ${name}${as}${tail}` };
  }
  return null;
}
