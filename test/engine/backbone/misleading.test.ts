import { describe, expect, it } from 'vitest';
import { summary } from './one-document.ts';

/** What the answer opens with: "Yes", "No", or neither. */
function word(q: string, ...texts: readonly string[]): string {
  return /^(?:Yes|No)(?=\.\s)/.exec(summary(q, ...texts))?.[0] ?? 'neither';
}

const DAM = 'Is the Halden dam safe?';
const TOWER = 'Can visitors climb the Brae lighthouse?';
const LAKE = 'Is Lake Teal frozen?';
const MAYOR = 'Is Nora Pell the mayor of Ostby?';
const DAIRY = 'Does Kestrel Foods own Dale Dairy?';
const GAME = 'Did Marrow beat Tarn?';
const TREATY = 'Did the Senate ratify the Lome treaty?';
const FESTIVAL = 'Is the Vane festival free?';
const PASS = 'Is the Corrie pass open?';
const CANAL = 'Was the Ely canal built by prisoners?';
const CURE = 'Does zelocin cure migraine?';
const DROWSY = 'Does zelocin cause drowsiness?';
const TRAM = 'Is the Ferrow tram accessible to wheelchairs?';
const DRONES = 'Are drones banned in Tarrow park?';
const RESIGNED = 'Did Ola Brant resign?';
const BUS = 'Does the Sable bus stop at the station?';
const APP = 'Does the Quill app encrypt messages?';
const COMET = 'Does comet Irri have a tail?';
const CAVE = 'Can children enter the Brock cave?';
const LORRIES = 'Is the Ninth bridge closed to lorries?';
const VIOLIN = 'Was the Adler violin stolen?';
const FRAUD = 'Was Tom Reyle convicted of fraud?';
const REACTOR = 'Does the Aske reactor supply heat?';
const HOTEL = 'Is the Linden hotel open in winter?';
const ELECTION = 'Did Sura win the election?';
const MUSEUM = 'Is the Dray museum closed on Sundays?';
const BEES = 'Do bees live on Skell island?';
const SWIM = 'Is swimming allowed in Lake Teal?';
const ACT = 'Was the Harbour act repealed?';
const VACCINE = 'Is the Ferren vaccine approved for children?';
const HOME = 'Does Mona Kvist live in Tarn?';
const CUP = 'Did the Oder team win the cup?';
const EDITOR = 'Does Ismay Hart edit the Globe?';
const FINE = 'Did Varn pay the fine?';
const TRAIN = 'Does the Ilex train run on Sundays?';

describe('a sentence that holds what is asked, and states something else', () => {
  it.each([
    [DAM, 'The leaflet reads “The Halden dam is safe” on its cover.'],
    [TOWER, 'A visitor with a permit may climb the Brae lighthouse.'],
    [LAKE, 'The northern arm of Lake Teal is frozen.'],
    [LAKE, 'Lake Teal lies at 900 metres.', 'Its northern arm is frozen.'],
    [MAYOR, 'Nora Pell is the deputy mayor of Ostby.'],
    [MAYOR, 'Nora Pell is the sister of the mayor of Ostby.'],
    [DAIRY, 'Dale Dairy owns Kestrel Foods.'],
    [GAME, 'Tarn beat Marrow in the final.'],
    [TREATY, 'The Senate committee ratified the Lome treaty.'],
    [FESTIVAL, 'Parking at the Vane festival is free.'],
    [PASS, 'As long as no snow falls, the Corrie pass is open.'],
    [PASS, 'Until the landslide, the Corrie pass was open.'],
    [CANAL, 'A novel in which the Ely canal was built by prisoners won a prize.'],
    [CURE, 'Zelocin cures migraine in mice.'],
    [DROWSY, 'Zelocin taken with alcohol causes drowsiness.'],
    [TRAM, 'The newer cars of the Ferrow tram are accessible to wheelchairs.'],
    [DRONES, 'Drones heavier than 250 g are banned in Tarrow park.'],
    [RESIGNED, "Ola Brant's deputy resigned."],
    [RESIGNED, 'The board asked whether Ola Brant resigned.'],
    [RESIGNED, 'Reporters asked Ola Brant to resign.'],
    [BUS, 'The Sable bus stops at the station on request.'],
    [APP, 'The paid version of the Quill app encrypts messages.'],
    [APP, 'The Quill app encrypts messages if both sides agree.'],
    [COMET, 'Drawings of comet Irri have a tail.'],
    [CAVE, 'Children over twelve may enter the Brock cave.'],
    [CAVE, 'Children may enter the Brock cave with an adult.'],
    [LORRIES, 'One lane of the Ninth bridge is closed to lorries.'],
    [VIOLIN, 'The case of the Adler violin was stolen.'],
    [FRAUD, "Tom Reyle's brother was convicted of fraud."],
    [FRAUD, 'The man who accused Tom Reyle was convicted of fraud.'],
    [REACTOR, 'The Aske reactor is designed to supply heat.'],
    [HOTEL, 'The bar of the Linden hotel is open in winter.'],
    [ELECTION, 'Sura won the election in two of nine districts.'],
    [MUSEUM, 'The Dray museum is closed on Sundays in August.'],
    [BEES, 'Bees in glass cages live on Skell island.'],
    [SWIM, 'Swimming is allowed in the lower basin of Lake Teal.'],
    [ACT, 'Section 4 of the Harbour act was repealed.'],
    [VACCINE, 'The Ferren vaccine is approved for children over six.'],
    [HOME, 'Mona Kvist owns a house where her mother lives in Tarn.'],
    [CUP, 'The Oder youth team won the cup.'],
    [EDITOR, 'Ismay Hart, whose cousin edits the Globe, paints.'],
    [FINE, 'Varn did not pay the fine in cash.'],
    [TRAIN, 'The Ilex train does not run on Sundays in winter.'],
  ])('gets no word: %s %s', (q, ...texts) => {
    expect(word(q, ...texts)).toBe('neither');
  });
});

