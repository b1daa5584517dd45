/** Statements of our own writing for the judge of pairs: traps that look like contradictions, contradictions, agreement. */
type Pairs = readonly (readonly [claim: string, sentence: string])[];

/** By the names of docs/spec/decisions.md#9-traps. */
export const TRAPS: Readonly<Record<string, Pairs>> = {
  'different versions': [
    ['Unicode 13.0 has 143,859 characters.', 'Unicode 15.0 has 149,186 characters.'],
    ['Fennec 4.2 was released in May.', 'Fennec 4.3 was released in June.'],
    ['The Lumen 7 has a battery of 4,000 mAh.', 'The Lumen 8 has a battery of 4,500 mAh.'],
  ],
  'different classes': [
    ['A first-class stamp costs 165 pence.', 'A second-class stamp costs 85 pence.'],
    ['An adult ticket costs 12 euros.', 'A child ticket costs 7 euros.'],
    ['The first stage of the line opened in May.', 'The second stage of the line opened in June.'],
    ['A return ticket to the island costs 30 euros.', 'A single ticket to the island costs 18 euros.'],
  ],
  'different years of a series': [
    ['The population of Arlen was 51,200 in 2018.', 'The population of Arlen was 56,900 in 2024.'],
    ['In 2018 the port handled 40,000 containers.', 'In 2024 the port handled 55,000 containers.'],
    ['The port handled 40,000 containers in 2018.', 'The port handled 40,000 containers in 2024.'],
    ['Sales of the firm increased in 2018.', 'Sales of the firm decreased in 2019.'],
  ],
  rounding: [
    ['The summit of Mount Orra is 5,387 ft high.', 'The summit of Mount Orra is 1,642 m high.'],
    ['The river Sella is 412 kilometres long.', 'The river Sella is about 400 kilometres long.'],
    ['The tower is 330 metres high.', 'The tower is 329.8 metres high.'],
  ],
  'with 256 GB beside a price': [
    ['The Lumen phone with 256 GB costs 899 euros.', 'The Lumen phone with 128 GB costs 799 euros.'],
    ['The Lumen phone costs 899 euros.', 'The Lumen phone comes with 256 GB of storage.'],
  ],
  'parts of a whole': [
    ['The fleet has 30 ferries.', 'The fleet has 12 of the ferries in the north.'],
    ['The museum has 40 rooms.', 'The museum has 40 rooms, including 8 rooms for children.'],
    ['Of its 30 ferries, 12 ferries are electric.', 'The company has 30 ferries.'],
  ],
  ordinals: [
    ['The 12th bridge over the Tal opened in 1990.', 'The 13th bridge over the Tal opened in 2004.'],
    ['Mara Lindt was the 3rd mayor of Arlen.', 'Mara Lindt has 2 sisters in Arlen.'],
  ],
  'planned against done': [
    ['The line has 12 stations.', 'The line will have 15 stations.'],
    ['The bridge is closed to traffic.', 'The bridge is expected to be open to traffic by June.'],
    ['The hall seats 800 people.', 'The hall is planned to seat 1,200 people.'],
  ],
  'reported speech': [
    ['The reactor is safe for the public.', 'Critics say the reactor is unsafe for the public.'],
    [
      'The strike cost the port 3 million euros.',
      'The union claimed the strike cost the port 9 million euros.',
    ],
    ['The drug reduces the risk of stroke.', 'According to its maker the drug increases the risk of stroke.'],
  ],
  'at least': [
    ['At least 17 ships are in the bay.', 'There are 21 ships in the bay.'],
    ['The library holds more than 40,000 books.', 'The library holds 52,000 books.'],
    ['Up to 300 people live on the island of Orra.', 'On the island of Orra live 240 people.'],
  ],
  'instead of 17': [
    ['The council of Arlen has 17 seats.', 'The council of Arlen has 21 seats instead of 17 seats.'],
    ['The council of Arlen has 17 seats.', 'The council of Arlen formerly had 21 seats.'],
  ],
  'lists of several subjects': [
    ['Arlen has 3 ports.', 'Arlen, Boro and Cuna have 3, 4 and 5 ports respectively.'],
    ['Arlen has 3 ports.', 'Boro and Arlen have 7 ports together.'],
    ['The ports of Arlen and Boro have 9 cranes in total.', 'The port of Arlen has 5 cranes.'],
  ],
  'another subject': [
    ['The Arlen metro has 12 stations in the city.', 'The Boro metro has 17 stations in the city.'],
    ['The bridge in Arlen is painted red.', 'The bridge in Boro is painted green.'],
    ['Maria Ruiz was born in France.', 'Jonas Ruiz was born in Spain.'],
    ['The red line of the metro is long.', 'The green line of the metro is short.'],
  ],
  'a figure with what it belongs to': [
    ['The Dorn mill employs 120 people in winter.', 'The Dorn mill employs 240 people in summer.'],
    ['The festival drew 30,000 visitors on Saturday.', 'The festival drew 22,000 visitors on Sunday.'],
    ['The Lumen 3 weighs 410 grams without its lens.', 'The Lumen 3 weighs 690 grams with its lens.'],
  ],
  'a part beside the whole': [
    ['The council of Arlen has 21 members of the Green Party.', 'The council of Arlen has 60 members.'],
    ['The river Sella is 120 km long in Boro county.', 'The river Sella is 410 km long.'],
    ['In Boro county the river Sella is 120 km long.', 'The river Sella is 410 km long.'],
  ],
  'what was and what is': [
    ['The Dorn mill employed 120 people before the fire.', 'The Dorn mill employs 240 people.'],
    ['The Dorn mill employed 120 people.', 'The Dorn mill employs 240 people.'],
    ['The port of Arlen had 9 cranes.', 'The port of Arlen has 14 cranes.'],
  ],
  'each group with its figure': [
    ['The trial of zelatine enrolled 120 women.', 'The trial of zelatine enrolled 95 men.'],
    ['The school of Arlen has 120 young pupils.', 'The school of Arlen has 95 old pupils.'],
  ],
  'a rank that tells which one': [
    ['The third peak was climbed by Lindt.', 'The fifth peak was climbed by Moravec.'],
    ['Lindt has climbed the third peak of the range.', 'Lindt has climbed the fifth peak of the range.'],
  ],
  'a subject told by one word': [
    [
      'The northern branch of the railway closed in 1965.',
      'The southern branch of the railway closed in 1972.',
    ],
    ['The old harbour of Arlen opened in 1802.', 'The new harbour of Arlen opened in 1961.'],
  ],
  'an office in another place': [
    ['The company has an office in Lisbon.', 'The company has an office in Vienna.'],
    ['Zunda sells its boats in Norway.', 'Zunda sells its boats in Norway and in Chile.'],
  ],
};

