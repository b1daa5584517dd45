import { describe, expect, it } from 'vitest';
import { answer, summary } from './one-document.ts';

describe('a question in other words', () => {
  it.each([
    ['Who won the Tarn Cup most recently?', 'Marrow won the Tarn Cup.', 'Marrow'],
    ['What is the most recent Rellon?', 'The current stable release of Rellon is 3.0.1.', '3.0.1'],
    [
      'Which version of Rellon should I install if I want the newest?',
      'The newest release of Rellon is 3.4.2.',
      '3.4.2',
    ],
    ['How big is the staff of the Dorn Line?', 'The Dorn Line employs 165 people.', '165 people'],
    ['How much more do I pay for half board?', 'Half board is 42 euros extra.', '42 euros'],
    ['How much do I pay to see a match?', 'A ticket for a match costs £9.', '£9'],
    [
      'Who was director of Dorn Hall in 2018?',
      'Ida Stern has been director of Dorn Hall since 2011.',
      'Ida Stern',
    ],
    ['How many people can sleep at the Karl Hut?', 'The Karl Hut has 64 beds.', '64 beds'],
    ['Who looks after the Karl Hut?', 'Ida Stern is the warden of the Karl Hut.', 'Ida Stern'],
    [
      'Who scored the most goals in the Tarn League?',
      'Jo Vane was the top scorer of the Tarn League with 23 goals.',
      'Jo Vane',
    ],
  ])('is answered: %s %s', (q, text, expected) => {
    expect(answer(q, text)).toContain(expected);
  });

  it.each([
    ['Who was director of Dorn Hall in 2010?', 'Ida Stern has been director of Dorn Hall since 2011.'],
    ['When does the library in Dorn open?', 'The Dorn bypass opened to traffic on 4 November 2023.'],
    ['When did Tarnia become independent?', 'Ida Stern became president of Tarnia on 3 May 2010.'],
    ['Who is the head of the alpine association?', 'The Brenvar Alpine Association heads the list.'],
    ['Who runs Merrow Water?', 'Campaigners run Merrow Water down.'],
    ['Where does the next Rellon meeting take place?', 'The first Rellon meeting took place in Ghent.'],
  ])('is not answered by something else: %s %s', (q, text) => {
    expect(summary(q, text)).toBe('');
  });
});

describe('what nobody in particular says', () => {
  it.each([
    'A man in the pub maintained that the repair of the Old Bridge cost £5 million.',
    'My neighbour says that the repair of the Old Bridge cost £5 million.',
    'A reader tells us that the repair of the Old Bridge cost £5 million.',
    'Somebody on the quay swore that the repair of the Old Bridge cost £5 million.',
    'It is rumoured that the repair of the Old Bridge cost £5 million.',
  ])('is no answer: %s', (text) => {
    expect(summary('How much did the repair of the Old Bridge cost?', text)).toBe('');
  });

  it('is one where somebody answers for it', () => {
    const text = 'The council says that the repair of the Old Bridge cost £3 million.';
    expect(summary('How much did the repair of the Old Bridge cost?', text)).toContain('£3 million');
  });
});