describe('a sentence that states what is asked', () => {
  it.each([
    [DAM, 'The Halden dam is safe.', 'Yes'],
    [TOWER, 'Visitors may climb the Brae lighthouse.', 'Yes'],
    [LAKE, 'Lake Teal is frozen again.', 'Yes'],
    [MAYOR, 'Nora Pell is the mayor of Ostby.', 'Yes'],
    [MAYOR, 'The mayor of Ostby is Nora Pell.', 'Yes'],
    [DAIRY, 'Dale Dairy is owned by Kestrel Foods.', 'Yes'],
    [GAME, 'Marrow did not beat Tarn.', 'No'],
    [TREATY, 'The Senate ratified the Lome treaty in May 2003 by 61 votes to 30.', 'Yes'],
    ['Was the Lome treaty ratified?', 'The Lome treaty has never been ratified.', 'No'],
    [FESTIVAL, 'The Vane festival is free.', 'Yes'],
    [PASS, 'The Corrie pass is closed because of snow.', 'No'],
    [PASS, 'Since Tuesday the Corrie pass is open again.', 'Yes'],
    [CANAL, 'Prisoners built the Ely canal.', 'Yes'],
    [CURE, 'Zelocin does not cure migraine.', 'No'],
    [DROWSY, 'Zelocin causes drowsiness.', 'Yes'],
    [TRAM, 'The Ferrow tram, which was rebuilt in 2015, is accessible to wheelchairs.', 'Yes'],
    [DRONES, 'Drones are banned in Tarrow park.', 'Yes'],
    [DRONES, 'Drones are allowed in Tarrow park.', 'No'],
    [RESIGNED, 'Ola Brant resigned on 3 March 2014 after a dispute.', 'Yes'],
    [BUS, 'The Sable bus no longer stops at the station.', 'No'],
    [APP, 'The Quill app encrypts messages.', 'Yes'],
    [APP, 'The Quill app does not encrypt messages.', 'No'],
    [COMET, 'Comet Irri has no tail.', 'No'],
    [COMET, 'Comet Irri has a tail.', 'Yes'],
    [CAVE, 'Children may not enter the Brock cave.', 'No'],
    [LORRIES, 'Since 2012 the Ninth bridge has been closed to lorries.', 'Yes'],
    [VIOLIN, 'The Adler violin was stolen from a train in 1987.', 'Yes'],
    [FRAUD, 'Tom Reyle was convicted of fraud.', 'Yes'],
    [FRAUD, 'Tom Reyle was not convicted of fraud.', 'No'],
    [HOTEL, 'In winter the Linden hotel is closed.', 'No'],
    [ELECTION, 'Sura won the election by 312 votes.', 'Yes'],
    [MUSEUM, 'On Sundays the Dray museum is closed.', 'Yes'],
    [BEES, 'Bees live on Skell island.', 'Yes'],
    [SWIM, 'Swimming is forbidden in Lake Teal.', 'No'],
    [ACT, 'The Harbour act was repealed in 1999.', 'Yes'],
    [VACCINE, 'The Ferren vaccine is not approved for children.', 'No'],
    [HOME, 'Mona Kvist, a painter, lives in Tarn.', 'Yes'],
    [CUP, 'The cup was won by the Oder team.', 'Yes'],
    [EDITOR, 'Ismay Hart has edited the Globe since 2019.', 'Yes'],
    [FINE, 'Varn never paid the fine.', 'No'],
    [TRAIN, 'The Ilex train does not run on Sundays.', 'No'],
  ])('keeps its word: %s %s', (q, text, expected) => {
    expect(word(q, text)).toBe(expected);
  });
});

