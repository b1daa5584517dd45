import { describe, expect, it } from 'vitest';
import { answer } from './one-document.ts';

describe('the person of an event', () => {
  it.each([
    [
      'Who was sacked as coach of the Harl Rovers?',
      'The Harl Rovers dismissed Otto Weiss as coach.',
      'Otto Weiss',
    ],
    ['Who was arrested at the Dorn mill?', 'Police arrested Jo Vane at the Dorn mill.', 'Jo Vane'],
    ['Who translated The Long Tide?', 'The Long Tide was translated by Ana Reis.', 'Ana Reis'],
    [
      'Who was appointed head of the Orly school?',
      'Mary Holt was named head of the Orly school.',
      'Mary Holt',
    ],
  ])('answers "%s"', (q, text, person) => {
    expect(answer(q, text)).toBe(person);
  });

  it.each([
    [
      'Who was sacked as coach of the Harl Rovers?',
      'Otto Weiss has been coach of the Harl Rovers since May.',
    ],
    ['Who was dismissed as treasurer of the Dorn choir?', 'The treasurer of the Dorn choir is Jo Vane.'],
    ['Who was arrested at the Dorn mill?', 'Jo Vane owns the Dorn mill.'],
    ['Who translated The Long Tide?', 'Ana Reis wrote The Long Tide in a year.'],
    ['Who was married in Orly Chapel?', 'Mary Holt was buried in Orly Chapel.'],
  ])('is not whoever else the text names: "%s"', (q, text) => {
    expect(answer(q, text)).toBeNull();
  });

  it.each([
    [
      'Who was dismissed as director of the Orly museum?',
      'The Orly museum dismissed Jo Vane as head gardener.',
    ],
    [
      'Who was sacked as managing director of Corvid Foods?',
      'Corvid Foods: Otto Weiss was sacked as editor.',
    ],
  ])('is not the holder of another office: "%s"', (q, text) => {
    expect(answer(q, text)).toBeNull();
  });
});

describe('the holder of an office', () => {
  it.each([
    ['Who is the head of the Orly museum?', 'The board dismissed Jo Vane as head of the Orly museum.'],
    ['Who is the captain of the Harl Rovers?', 'The Harl Rovers have sacked Otto Weiss as captain.'],
  ])('is not who was dismissed: "%s"', (q, text) => {
    expect(answer(q, text, 'Mary Holt is now head of the Orly museum and captain of the Harl Rovers.')).toBe(
      'Mary Holt',
    );
  });

  it.each([
    [
      'Who is the head of the Orly museum?',
      'The Orly museum has no head.',
      'Her deputy, Jo Vane, minds the post for now.',
    ],
    [
      'Who is the manager of the Dorn mill?',
      'The Dorn mill seeks a manager.',
      'A caretaker, Otto Weiss, keeps the post.',
    ],
  ])('is not the deputy that minds the post: "%s"', (q, ...texts) => {
    expect(answer(q, ...texts)).toBeNull();
  });
});

describe('the owner', () => {
  it('stands behind a label', () => {
    expect(
      answer(
        'Who is the owner of Corvid Foods?',
        'Corvid Foods makes jam.',
        'Owner: a family trust, since 2019.',
      ),
    ).toBe('a family trust');
  });

  it('is to whom a thing has belonged', () => {
    expect(
      answer('To whom does the Dorn mill belong?', 'Since May the Dorn mill has belonged to Corvid Foods.'),
    ).toBe('Corvid Foods');
  });

  it.each([
    ['Who is the owner of the Dorn mill?', 'The owners appointed Jo Vane miller of the Dorn mill.'],
    [
      'To whom does Corvid Foods belong?',
      'The owner of Corvid Foods is new.',
      'The owners named Ana Reis cook.',
    ],
    ['Who is the owner of the Dorn mill?', 'The Dorn mill is old.', 'Owners: see below.'],
  ])('is nobody whom the owners appoint: "%s"', (q, ...texts) => {
    expect(answer(q, ...texts) ?? '').not.toMatch(/Jo Vane|Ana Reis|Owner/u);
  });
});

describe('the holder of an office', () => {
  it.each([
    ['Who is the mayor of the Tarn valley?', 'Mount Orly is the highest mountain in the Tarn valley.'],
    ['Who is the harbour master of Dorn Sound?', 'The Alba plies between Port Orly and Dorn Sound.'],
    ['Who is the landlord of the Corvid inn?', 'Anna Reis painted the sign of the Corvid inn.'],
  ])('is nobody where another office, or none, is spoken of: %s', (q, text) => {
    expect(answer(q, 'Her master is Captain Ana Holt.', text)).toBeNull();
  });

  it.each([
    ['Who is the mayor of the Tarn valley?', 'Mary Holt is mayor of the Tarn valley.', 'Mary Holt'],
    ['Who is the landlord of the Corvid inn?', 'Anna Reis is the landlady of the Corvid inn.', 'Anna Reis'],
  ])('is who is said to hold it: %s', (q, text, person) => {
    expect(answer(q, text)).toBe(person);
  });
});
