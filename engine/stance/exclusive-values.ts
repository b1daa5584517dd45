/**
 * Values of which a thing has one at a time, by the question that they answer: a flag is red or green, a birth is in
 * May or in June. Words that go together in practice (singer and actor, bronze and copper) are left out.
 */

const ROWS: Readonly<Record<string, string>> = {
  colour:
    'black white red green blue yellow orange purple pink brown grey gray violet maroon beige turquoise',
  month: 'january february march april may june july august september october november december',
  weekday: 'monday tuesday wednesday thursday friday saturday sunday',
  state: `alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana
    iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska
    nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia wisconsin wyoming`,
  continent: 'africa asia europe antarctica oceania',
  'point of the compass': `north south east west northern southern eastern western northeast northwest southeast
    southwest northeastern northwestern southeastern southwestern`,
  planet: 'mercury venus mars jupiter saturn uranus neptune pluto',
  room: 'kitchen bedroom bathroom attic basement cellar garage hallway pantry garden balcony library office',
  drink: `coffee tea beer wine juice water milk lemonade vodka whiskey whisky rum gin champagne cider cocoa soda
    espresso cappuccino`,
  instrument: `guitar piano violin cello drum trumpet flute saxophone harp clarinet trombone banjo accordion harmonica
    ukulele mandolin oboe bassoon tuba viola`,
  material: `wood wooden plastic glass leather cotton steel iron gold silver bronze brass concrete stone marble brick wool silk
    aluminium aluminum copper paper rubber`,
  vegetable:
    'potato tomato carrot onion cabbage cucumber broccoli spinach lettuce celery pumpkin cauliflower',
  parent: 'father mother',
  sibling: 'brother sister',
  child: 'son daughter',
  spouse: 'husband wife',
  kin: 'uncle aunt nephew niece grandfather grandmother cousin',
  sport: `baseball basketball football soccer tennis golf cricket rugby hockey volleyball boxing cycling wrestling
    swimming`,
  religion: `catholic protestant muslim jewish hindu buddhist sikh lutheran methodist baptist anglican presbyterian`,
  genre: 'comedy drama horror thriller western musical documentary',
  work: 'film album song painting opera sitcom',
  medal: 'bronze silver gold',
  party: 'republican democrat democratic communist labour conservative liberal',
  season: 'spring summer autumn winter',
};

/** Nations, each with the words for it: a country and its people are one value. Those within a state are not its rivals. */
const NATIONS = `america american usa|britain british uk|england english|scotland scottish|wales welsh|ireland irish|
  france french|germany german|italy italian|spain spanish|portugal portuguese|netherlands dutch|belgium belgian|
  switzerland swiss|austria austrian|poland polish|czechia czech|slovakia slovak|hungary hungarian|romania romanian|
  bulgaria bulgarian|greece greek|turkey turkish|russia russian|ukraine ukrainian|sweden swedish|norway norwegian|
  denmark danish|finland finnish|iceland icelandic|canada canadian|mexico mexican|brazil brazilian|argentina argentine
  argentinian|chile chilean|colombia colombian|peru peruvian|venezuela venezuelan|cuba cuban|jamaica jamaican|
  australia australian|china chinese|japan japanese|korea korean|vietnam vietnamese|thailand thai|indonesia indonesian|
  malaysia malaysian|philippines filipino|india indian|pakistan pakistani|bangladesh bangladeshi|nepal nepalese nepali|
  iran iranian|iraq iraqi|israel israeli|egypt egyptian|morocco moroccan|algeria algerian|tunisia tunisian|libya libyan|
  ethiopia ethiopian|kenya kenyan|nigeria nigerian|ghana ghanaian|serbia serbian|croatia croatian|bosnia bosnian|
  slovenia slovenian|albania albanian|estonia estonian|latvia latvian|lithuania lithuanian|malta maltese|cyprus cypriot|
  lebanon lebanese|syria syrian|jordan jordanian|afghanistan afghan|tibet tibetan|mongolia mongolian|cambodia cambodian|
  singapore singaporean|uruguay uruguayan|bolivia bolivian|paraguay paraguayan|ecuador ecuadorian|guatemala guatemalan|
  taiwan taiwanese|uganda ugandan|tanzania tanzanian|zimbabwe zimbabwean|zambia zambian|sudan sudanese|somalia somali|
  senegal senegalese|cameroon cameroonian|angola angolan|mozambique mozambican|madagascar malagasy|kuwait kuwaiti|
  qatar qatari|oman omani|yemen yemeni|haiti haitian|honduras honduran|nicaragua nicaraguan|panama panamanian|
  luxembourg luxembourgish|belarus belarusian|moldova moldovan|armenia armenian|azerbaijan azerbaijani|
  kazakhstan kazakh|uzbekistan uzbek|myanmar burmese|laos laotian`;
const WITHIN_BRITAIN: ReadonlySet<string> = new Set(['britain', 'england', 'scotland', 'wales']);

const NATION_OF: ReadonlyMap<string, string> = new Map(
  NATIONS.split('|').flatMap((row) => {
    const words = row.trim().split(/\s+/);
    return words.map((word) => [word, words[0] ?? word] as const);
  }),
);

const CLASSES_OF: ReadonlyMap<string, readonly string[]> = collect();

/** The questions that both words answer, with different answers; null where there is none. */
export function sharedClass(a: string, b: string): string | null {
  if (meaningOf(a) === meaningOf(b)) return null;
  const [left, right] = [NATION_OF.get(a), NATION_OF.get(b)];
  if (left !== undefined && right !== undefined) return 'nation';
  const classes = CLASSES_OF.get(a);
  return classes?.find((one) => CLASSES_OF.get(b)?.includes(one)) ?? null;
}

/** "China" and "Chinese" are one value, and so are "wood" and "wooden", "England" and "British". */
export function meaningOf(word: string): string {
  if (word === 'wooden') return 'wood';
  const nation = NATION_OF.get(word) ?? word;
  return WITHIN_BRITAIN.has(nation) ? 'britain' : nation;
}

function collect(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, words] of Object.entries(ROWS)) {
    for (const word of words.split(/\s+/)) found.set(word, [...(found.get(word) ?? []), name]);
  }
  return found;
}