describe('a sentence whose parts are asked in another order or of another thing', () => {
  it.each([
    ['Is the Vell reservoir full?', 'Villagers remember when the Vell reservoir was full.'],
    ['Is the Vell reservoir full?', 'The Vell reservoir is full in wet years.'],
    ['Is the Vell reservoir full?', 'The smaller basin beside the Vell reservoir is full.'],
    ['Does Dr Ekman run the Hask clinic?', 'Dr Ekman runs the laboratory of the Hask clinic.'],
    ['Does Dr Ekman run the Hask clinic?', 'The Hask clinic is run by a cousin of Dr Ekman.'],
    ['Does Dr Ekman run the Hask clinic?', 'Dr Ekman ran the Hask clinic before she moved to Ord.'],
    ['Has the Torp factory been sold?', 'The Torp factory has been offered for sale.'],
    ['Has the Torp factory been sold?', 'A share of the Torp factory has been sold.'],
    ['Has the Torp factory been sold?', 'Rumour has it that the Torp factory has been sold.'],
    ['Is Marn cheese made from goat milk?', 'Like Marn cheese, Orby cheese is made from goat milk.'],
    ['Is Marn cheese made from goat milk?', 'Some Marn cheese is made from goat milk.'],
    ['Can cyclists use the Solv tunnel?', 'Cyclists who carry a lamp can use the Solv tunnel.'],
    ['Can cyclists use the Solv tunnel?', 'Cyclists can use the Solv tunnel between midnight and five.'],
    ['Can cyclists use the Solv tunnel?', 'Cyclists can use the path above the Solv tunnel.'],
    ['Was Ada Linn born in Corv?', 'Ada Linn was raised where her father was born, in Corv.'],
    ['Was Ada Linn born in Corv?', "Ada Linn's mother was born in Corv."],
    ['Is the Brenn glacier shrinking?', 'The tongue of the Brenn glacier is shrinking.'],
    ['Is the Brenn glacier shrinking?', 'Nobody can say whether the Brenn glacier is shrinking.'],
    ['Do Lurn hens lay blue eggs?', 'Lurn hens lay blue eggs when fed on kelp.'],
    ['Do Lurn hens lay blue eggs?', 'Lurn hens never lay blue eggs in their first year.'],
    ['Did Pryce sign the Orle contract?', 'Pryce was about to sign the Orle contract.'],
    ['Did Pryce sign the Orle contract?', 'Pryce signed a copy of the Orle contract.'],
    ['Did Pryce sign the Orle contract?', 'Pryce’s lawyer signed the Orle contract.'],
    [
      'Did Pryce sign the Orle contract?',
      'Had Pryce signed the Orle contract, the firm would have survived.',
    ],
    ['Is smoking allowed in Hall Nine?', 'Smoking is allowed in the court behind Hall Nine.'],
    ['Is smoking allowed in Hall Nine?', 'Smoking is allowed in Hall Nine during concerts.'],
    ['Does the Arlo stove burn wood?', 'The Arlo stove of 1910 burned wood.'],
    ['Does the Arlo stove burn wood?', 'The Arlo stove burns wood pellets.'],
    ['Are the Minch ferries running?', 'The Minch ferries are running at half speed on paper only.'],
    ['Is the Tolle lock automatic?', 'The Tolle lock is semi-automatic.'],
    ['Is the Tolle lock automatic?', 'The gates of the Tolle lock are automatic.'],
    ['Is Greta Moll a member of the Lyre Society?', 'Greta Moll is a former member of the Lyre Society.'],
    ['Is Greta Moll a member of the Lyre Society?', 'Greta Moll is an honorary member of the Lyre Society.'],
    ['Is Greta Moll a member of the Lyre Society?', 'Greta Moll is married to a member of the Lyre Society.'],
    ['Are there bears in Vask forest?', 'There are bears in the zoo of Vask forest.'],
    ['Is the Ondel road paved?', 'The first mile of the Ondel road is paved.'],
    ['Has Iven Sall written a novel?', 'Iven Sall has written a review of a novel.'],
  ])('gets no word: %s %s', (q, text) => {
    expect(word(q, text)).toBe('neither');
  });
});