/** By the feature that tells. */
export const CONTRADICTIONS: Readonly<Record<string, Pairs>> = {
  count_mismatch: [
    ['The Tal viaduct has 17 arches of brick.', 'The Tal viaduct has 21 arches of brick.'],
    ['The bridge has 12 arches of stone.', 'The bridge has 9 arches of stone.'],
    ['Lake Vell is 212 metres deep.', 'Lake Vell is 187 metres deep.'],
    ['Saturn has 62 known moons.', 'Saturn has 145 known moons today.'],
    ['The library holds 52,000 books.', 'Today the library holds 61,000 books.'],
    ['Vellmar has 14 libraries.', 'Vellmar now has 19 libraries.'],
    ['The castle of Orm costs 14 euros to visit.', 'The castle of Orm costs 11 euros to visit.'],
    ['The council of Arlen has seventeen seats.', 'There are 25 seats in the council of Arlen.'],
  ],
  rank_mismatch: [
    ['Orra is the second largest island in the lake.', 'Orra is the fourth largest island in the lake.'],
    ['Mara Lindt was the third mayor of Arlen.', 'Mara Lindt was the seventh mayor of Arlen.'],
  ],
  year_mismatch: [
    ['The opera house of Arlen was founded in 1871.', 'The opera house of Arlen was founded in 1899.'],
    ['Mara Lindt was born in Arlen in 1931.', 'Mara Lindt, born in Arlen in 1944, was a painter.'],
  ],
  exclusive_values: [
    ['Mara Lindt was a Swiss painter.', 'Mara Lindt was a Danish painter of landscapes.'],
    ['The festival of Arlen is held in May.', 'The festival of Arlen is held in October.'],
    ['The flag of Arlen is green and has a star.', 'The flag of Arlen is red and has a star.'],
  ],
  opposite_words: [
    ['The lake of Orra is deep and cold.', 'The lake of Orra is shallow and warm.'],
    ['The old bridge of Arlen is open to cars.', 'The old bridge of Arlen is closed to cars.'],
  ],
  opposite_direction: [
    ['Zelatine increases the risk of stroke in adults.', 'Zelatine reduced the risk of stroke in adults.'],
    ['Vitamin Q lowers blood pressure.', 'In the trial vitamin Q raised blood pressure.'],
  ],
  comparison_reversed: [
    ['Orra is larger than Sella.', 'Sella is larger than Orra.'],
    ['Walkers sleep more hours than drivers.', 'Walkers sleep fewer hours than drivers.'],
  ],
  negation_mismatch: [
    ['Mara Lindt never painted portraits.', 'Mara Lindt painted portraits in Arlen.'],
    ['Zelatine does not affect sleep in adults.', 'Zelatine affected sleep in adults.'],
    ['The bridge carries trams to Boro.', 'The bridge does not carry trams to Boro.'],
  ],
  only_contradicted: [
    ['The orchid grows only in Chile.', 'The orchid grows in Chile and Peru.'],
    ['Zunda works only in physics.', 'Zunda works in physics and chemistry.'],
  ],
  name_substituted: [['The opera house was designed by Lindt.', 'The opera house was designed by Moravec.']],
};

