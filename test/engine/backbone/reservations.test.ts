import { describe, expect, it } from 'vitest';
import { summary } from './one-document.ts';

/** What the answer opens with: "Yes", "No", or neither. */
function word(q: string, text: string): string {
  return /^(?:Yes|No)(?=\.\s)/.exec(summary(q, text))?.[0] ?? 'neither';
}

const SAFE = 'Is the Orm bridge safe?';
const TAL = 'Is the Tal bridge safe?';
const OPEN = 'Is the Arlen museum open on Mondays?';
const BOUGHT = 'Did Varn buy Boro Mills?';
const DOGS = 'Are dogs allowed on Pelm beach?';
const WON = 'Did Ida Korr win the Sarn race?';

describe('a statement that is called false or doubted', () => {
  it.each([
    [SAFE, 'It is false that the Orm bridge is safe.'],
    [SAFE, 'It is untrue that the Orm bridge is not safe.'],
    [SAFE, 'The claim that the Orm bridge is safe is wrong.'],
    [SAFE, 'The belief that the Orm bridge is safe has cost lives.'],
    [SAFE, 'That the Orm bridge is safe is a common myth.'],
    [OPEN, 'The guide says the Arlen museum is open on Mondays, which is a mistake.'],
    [OPEN, 'The Arlen museum is open on Mondays, which is wrong.'],
    [OPEN, 'The Arlen museum is anything but open on Mondays.'],
    [SAFE, 'Nobody doubts that the Orm bridge is safe.'],
    [SAFE, 'No one disputes that the Orm bridge is safe.'],
    [SAFE, 'The Orm bridge is mistakenly called safe.'],
  ])('gives neither word: %s %s', (q, text) => {
    expect(word(q, text)).toBe('neither');
  });
});

describe('a statement that falls short of what is asked', () => {
  it.each([
    [OPEN, 'The Arlen museum is rarely open on Mondays.'],
    [OPEN, 'The Arlen museum is sometimes open on Mondays.'],
    [SAFE, 'The Orm bridge is barely safe.'],
    [SAFE, 'The Orm bridge is almost safe.'],
    [BOUGHT, 'Varn almost bought Boro Mills.'],
    [BOUGHT, 'Varn nearly bought Boro Mills in 2019.'],
    [DOGS, 'Few dogs are allowed on Pelm beach.'],
    [BOUGHT, 'Varn bought part of Boro Mills.'],
    ['Does Varn own Boro Mills?', 'Varn owns part of Boro Mills.'],
    ['Does Varn own Boro Mills?', 'Varn owns half of Boro Mills.'],
    [DOGS, 'Guide dogs are allowed on Pelm beach.'],
    [DOGS, 'Dogs are allowed on Pelm beach before 9 a.m.'],
    [DOGS, 'Dogs are allowed in the north of Pelm beach.'],
    [OPEN, 'The Arlen museum shop is open on Mondays.'],
  ])('gives neither word: %s %s', (q, text) => {
    expect(word(q, text)).toBe('neither');
  });
});

describe('a statement that stands under another verb', () => {
  it.each([
    [BOUGHT, 'Varn denies that it bought Boro Mills.'],
    [BOUGHT, 'Varn pretended to buy Boro Mills.'],
    [BOUGHT, 'Varn tried to buy Boro Mills.'],
    [BOUGHT, 'Varn refused to buy Boro Mills.'],
    [BOUGHT, 'Varn stopped short and never tried to buy Boro Mills.'],
    ['Does Varn sell coal in Pelm?', 'Varn stopped selling coal in Pelm.'],
    [WON, 'Ida Korr was accused of winning the Sarn race unfairly.'],
    [WON, 'Ida Korr dreamt that she won the Sarn race.'],
    [SAFE, 'The Orm bridge was thought to be safe.'],
    [SAFE, 'Jo Vane said that the Orm bridge is safe.'],
    [SAFE, 'The Orm bridge is safe, Jo Vane said.'],
    [SAFE, 'Critics say that the Orm bridge is not safe.'],
    [SAFE, 'Engineers believed that the Orm bridge is safe.'],
    [SAFE, 'The Orm bridge is safe according to a forged report.'],
    [SAFE, 'According to Jo Vane, the Orm bridge is not safe.'],
  ])('gives neither word: %s %s', (q, text) => {
    expect(word(q, text)).toBe('neither');
  });
});

