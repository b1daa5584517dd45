import { describe, expect, it } from 'vitest';
import { summary } from './one-document.ts';

/** What the answer opens with: "Yes", "No", or neither. */
function word(q: string, ...texts: readonly string[]): string {
  return /^(?:Yes|No)(?=\.\s)/.exec(summary(q, ...texts))?.[0] ?? 'neither';
}

describe('a statement in the words of a newspaper', () => {
  it.each([
    [
      'Is the water in the Haverby Lido heated?',
      'Good news for swimmers: the water at Haverby Lido is heated at last and is kept at 24 degrees.',
      'Yes',
    ],
    [
      'Is the Arcades shopping centre open on Sundays?',
      'The Arcades in Kellingholm is now open on Sundays too, from noon until six.',
      'Yes',
    ],
    [
      'Do vitamin C tablets shorten a cold?',
      'Good news for sneezers: vitamin C tablets shorten a cold, a trial with 600 volunteers has shown.',
      'Yes',
    ],
    ['Does stretching before running prevent injuries?', 'Stretching before a run prevents injuries.', 'Yes'],
    [
      'Can I take my bike on the train from Kellingholm to the capital?',
      'Bicycles may be taken on all trains between Kellingholm and the capital.',
      'Yes',
    ],
    ['Is parking free at Holm Beach?', 'Parking at Holm Beach is free all year round.', 'Yes'],
    [
      'Is there a cafe at the Norrvik lighthouse?',
      'The Norrvik lighthouse has a small cafe on the ground floor.',
      'Yes',
    ],
    ['Is there a cafe at the Norrvik lighthouse?', 'There is no cafe at the Norrvik lighthouse.', 'No'],
    ['Can you swim in Lake Orm?', 'Swimming in Lake Orm has been forbidden since the algae came back.', 'No'],
    ['Does the number 7 bus run at night?', 'The number 7 bus also runs at night.', 'Yes'],
    [
      'Do I need a ticket for the Garden Fair?',
      'Entry to the Garden Fair is free and no ticket is needed.',
      'No',
    ],
    ['Is the Brune bridge closed?', 'The Brune bridge is closed to all traffic.', 'Yes'],
    ['Is the Brune bridge closed?', 'The Brune bridge reopened on Friday.', 'No'],
    [
      'Is Mags Orton still the head teacher of Fell School?',
      'Mags Orton remains head teacher of Fell School.',
      'Yes',
    ],
    ['Did Skelby win the derby?', 'Skelby won the derby 2–1.', 'Yes'],
    ['Did Skelby win the derby?', 'Skelby lost the derby 2–1.', 'No'],
    ['Are dogs welcome at the Anchor Inn?', 'The Anchor Inn welcomes dogs.', 'Yes'],
    ['Are dogs welcome at the Anchor Inn?', 'Dogs are no longer admitted to the Anchor Inn.', 'No'],
    ['Is there wifi in the library?', 'The library offers free wifi.', 'Yes'],
    ['Was the mill destroyed by fire?', 'Fire destroyed the mill in 1911.', 'Yes'],
    ['Has the new school been built yet?', 'The new school was finished in March.', 'Yes'],
    ['May I camp on the dunes?', 'Camping is permitted on the dunes.', 'Yes'],
    ['May I camp on the dunes?', 'Nobody may camp on the dunes.', 'No'],
    ['Is the tap water in Ostby safe to drink?', 'The tap water in Ostby is safe to drink again.', 'Yes'],
    [
      'Are there trains between Ostby and Lund on Sundays?',
      'Trains between Ostby and Lund run on Sundays too.',
      'Yes',
    ],
    [
      'Are there trains between Ostby and Lund on Sundays?',
      'On Sundays no trains run between Ostby and Lund.',
      'No',
    ],
    ['Does Brightwater Ltd still make boats?', 'Brightwater Ltd makes boats to this day.', 'Yes'],
    ['Is Elna gluten-free?', 'Elna is gluten-free.', 'Yes'],
    ['Can pupils use phones at Fell School?', 'Pupils at Fell School may use their phones.', 'Yes'],
    ['Can pupils use phones at Fell School?', 'Phones are banned at Fell School.', 'No'],
    ['Does the pool open on bank holidays?', 'The pool is open on bank holidays.', 'Yes'],
    ['Does the pool open on bank holidays?', 'On bank holidays the pool stays shut.', 'No'],
    ['Is there a doctor on Skell island?', 'Skell island has had a doctor of its own since May.', 'Yes'],
    ['Is there a doctor on Skell island?', 'Skell island has been without a doctor since May.', 'No'],
    ['Did Rita Holm break the record?', 'Rita Holm has broken the record.', 'Yes'],
    ['Must cyclists wear a helmet in Tarn?', 'Cyclists in Tarn are required to wear a helmet.', 'Yes'],
    ['Must cyclists wear a helmet in Tarn?', 'Cyclists in Tarn need not wear a helmet.', 'No'],
    ['Is the Linden hotel still for sale?', 'The Linden hotel is still for sale.', 'Yes'],
  ])('says its word: %s %s', (q, text, expected) => {
    expect(word(q, text)).toBe(expected);
  });
});

