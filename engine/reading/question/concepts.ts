/** Measurable ideas with the adjectives, nouns and verbs that name them: what an amount is asked of. */

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
  row('range', ['length'], 'far|distance|'),
  row('weight', ['mass'], 'heavy|weight mass|weigh'),
  row('age', ['duration'], 'old aged|age|'),
  row('time', ['duration'], '|duration lifespan|'),
  row('speed', ['speed'], 'fast|speed|drive travel'),
  row('area', ['area', 'length', 'volume', 'count', 'storage'], 'big large|area size|cover'),
  row('price', ['money'], 'expensive|cost price charge fare fee sale bill|cost charge sell pay'),
  row('wage', ['money'], '|wage salary pay|earn pay'),
  row('temperature', ['temperature'], 'hot cold warm|temperature|'),
  row('population', ['count'], 'populous|population inhabitant people resident|live populate'),
  row('capacity', ['count', 'volume', 'storage'], '|capacity|seat hold accommodate fit sit sleep'),
  row('share', ['percent'], '|percentage percent share proportion|'),
];

/** All words of an idea. */
export function wordsOf({ adjectives, nouns, verbs }: Concept): readonly string[] {
  return [...adjectives, ...nouns, ...verbs];
}