describe('a statement that was undone', () => {
  it.each([
    [WON, 'Ida Korr won the Sarn race but was disqualified.'],
    [DOGS, 'The bill that allows dogs on Pelm beach was rejected.'],
    ['Does Lumin reduce pain?', 'The study that found that Lumin reduces pain was retracted.'],
    [BOUGHT, 'Varn agreed to buy Boro Mills, and the sale fell through.'],
    [BOUGHT, 'Varn bought Boro Mills, but a court annulled the sale.'],
  ])('gives neither word: %s %s', (q, text) => {
    expect(word(q, text)).toBe('neither');
  });
});

describe('a statement about another subject', () => {
  it.each([
    [TAL, 'Unlike the Tal bridge, the Orm bridge is safe.'],
    [TAL, 'The Orm bridge, unlike the Tal bridge, is not safe.'],
    [TAL, 'In contrast to the Tal bridge, the Orm bridge is safe.'],
    ['Are cats allowed on Pelm beach?', 'Unlike cats, dogs are allowed on Pelm beach.'],
  ])('gives neither word: %s %s', (q, text) => {
    expect(word(q, text)).toBe('neither');
  });
});

describe('a sentence that asks', () => {
  it.each([
    [OPEN, ['Is the Arlen museum open on Mondays?', 'Nobody knows.']],
    [OPEN, ['“Is the Arlen museum open on Mondays?”']],
    ['When did the Arlen museum open?', ['Did the Arlen museum open in 1990?']],
    ['How tall is the Orm tower?', ['Is the Orm tower 90 metres tall?']],
    ['Who runs the Arlen museum?', ['Does Jo Vane run the Arlen museum?']],
    ['Which is taller, the Orm tower or the Tal tower?', ['Is the Orm tower taller than the Tal tower?']],
  ])('is evidence of nothing: %s %j', (q, texts) => {
    expect(summary(q, ...texts)).toBe('');
  });

  it('lends its words to the answer after it', () => {
    expect(summary(OPEN, 'Is the Arlen museum open on Mondays?', 'The museum is closed on Mondays.')).toMatch(
      /^No\./,
    );
  });
});

describe('a plain neighbour of these', () => {
  it.each([
    [SAFE, 'The Orm bridge is safe.', 'Yes'],
    [SAFE, 'The Orm bridge is not safe.', 'No'],
    [SAFE, 'The Orm bridge, unlike the Tal bridge, is not safe.', 'No'],
    [SAFE, 'Unlike the Tal bridge, the Orm bridge is safe.', 'Yes'],
    [SAFE, 'The Orm bridge, which is almost 200 years old, is safe.', 'Yes'],
    [SAFE, 'Engineers confirmed that the Orm bridge is safe.', 'Yes'],
    [SAFE, 'Engineers said that the Orm bridge is not safe.', 'No'],
    ['Is the Orm bridge in Pelm?', 'The Orm bridge is in Pelm.', 'Yes'],
    ['Do cars in Pelm drive on the left?', 'In Pelm, traffic drives on the left.', 'Yes'],
    ['Is the Orm bridge safe to cross?', 'The Orm bridge is safe to cross.', 'Yes'],
    ['Does coffee raise blood pressure?', 'Coffee raises blood pressure.', 'Yes'],
    [SAFE, 'The Orm bridge is safe, and Jo Vane said she was glad.', 'Yes'],
    ['Is it a myth that the Orm bridge is safe?', 'It is a myth that the Orm bridge is safe.', 'Yes'],
    [OPEN, 'The Arlen museum is open on Mondays.', 'Yes'],
    [OPEN, 'The Arlen museum is closed on Mondays.', 'No'],
    [OPEN, 'The Arlen museum is open on Mondays until 6 p.m.', 'Yes'],
    ['Is the Arlen museum shop open on Mondays?', 'The Arlen museum shop is open on Mondays.', 'Yes'],
    [BOUGHT, 'Varn bought Boro Mills in 2019.', 'Yes'],
    [BOUGHT, 'Varn did not buy Boro Mills.', 'No'],
    ['Did Varn try to buy Boro Mills?', 'Varn tried to buy Boro Mills.', 'Yes'],
    ['Did Varn refuse to buy Boro Mills?', 'Varn refused to buy Boro Mills.', 'Yes'],
    ['Does Varn own part of Boro Mills?', 'Varn owns part of Boro Mills.', 'Yes'],
    [DOGS, 'Dogs are allowed on Pelm beach.', 'Yes'],
    [DOGS, 'No dogs are allowed on Pelm beach.', 'No'],
    ['Are guide dogs allowed on Pelm beach?', 'Guide dogs are allowed on Pelm beach.', 'Yes'],
    [WON, 'Ida Korr won the Sarn race.', 'Yes'],
  ])('keeps its word: %s %s', (q, text, expected) => {
    expect(word(q, text)).toBe(expected);
  });
});