describe('a plain statement, its passive, its denial', () => {
  it.each([
    ['Is the Vell reservoir full?', 'The Vell reservoir is full.', 'Yes'],
    ['Is the Vell reservoir full?', 'The Vell reservoir is empty.', 'No'],
    ['Does Dr Ekman run the Hask clinic?', 'The Hask clinic is run by Dr Ekman.', 'Yes'],
    ['Does Dr Ekman run the Hask clinic?', 'Dr Ekman has run the Hask clinic since 2011.', 'Yes'],
    ['Has the Torp factory been sold?', 'The Torp factory was sold in 2016 to a rival.', 'Yes'],
    ['Has the Torp factory been sold?', 'The Torp factory has not been sold.', 'No'],
    ['Is Marn cheese made from goat milk?', 'Marn cheese is made from goat milk.', 'Yes'],
    ['Can cyclists use the Solv tunnel?', 'The Solv tunnel can be used by cyclists.', 'Yes'],
    ['Can cyclists use the Solv tunnel?', 'Cyclists may not use the Solv tunnel.', 'No'],
    ['Was Ada Linn born in Corv?', 'Ada Linn, a chemist, was born in Corv in 1901.', 'Yes'],
    ['Was Ada Linn born in Corv?', 'Ada Linn was not born in Corv.', 'No'],
    ['Is the Brenn glacier shrinking?', 'The Brenn glacier is shrinking.', 'Yes'],
    ['Do Lurn hens lay blue eggs?', 'Lurn hens lay blue eggs.', 'Yes'],
    ['Did Pryce sign the Orle contract?', 'Pryce signed the Orle contract on 4 May 1999 in Ghent.', 'Yes'],
    ['Did Pryce sign the Orle contract?', 'The Orle contract was signed by Pryce.', 'Yes'],
    ['Is smoking allowed in Hall Nine?', 'Smoking is not allowed in Hall Nine.', 'No'],
    ['Is smoking allowed in Hall Nine?', 'Smoking is banned in Hall Nine since 2008.', 'No'],
    ['Does the Arlo stove burn wood?', 'The Arlo stove burns wood.', 'Yes'],
    ['Does the Arlo stove burn wood?', 'The Arlo stove burns wood or peat.', 'Yes'],
    ['Is the Tolle lock automatic?', 'The Tolle lock has been automatic since 1988.', 'Yes'],
    ['Is Greta Moll a member of the Lyre Society?', 'Greta Moll is a member of the Lyre Society.', 'Yes'],
    [
      'Is Greta Moll a member of the Lyre Society?',
      'Greta Moll is no longer a member of the Lyre Society.',
      'No',
    ],
    [
      'Is Greta Moll a member of the Lyre Society?',
      'Greta Moll has been a member of the Lyre Society since 2002.',
      'Yes',
    ],
    ['Are there bears in Vask forest?', 'There are bears in Vask forest.', 'Yes'],
    ['Are there bears in Vask forest?', 'There are no bears in Vask forest.', 'No'],
    ['Does Kirra speak Dutch?', 'Kirra speaks Dutch and Danish.', 'Yes'],
    ['Is the Ondel road paved?', 'The Ondel road is unpaved.', 'No'],
    ['Has Iven Sall written a novel?', 'Iven Sall has written a novel.', 'Yes'],
    ['Has Iven Sall written a novel?', 'Iven Sall has never written a novel.', 'No'],
  ])('has its word: %s %s', (q, text, expected) => {
    expect(word(q, text)).toBe(expected);
  });
});

describe('a true statement with a phrase that could narrow it', () => {
  it.each([
    [GAME, 'Marrow beat Tarn in the final.'],
    [REACTOR, 'The Aske reactor supplies heat to 4,000 homes.'],
  ])('is quoted without a word: %s %s', (q, text) => {
    expect(summary(q, text)).toBe(text);
  });
});
