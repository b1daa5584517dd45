/**
 * Countries whose adjective is no mere ending of their name: "Denmark", "Danish". Folded, in lower case; a people's name
 * that is a common word too ("Pole", "Swede") is left out.
 */

const ROWS: readonly string[] = [
  'afghanistan afghan afghans',
  'argentina argentine argentines',
  'belgium belgian belgians',
  'britain british briton britons',
  'china chinese',
  'cyprus cypriot cypriots',
  'czechia czech czechs',
  'denmark danish',
  'england english',
  'finland finnish',
  'france french',
  'germany german germans',
  'greece greek greeks',
  'greenland greenlandic greenlanders',
  'hungary hungarian hungarians',
  'iceland icelandic icelanders',
  'iraq iraqi iraqis',
  'ireland irish',
  'israel israeli israelis',
  'italy italian italians',
  'kazakhstan kazakh kazakhs',
  'kyrgyzstan kyrgyz',
  'luxembourg luxembourgish',
  'mexico mexican mexicans',
  'monaco monegasque',
  'morocco moroccan moroccans',
  'netherlands dutch',
  'norway norwegian norwegians',
  'pakistan pakistani pakistanis',
  'peru peruvian peruvians',
  'philippines philippine filipino filipinos',
  'poland polish',
  'portugal portuguese',
  'scotland scottish',
  'serbia serb serbs',
  'slovakia slovak slovaks',
  'slovenia slovene slovenes',
  'spain spanish spaniard spaniards',
  'sweden swedish',
  'switzerland swiss',
  'tajikistan tajik tajiks',
  'thailand thai thais',
  'turkey turkiye turkish',
  'turkmenistan turkmen',
  'ukraine ukrainian ukrainians',
  'uzbekistan uzbek uzbeks',
  'wales welsh',
];

const adjectives: ReadonlyMap<string, readonly string[]> = new Map(
  ROWS.map((row) => row.split(' ')).flatMap((row) =>
    row.map((word) => [word, row.filter((other) => other !== word)]),
  ),
);

/** The other words for the same country and its people; empty for any other word. */
export function demonymsOf(word: string): readonly string[] {
  return adjectives.get(word) ?? [];
}