export const SUPPORTED: Pairs = [
  ['The Tal viaduct has 17 arches.', 'With its 17 arches the Tal viaduct is a landmark.'],
  ['Mara Lindt painted portraits.', 'In Arlen, Mara Lindt painted many portraits.'],
  ['The drug does not affect sleep.', 'In adults the drug did not affect sleep.'],
];

/** Near misses beside an answer: the question that titles its document, what it says, and what another one says. */
const NEAR_MISSES: readonly (readonly [title: string, claim: string, sentence: string])[] = [
  [
    'How many species of bees are there?',
    'More than 20,000 species of bees have been described worldwide.',
    'There are about 20,000 known species of bees.',
  ],
  [
    'How many species of bees are there?',
    'More than 20,000 species of bees have been described worldwide.',
    'Britain is home to around 270 species of bee.',
  ],
  [
    'How many stations does the Vell Metro have?',
    'The Vell Metro has 56 stations.',
    'The Vell Metro has at least 50 stations.',
  ],
  ['How deep is Lake Vell?', 'Lake Vell is 1,642 metres deep.', 'Lake Vell is 5,387 feet deep.'],
  [
    'How many characters does Unicode 15.0 have?',
    'Unicode 15.0 has 149,186 characters.',
    'Unicode 13.0 has 143,859 characters.',
  ],
  [
    'How much does a first-class stamp cost?',
    'A first-class stamp costs £1.65.',
    'A second-class stamp costs 85p.',
  ],
  [
    'What is the population of Iceland?',
    'Iceland had 384,000 inhabitants at the start of 2024.',
    'The population of Iceland was 348,000 in 2018.',
  ],
  [
    'How many stations does the Vell Metro have?',
    'The Vell Metro has 56 stations.',
    'The Vell Metro is expected to have 70 stations by 2035.',
  ],
  [
    'How many books does the town library hold?',
    'The town library holds 52,000 books.',
    'A visitor claimed that the town library holds 90,000 books.',
  ],
  [
    'How many stations does the Vell Metro have?',
    'The Vell Metro has 56 stations.',
    'If both lines were built, the Vell Metro would have 80 stations.',
  ],
  [
    'How many stations does the Vell Metro have?',
    'The Vell Metro has 56 stations.',
    'Orm Square is the 12th station of the Vell Metro.',
  ],
  [
    'How many members does the council of Vell have?',
    'The council of Vell has 21 members.',
    'The council of Vell has 21 members instead of 17.',
  ],
  [
    'How much does the Orion phone cost?',
    'The Orion phone costs $499.',
    'The Orion phone with 256 GB of storage costs $849.',
  ],
  ['How deep is Lake Vell?', 'Lake Vell is 212 metres deep.', 'LAKE VELL IS 212 METRES DEEP.'],
  [
    'How deep is Lake Vell?',
    'Lake Vell is 212 metres deep.',
    'Lake Moor and Lake Ann are 40 and 35 metres deep.',
  ],
  [
    'Is the castle of Orm open on Mondays?',
    'The castle of Orm is open on Mondays.',
    'The café beside the castle of Orm is closed on Mondays.',
  ],
  [
    'Is the castle of Orm open on Mondays?',
    'The castle of Orm is open on Mondays.',
    'Dogs are not allowed in the castle of Orm on Mondays.',
  ],
  [
    'When did Ann Hale win the Orm prize?',
    'Ann Hale won the Orm prize in 1990.',
    'A rival claimed that Ann Hale did not win the Orm prize in 1990.',
  ],
  [
    'When did Ann Hale win the Orm prize?',
    'Ann Hale won the Orm prize in 1990.',
    'Ben Dale did not win the Orm prize in 1990.',
  ],
  [
    'When did Ann Hale win the Orm prize?',
    'Ann Hale won the Orm prize in 1990.',
    'Ann Hale did not win the Vell medal in 1990.',
  ],
  [
    'How many moons does Saturn have?',
    'Saturn has 146 known moons.',
    'Jupiter has 95 known moons and drops to second place behind Saturn.',
  ],
  [
    'What is the maximum depth of Lake Baikal?',
    'The maximum depth of Lake Baikal is 1,642 metres.',
    'The average depth of Lake Baikal is 744 metres.',
  ],
  ['Who is the mayor of Vell?', 'Ann Hale is the mayor of Vell.', 'The mayor of Vell is Dr Ann Hale.'],
];

