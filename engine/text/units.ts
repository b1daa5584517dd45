/** Units of measure: how they are written, what they measure, and exact factors between those of one dimension. */

/** A unit by its canonical name. `factor` converts to the dimension's base unit; null where nothing converts. */
export interface Unit {
  readonly name: string;
  readonly dimension: string;
  readonly factor: string | null;
}

const ROWS: readonly (readonly [
  name: string,
  dimension: string,
  factor: string | null,
  spellings: string,
])[] = [
  ['metre', 'length', '1', 'm metre metres meter meters metro metros'],
  ['kilometre', 'length', '1000', 'km kms kilometre kilometres kilometer kilometers kilómetro kilómetros'],
  ['centimetre', 'length', '0.01', 'cm centimetre centimetres centimeter centimeters'],
  ['millimetre', 'length', '0.001', 'mm millimetre millimetres millimeter millimeters'],
  ['foot', 'length', '0.3048', 'ft foot feet'],
  ['inch', 'length', '0.0254', 'inch inches'],
  ['yard', 'length', '0.9144', 'yard yards yd'],
  ['mile', 'length', '1609.344', 'mile miles mi'],
  ['nautical mile', 'length', '1852', 'nmi'],
  ['light-year', 'length', null, 'light-year light-years'],
  ['microgram', 'mass', '0.000000001', 'µg μg mcg microgram micrograms'],
  ['milligram', 'mass', '0.000001', 'mg milligram milligrams milligramme milligrammes'],
  ['gram', 'mass', '0.001', 'g gram grams gramme grammes'],
  ['kilogram', 'mass', '1', 'kg kilo kilos kilogram kilograms kilogramme kilogrammes'],
  ['tonne', 'mass', '1000', 'tonne tonnes toneladas'],
  ['ton', 'mass', null, 'ton tons'],
  ['pound-mass', 'mass', '0.45359237', 'lb lbs'],
  ['ounce', 'mass', '0.028349523125', 'oz ounce ounces'],
  ['second', 'duration', '1', 'second seconds sec secs segundo segundos'],
  ['minute', 'duration', '60', 'minute minutes min mins minuto minutos'],
  ['hour', 'duration', '3600', 'hour hours hr hrs h hora horas'],
  ['day', 'duration', '86400', 'day days día días'],
  ['week', 'duration', '604800', 'week weeks semana semanas'],
  ['month', 'duration', null, 'month months mes meses'],
  ['year', 'duration', null, 'year years año años'],
  ['decade', 'duration', null, 'decade decades'],
  ['century', 'duration', null, 'century centuries'],
  ['euro', 'money', null, '€ euro euros eur'],
  ['pound', 'money', null, '£ pound pounds gbp'],
  ['dollar', 'money', null, '$ dollar dollars usd dólar dólares'],
  ['yen', 'money', null, '¥ yen jpy'],
  ['rupee', 'money', null, '₹ rupee rupees inr'],
  ['franc', 'money', null, 'franc francs chf'],
  ['krona', 'money', null, 'krona kronor krone kroner sek nok dkk'],
  ['crown', 'money', null, 'crown crowns'],
  ['shilling', 'money', null, 'shilling shillings'],
  ['peso', 'money', null, 'peso pesos'],
  ['florin', 'money', null, 'florin florins'],
  ['guilder', 'money', null, 'guilder guilders'],
  ['thaler', 'money', null, 'thaler thalers taler talers'],
  ['ducat', 'money', null, 'ducat ducats'],
  ['rouble', 'money', null, 'rouble roubles ruble rubles'],
  ['zloty', 'money', null, 'zloty zlotys'],
  ['forint', 'money', null, 'forint forints'],
  ['dinar', 'money', null, 'dinar dinars'],
  ['dirham', 'money', null, 'dirham dirhams'],
  ['lira', 'money', null, 'lira liras lire'],
  ['yuan', 'money', null, 'yuan'],
  ['percent', 'percent', '1', '% percent'],
  ['percentage point', 'percentage points', '1', 'pp'],
  ['square metre', 'area', '1', 'm² m2 sqm'],
  ['square kilometre', 'area', '1000000', 'km² km2'],
  ['square mile', 'area', '2589988.110336', 'sq-mi'],
  ['hectare', 'area', '10000', 'ha hectare hectares hectárea hectáreas'],
  ['acre', 'area', '4046.8564224', 'acre acres'],
  ['millilitre', 'volume', '0.001', 'ml millilitre millilitres milliliter milliliters'],
  ['litre', 'volume', '1', 'l litre litres liter liters litro litros'],
  ['gallon', 'volume', null, 'gallon gallons'],
  ['cubic metre', 'volume', '1000', 'm³ m3'],
  ['degree Celsius', 'temperature', '1', '°c ºc'],
  ['degree Fahrenheit', 'temperature', null, '°f ºf'],
  ['kelvin', 'temperature', null, 'kelvin kelvins'],
  ['degree', 'angle', '1', '° degree degrees'],
  ['kilometre/hour', 'speed', '1', 'km/h kmh kph'],
  ['mile/hour', 'speed', '1.609344', 'mph'],
  ['knot', 'speed', '1.852', 'knot knots'],
  ['kilobyte', 'data', '0.001', 'kb kilobyte kilobytes'],
  ['megabyte', 'data', '1', 'mb megabyte megabytes'],
  ['gigabyte', 'data', '1000', 'gb gigabyte gigabytes'],
  ['terabyte', 'data', '1000000', 'tb terabyte terabytes'],
  ['watt', 'power', '1', 'watt watts'],
  ['kilowatt', 'power', '1000', 'kw kilowatt kilowatts'],
  ['megawatt', 'power', '1000000', 'mw megawatt megawatts'],
  ['gigawatt', 'power', '1000000000', 'gw gigawatt gigawatts'],
  ['kilowatt-hour', 'energy', '1', 'kwh kilowatt-hour kilowatt-hours'],
  ['megawatt-hour', 'energy', '1000', 'mwh megawatt-hour megawatt-hours'],
  ['gigawatt-hour', 'energy', '1000000', 'gwh gigawatt-hour gigawatt-hours'],
  ['volt', 'voltage', '1', 'volt volts'],
  ['kilovolt', 'voltage', '1000', 'kv kilovolt kilovolts'],
  ['decibel', 'sound level', '1', 'db decibel decibels'],
  ['hertz', 'frequency', '1', 'hz hertz'],
  ['kilohertz', 'frequency', '1000', 'khz'],
  ['megahertz', 'frequency', '1000000', 'mhz'],
  ['gigahertz', 'frequency', '1000000000', 'ghz'],
];

const BY_SPELLING = new Map<string, Unit>();
const BY_NAME = new Map<string, Unit>();
for (const [name, dimension, factor, spellings] of ROWS) {
  const unit: Unit = { name, dimension, factor };
  BY_NAME.set(name, unit);
  for (const spelling of spellings.split(' ')) BY_SPELLING.set(spelling, unit);
}

/** The unit written as `word` (any case); undefined when the word is not a unit. */
export function unitOf(word: string): Unit | undefined {
  return BY_SPELLING.get(word.toLowerCase());
}

/** The unit with this canonical name; undefined for the counted nouns, which are their own units. */
export function unitNamed(name: string): Unit | undefined {
  return BY_NAME.get(name);
}
