/**
 * The little that reading a question needs to know about words, kept general: adjectives and the nouns they measure,
 * and everyday verbs that ask for the same fact. Anything that morphology can derive is left to `kinship.ts`.
 */

/** What a quantity measures. `any` stands for an attribute that names no dimension ("record", "limit"). */
export type Dimension =
  | 'length'
  | 'area'
  | 'volume'
  | 'mass'
  | 'duration'
  | 'speed'
  | 'temperature'
  | 'money'
  | 'percent'
  | 'power'
  | 'storage'
  | 'count'
  | 'any';

/** One measurable idea: the words that name it and the dimensions in which it is stated. */
export interface Concept {
  readonly name: string;
  readonly dimensions: readonly Dimension[];
  /** Lemmas: first the adjective as it follows "how", then nouns and verbs. */
  readonly words: readonly string[];
}

/** Adjective, noun and verb of each measurable idea (decisions §9: the asked noun, unit or dimension). */
export const concepts: readonly Concept[] = [
  { name: 'depth', dimensions: ['length'], words: ['deep', 'depth'] },
  {
    name: 'height',
    dimensions: ['length'],
    words: ['high', 'tall', 'height', 'elevation', 'altitude', 'rise'],
  },
  { name: 'length', dimensions: ['length'], words: ['long', 'length', 'stretch', 'measure', 'span'] },
  { name: 'width', dimensions: ['length'], words: ['wide', 'width', 'broad', 'breadth'] },
  { name: 'thickness', dimensions: ['length'], words: ['thick', 'thickness'] },
  { name: 'distance', dimensions: ['length'], words: ['far', 'distance', 'distant', 'away', 'apart'] },
  { name: 'weight', dimensions: ['mass'], words: ['heavy', 'weigh', 'weight', 'mass'] },
  { name: 'age', dimensions: ['duration'], words: ['old', 'age', 'aged'] },
  { name: 'time', dimensions: ['duration'], words: ['duration', 'lifespan'] },
  { name: 'speed', dimensions: ['speed'], words: ['fast', 'speed'] },
  {
    name: 'area',
    dimensions: ['area', 'length', 'volume', 'count'],
    words: ['big', 'large', 'area', 'size', 'cover'],
  },
  {
    name: 'price',
    dimensions: ['money'],
    words: ['expensive', 'cost', 'price', 'charge', 'fare', 'fee', 'sell', 'pay', 'sale'],
  },
  { name: 'wage', dimensions: ['money'], words: ['wage', 'salary', 'pay', 'earn'] },
  { name: 'temperature', dimensions: ['temperature'], words: ['hot', 'cold', 'warm', 'temperature'] },
  {
    name: 'population',
    dimensions: ['count'],
    words: ['populous', 'population', 'inhabitant', 'people', 'resident', 'populate', 'live'],
  },
  {
    name: 'capacity',
    dimensions: ['count', 'volume', 'storage'],
    words: ['capacity', 'seat', 'hold', 'accommodate'],
  },
  { name: 'share', dimensions: ['percent'], words: ['percentage', 'percent', 'share', 'proportion', 'rate'] },
];

/** Verbs and nouns that state the same event or relation; each row is closed under itself only. */
export const kinGroups: readonly (readonly string[])[] = [
  ['found', 'establish', 'create', 'start', 'set'],
  ['build', 'construct', 'erect', 'complete'],
  ['release', 'publish', 'ship', 'launch', 'issue', 'out'],
  ['open', 'inaugurate'],
  ['own', 'owner', 'buy', 'acquire', 'purchase', 'belong', 'takeover'],
  ['base', 'headquarters', 'headquarter', 'locate', 'situate', 'move', 'relocate', 'lie', 'stand'],
  ['win', 'winner', 'victory', 'champion', 'beat'],
  ['invent', 'devise', 'develop'],
  ['write', 'author'],
  ['run', 'manage', 'lead', 'head', 'direct'],
  ['work', 'employ', 'employee', 'staff', 'worker'],
  ['attend', 'visit', 'draw', 'visitor'],
  ['kill', 'die', 'death'],
  ['increase', 'raise', 'rise'],
  ['reduce', 'lower', 'decrease', 'cut'],
  ['contain', 'include', 'comprise', 'consist'],
  ['need', 'require', 'take'],
  ['end', 'finish', 'conclude'],
  ['call', 'name', 'rename'],
  ['single', 'one', 'sole'],
  ['discover', 'find', 'spot'],
];

/** Words whose affirmation denies the other: "closed on Mondays" answers "open on Mondays?" with no. */
export const opposites: readonly (readonly [string, string])[] = [
  ['open', 'close'],
  ['increase', 'reduce'],
  ['increase', 'lower'],
  ['raise', 'lower'],
  ['allow', 'ban'],
  ['legal', 'illegal'],
  ['alive', 'dead'],
  ['free', 'charge'],
  ['safe', 'dangerous'],
  ['possible', 'impossible'],
];

/** Abbreviations of offices and states that texts spell out. */
export const abbreviations: ReadonlyMap<string, string> = new Map([
  ['CEO', 'chief executive'],
  ['PM', 'prime minister'],
  ['UK', 'United Kingdom'],
  ['US', 'United States'],
  ['USA', 'United States'],
  ['EU', 'European Union'],
  ['UN', 'United Nations'],
]);
