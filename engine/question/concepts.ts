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

/** One measurable idea: the words that name it and the dimensions in which it is stated, the usual one first. */
export interface Concept {
  readonly name: string;
  readonly dimensions: readonly Dimension[];
  /** As they follow "how". */
  readonly adjectives: readonly string[];
  readonly nouns: readonly string[];
  readonly verbs: readonly string[];
}

const row = (name: string, dimensions: readonly Dimension[], words: string): Concept => {
  const [adjectives = '', nouns = '', verbs = ''] = words.split('|');
  const list = (part: string) => part.split(' ').filter((word) => word !== '');
  return { name, dimensions, adjectives: list(adjectives), nouns: list(nouns), verbs: list(verbs) };
};

/** Adjectives, nouns and verbs of each measurable idea (decisions §9: the asked noun, unit or dimension). */
export const concepts: readonly Concept[] = [
  row('depth', ['length'], 'deep|depth|'),
  row('height', ['length'], 'high tall|height elevation altitude|rise'),
  row('length', ['length'], 'long|length span|stretch'),
  row('width', ['length'], 'wide broad|width breadth diameter across|'),
  row('thickness', ['length'], 'thick|thickness|'),
  row('distance', ['length'], 'far distant away apart|distance|'),
  row('weight', ['mass'], 'heavy|weight mass|weigh'),
  row('age', ['duration'], 'old aged|age|'),
  row('time', ['duration'], '|duration lifespan|'),
  row('speed', ['speed'], 'fast|speed|drive travel'),
  row('area', ['area', 'length', 'volume', 'count', 'storage'], 'big large|area size|cover'),
  row('price', ['money'], 'expensive|cost price charge fare fee sale|cost charge sell pay'),
  row('wage', ['money'], '|wage salary pay|earn pay'),
  row('temperature', ['temperature'], 'hot cold warm|temperature|'),
  row('population', ['count'], 'populous|population inhabitant people resident|live populate'),
  row('capacity', ['count', 'volume', 'storage'], '|capacity|seat hold accommodate fit'),
  row('share', ['percent'], '|percentage percent share proportion|'),
];

/** All words of an idea. */
export function wordsOf({ adjectives, nouns, verbs }: Concept): readonly string[] {
  return [...adjectives, ...nouns, ...verbs];
}

/** Verbs and nouns that state the same event or relation; each row is closed under itself only. */
export const kinGroups: readonly (readonly string[])[] = [
  ['found', 'founder', 'foundation', 'establish', 'date', 'set up'],
  ['start', 'begin', 'create', 'commence', 'introduce'],
  ['create', 'creator', 'found', 'invent', 'design', 'develop'],
  ['build', 'construct', 'erect', 'complete', 'finish', 'date'],
  ['build', 'construct', 'erect', 'put up'],
  ['hold', 'take place'],
  ['chief', 'head', 'lead', 'manage', 'run', 'direct', 'in charge'],
  ['release', 'publish', 'launch', 'bring out'],
  ['close', 'shut', 'shut down'],
  ['design', 'architect'],
  ['release', 'publish', 'ship', 'launch', 'issue', 'out'],
  ['open', 'inaugurate'],
  ['own', 'owner', 'buy', 'acquire', 'purchase', 'belong', 'takeover', 'sell'],
  ['base', 'headquarters', 'headquarter', 'locate', 'situate', 'move', 'relocate', 'lie', 'stand'],
  ['win', 'winner', 'victory', 'champion', 'beat', 'receive', 'award', 'share', 'go'],
  ['invent', 'devise', 'develop'],
  ['write', 'author'],
  ['run', 'manage', 'lead', 'head', 'direct', 'chief', 'boss', 'executive'],
  ['employ', 'employee', 'staff', 'work', 'worker', 'workforce', 'job'],
  ['attend', 'visit', 'draw', 'visitor'],
  ['kill', 'die', 'death', 'pass away'],
  ['increase', 'raise', 'rise'],
  ['reduce', 'lower', 'decrease', 'cut'],
  ['contain', 'include', 'comprise', 'consist'],
  ['need', 'require', 'take'],
  ['end', 'finish', 'conclude', 'stop', 'cease'],
  ['allow', 'permit', 'legal'],
  ['ban', 'forbid', 'prohibit', 'outlaw'],
  ['live', 'life', 'lifespan', 'survive'],
  ['live', 'home'],
  ['ferry', 'crossing'],
  ['operate', 'operation', 'function', 'work'],
  ['call', 'name', 'rename'],
  ['single', 'one', 'sole'],
  ['discover', 'find', 'spot', 'identify'],
  ['country', 'nation', 'state'],
  ['warranty', 'guarantee'],
  ['memory', 'ram'],
  ['moon', 'satellite'],
  ['car', 'automobile', 'vehicle'],
  ['plane', 'aircraft', 'aeroplane', 'airplane'],
  ['film', 'movie'],
  ['football', 'soccer'],
  ['shop', 'store', 'branch', 'outlet'],
  ['pupil', 'student'],
  ['pupil', 'child'],
  ['pupil', 'roll', 'enrol', 'enrolment'],
  ['head', 'headteacher', 'headmaster', 'headmistress'],
  ['teacher', 'headteacher', 'headmaster', 'headmistress'],
  ['chair', 'chairman', 'chairwoman', 'chairperson'],
  ['run', 'landlord', 'landlady', 'proprietor', 'publican'],
  ['coach', 'trainer'],
  ['judge', 'justice'],
  ['collect', 'empty'],
  ['top', 'lead'],
  ['storey', 'story', 'floor'],
  ['lift', 'elevator'],
  ['entry', 'visit'],
  ['admission', 'visit'],
  ['ticket', 'admission', 'entry', 'entrance', 'admit'],
  ['close', 'shut', 'shutdown'],
  ['destroy', 'demolish', 'raze'],
  ['marry', 'husband', 'wife', 'spouse'],
  ['bear', 'birth', 'born'],
  ['king', 'queen', 'monarch', 'reign', 'ruler'],
  ['climb', 'ascend', 'ascent'],
  ['support', 'compatible'],
  ['allow', 'accept', 'welcome', 'admit'],
  ['offer', 'provide', 'supply'],
  ['join', 'accede', 'accession', 'adopt'],
  ['elect', 'election', 'vote'],
  ['host', 'venue', 'stage', 'award'],
  ['teach', 'teacher', 'teaching'],
  ['licence', 'license'],
  ['centre', 'center'],
  ['theatre', 'theater'],
  ['programme', 'program'],
  ['harbour', 'harbor', 'port'],
  ['colour', 'color'],
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