/** The same with contradictions. */
const HITS: typeof NEAR_MISSES = [
  [
    'How many libraries does Vellmar have?',
    'Vellmar has 14 libraries.',
    'In Vellmar there are 19 libraries, counting the mobile one.',
  ],
  [
    'Is the castle of Orm open on Mondays?',
    'The castle of Orm is open on Mondays.',
    'The castle of Orm is closed on Mondays.',
  ],
  [
    'When did Ann Hale win the Orm prize?',
    'Ann Hale won the Orm prize in 1990.',
    'Ann Hale did not win the Orm prize in 1990.',
  ],
  [
    'How deep is Lake Vell?',
    'Lake Vell is 212 metres deep.',
    'Lake Vell is 187 metres deep, a survey found.',
  ],
  ['Who is the mayor of Vell?', 'Ann Hale is the mayor of Vell.', 'The mayor of Vell is Ben Dale.'],
];

export interface RatedStatement {
  readonly claim: string;
  readonly sentence: string;
  readonly contradicts: boolean;
  /** Of the claim's document; of the sentence's it says nothing. Null: both are of any. */
  readonly title: string | null;
}

export const RATED_STATEMENTS: readonly RatedStatement[] = [
  ...rated(Object.values(TRAPS).flat(), false),
  ...rated(SUPPORTED, false),
  ...rated(Object.values(CONTRADICTIONS).flat(), true),
  ...titled(NEAR_MISSES, false),
  ...titled(HITS, true),
];

function rated(pairs: Pairs, contradicts: boolean): RatedStatement[] {
  return pairs.map(([claim, sentence]) => ({ claim, sentence, contradicts, title: null }));
}

function titled(rows: typeof NEAR_MISSES, contradicts: boolean): RatedStatement[] {
  return rows.map(([title, claim, sentence]) => ({ claim, sentence, contradicts, title }));
}