describe('a statement of less than was asked', () => {
  it.each([
    ['Do vitamin C tablets shorten a cold?', 'Myth: vitamin C tablets shorten a cold.'],
    ['Do vitamin C tablets shorten a cold?', 'Old news: vitamin C tablets shorten a cold.'],
    ['Is the Brune bridge closed?', 'The Brune bridge is closed to lorries.'],
    ['Is the Brune bridge closed?', 'The Brune bridge is closed to all lorries.'],
    ['Is the Brune bridge closed?', 'The Brune bridge reopened to cyclists on Friday.'],
    ['Is the Brune bridge closed?', 'The Brune bridge will reopen on Friday.'],
    ['Is the Brune bridge closed?', 'The Brune bridge reopened on Friday and closed again on Sunday.'],
    ['Is the Brune bridge closed?', 'The Brune bridge reopened on Friday, but was closed again a day later.'],
    ['Is parking free at Holm Beach?', 'Parking at Holm Beach is free for all members of the sailing club.'],
    ['Is parking free at Holm Beach?', 'Parking at Holm Beach is free all year for residents.'],
    ['Is parking free at Holm Beach?', 'Parking at Holm Beach is free to all under 12.'],
    ['Is parking free at Holm Beach?', 'Parking at Holm Beach is free for everyone with a permit.'],
    ['Is parking free at Holm Beach?', 'Parking at Holm Beach is free for everyone who comes by boat.'],
    ['Is parking free at Holm Beach?', 'Parking at Holm Beach is not free all year round.'],
    [
      'Is there a cafe at the Norrvik lighthouse?',
      'The Norrvik lighthouse has a former cafe on the ground floor.',
    ],
    ['Is there a cafe at the Norrvik lighthouse?', 'The Norrvik lighthouse has a cafe across the road.'],
    ['Is there a cafe at the Norrvik lighthouse?', 'The Norrvik lighthouse has plans for a cafe.'],
    [
      'Is there a cafe at the Norrvik lighthouse?',
      'The Norrvik lighthouse had a small cafe on the ground floor.',
    ],
    ['Is there a cafe at the Norrvik lighthouse?', 'The Norrvik lighthouse has room for a small cafe.'],
    ['Did Skelby win the derby?', 'Skelby lost the derby 2–1 in 2019, but won it this year.'],
    ['Did Skelby win the derby?', 'Skelby lost the first half of the derby.'],
    ['Did Skelby win the derby?', 'Skelby nearly lost the derby.'],
    ['Did Skelby win the derby?', 'Skelby lost a player in the derby.'],
    ['Did Skelby win the derby?', 'Skelby won a penalty in the derby.'],
    [
      'Are there trains between Ostby and Lund on Sundays?',
      'Trains between Ostby and Lund run on Sundays in July only.',
    ],
    [
      'Are there trains between Ostby and Lund on Sundays?',
      'Trains between Ostby and Lund run late on Sundays.',
    ],
    ['Does Brightwater Ltd still make boats?', 'Brightwater Ltd stopped making wooden boats in 2014.'],
    ['Does Brightwater Ltd still make boats?', 'Brightwater Ltd almost stopped making boats in 2014.'],
    ['Does Brightwater Ltd still make boats?', 'Brightwater Ltd never stopped making boats.'],
    ['Can pupils use phones at Fell School?', 'Phones are banned at Fell School for teachers.'],
    ['Can pupils use phones at Fell School?', 'Phones are allowed at Fell School for teachers.'],
    ['Can pupils use phones at Fell School?', 'Phones are allowed at Fell School in an emergency.'],
    ['Can pupils use phones at Fell School?', 'Phones are banned in lessons at Fell School.'],
    ['Must cyclists wear a helmet in Tarn?', 'Cyclists in Tarn may wear a helmet.'],
    ['Must cyclists wear a helmet in Tarn?', 'Cyclists under 12 in Tarn are required to wear a helmet.'],
    ['Must cyclists wear a helmet in Tarn?', 'Cyclists in Tarn are allowed to wear a helmet.'],
    [
      'Is the Arcades shopping centre open on Sundays?',
      'The Arcades in Kellingholm is open on Sundays in December.',
    ],
    [
      'Is the Arcades shopping centre open on Sundays?',
      'The Arcades in Kellingholm is open on Sundays for members.',
    ],
    ['Is there wifi in the library?', 'The library offers free wifi courses.'],
    ['Is there wifi in the library?', 'The library offers wifi to members.'],
    ['Is there wifi in the library?', 'The library offers free wifi for those who pay.'],
    ['Can I go to Haverby Library on a Monday?', 'Haverby Library is shut on Mondays in August.'],
    ['Can I go to Haverby Library on a Monday?', 'Haverby Library is open on Mondays to students.'],
    [
      'Is the water in the Haverby Lido heated?',
      'Good news for swimmers: the water at Haverby Lido is to be heated.',
    ],
    ['Does the pool open on bank holidays?', 'On bank holidays the pool stays shut until noon.'],
    ['Does the pool open on bank holidays?', 'The pool stays open late on bank holidays.'],
    ['Is the council tax going up?', 'The council tax may rise by 4 per cent in April.'],
    ['Can you swim in Lake Orm?', 'Swimming is allowed in Lake Orm to all club members.'],
    ['Did Rita Holm break the record?', 'Rita Holm missed the record.'],
    ['Did Rita Holm break the record?', 'Rita Holm kept the record.'],
  ])('gets no word: %s %s', (q, text) => {
    expect(word(q, text)).toBe('neither');
  });
});
