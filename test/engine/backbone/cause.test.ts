import { describe, expect, it } from 'vitest';
import { answer } from './one-document.ts';

describe('a question why', () => {
  it.each([
    ['What caused the collapse of the Dorn bridge?', 'A rusted bolt led to the collapse of the Dorn bridge.'],
    [
      'What was the reason for the closure of Orly School?',
      'Orly School was closed because too few children lived nearby.',
    ],
    [
      'What was the cause of the delay of the Harl Express?',
      'The delay of the Harl Express was due to ice on the line.',
    ],
    ['Why did Otto Weiss resign?', 'Otto Weiss resigned over a quarrel about money.'],
    ['Why did the Pell factory close?', 'Because of a flood, the Pell factory closed in May.'],
    ['What led to the strike at Corvid Foods?', 'The strike at Corvid Foods was caused by a cut in wages.'],
    [
      'For what reason was the Orly concert cancelled?',
      'The reason the Orly concert was cancelled is a sore throat.',
    ],
  ])('is answered by the sentence that gives the cause: "%s"', (q, text) => {
    expect(answer(q, text)).toBe(text);
  });

  it.each([
    [
      'What caused the collapse of the Dorn bridge?',
      'The collapse of the Dorn bridge caused a jam of ten miles.',
    ],
    ['What caused the collapse of the Dorn bridge?', 'The collapse of the Dorn bridge killed nobody.'],
    ['What was the reason for the closure of Orly School?', 'Orly School was closed in 2011.'],
    ['What led to the strike at Corvid Foods?', 'The strike at Corvid Foods led to higher prices.'],
    ['Why did Otto Weiss resign?', 'Otto Weiss resigned on 4 May.'],
    ['Why did the Pell factory close?', 'Because of a flood, the Pell factory bought a pump.'],
    ['What was the cause of the delay of the Harl Express?', 'The Harl Express was repaired due to rust.'],
  ])('is not answered by another sentence: "%s"', (q, text) => {
    expect(answer(q, text)).toBeNull();
  });

  it('prefers the cause to what merely went before', () => {
    const texts = [
      'The Pell factory closed after a long summer.',
      'The Pell factory closed because a dam had burst.',
    ];
    expect(answer('Why did the Pell factory close?', ...texts)).toBe(texts[1]);
  });
});
