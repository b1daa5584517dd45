/**
 * The general words that the reader of claims knows: verbs of having, costing, changing and taking office, adjectives
 * of measure, modifiers that do not change what is meant. No topic, name or relation is listed; lemmas stay open.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** "X comprises N Y", "X is home to N Y": X has N Y. */
export const HAVE_VERBS = words(
  'have comprise contain recognise recognize possess hold boast feature number count consist house accommodate',
);
/** Verbs whose count is a capacity or a routine: each keeps its own meaning. */
export const MEASURE_VERBS = words(
  'be stand amount total measure equal remain come sit lie weigh cover last span run extend rise tower hover',
);
/** "X is made up of N Y", "X is divided into N Y". */
export const COMPOSED_VERBS = words('make compose comprise divide subdivide split');
/** "X is owned by Y": one agent at a time. */
export const AGENT_VERBS = words(
  'own lead run head chair manage govern edit operate coach captain hold control maintain publish',
);
/** Verbs that name an office: "X heads Y" says that X is the head of Y. */
export const OFFICE_VERBS: ReadonlyMap<string, string> = new Map([
  ['head', 'head'],
  ['chair', 'chair'],
  ['captain', 'captain'],
  ['coach', 'coach'],
  ['lead', 'leader'],
  ['manage', 'manager'],
  ['maintain', 'maintainer'],
]);
/** "X costs Q", "X sells for Q". */
export const COST_VERBS = words('cost sell retail price');
/** Verbs that bring an amount to a new level with "to". */
export const CHANGE_VERBS = words(
  'rise increase grow climb jump go fall drop decline cut reduce lower raise slash lift hike shrink expand bring boost double soar sink extend lengthen shorten',
);
/** Verbs after which an office or a superlative has a new holder. */
export const BECOME_VERBS = words(
  'become appoint name elect swear inaugurate choose select install crown remain',
);
/** "is based in". */
export const BASE_VERBS = words('base headquarter locate situate');
/** "moved from A to B". */
export const MOVE_VERBS = words('move relocate transfer shift');
/** Verbs of things that happen once to one thing. */
export const ONCE_VERBS = words(
  'found establish bear die complete release inaugurate discover expire open launch',
);
/** Verbs that put a statement into somebody's mouth. */
export const REPORT_VERBS = words(
  'say claim argue allege report warn suggest believe think estimate insist predict tell announce state note find hope expect deny doubt assume fear',
);
/** Words that narrow nothing: "the current capital" is the capital. */
export const NEUTRAL_MODIFIERS = words(
  'current present new total overall statutory legal known confirmed recognised recognized exact whole full maximum own different official-total now today existing standard',
);
/** Modifiers that make a description a former one. */
export const FORMER_MODIFIERS = words(
  'former previous old ex-president erstwhile late then original past outgoing',
);
export const LATEST = words('latest newest current recent');
export const VERSION_NOUNS = words('version release');

/** The noun of a measure that an adjective states: "1,642 metres deep" is a depth. */
export const MEASURE_NOUNS: ReadonlyMap<string, string> = new Map([
  ['deep', 'depth'],
  ['high', 'height'],
  ['tall', 'height'],
  ['long', 'length'],
  ['wide', 'width'],
  ['broad', 'width'],
  ['thick', 'thickness'],
  ['heavy', 'weight'],
  ['old', 'age'],
]);
/** Nouns that stand for one another as the name of an amount. */
export const ATTRIBUTE_NOUNS: ReadonlyMap<string, string> = new Map([
  ['inhabitant', 'population'],
  ['resident', 'population'],
  ['altitude', 'height'],
  ['elevation', 'height'],
  ['cost', 'price'],
  ['release', 'version'],
]);
