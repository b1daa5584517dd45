import { describe, expect, it } from 'vitest';
import { summary } from './one-document.ts';

describe('a statement with more than was asked, which takes nothing away', () => {
  it.each([
    [
      'Does the Concorde fly from London to New York?',
      'The Concorde flies from London to New York in three and a half hours.',
    ],
    ['Does a ferry run to Skell?', 'A ferry runs to Skell twice a day.'],
    ['Does a ferry run to Skell?', 'A ferry runs to Skell at 9 and 12.'],
    ['Does the Vela 3 have a camera?', 'The Vela 3 has a camera with 12 megapixels.'],
    ['Is the Dray museum open on Mondays?', 'The Dray museum is open on Mondays from 10 to 5.'],
    ['Is the Orm lido heated?', 'The Orm lido is heated at last.'],
    ['Is the Orm bridge closed?', 'The Orm bridge is closed from today, after cracks were found in a pier.'],
    ['Is the Lune arcade open on Sundays?', 'The Lune arcade is open on Sundays too, from noon.'],
    ['Does zelocin cure migraine?', 'Zelocin cures migraine, doctors say.'],
    ['Does a nap harm the memory?', 'A nap harms the memory, researchers at Pellow University say.'],
  ])('is a yes: %s %s', (q, text) => {
    expect(summary(q, text)).toBe(`Yes. ${text}`);
  });

  it.each([
    ['Does a ferry run to Skell?', 'No ferry runs to Skell twice a day.'],
    ['Is the Vane festival free?', 'The Vane festival is free for one hour members.'],
    ['Is the Vane festival free?', 'The Vane festival is free for children.'],
    ['Is the Vane festival free?', 'The Vane festival is free with a card.'],
    ['Does zelocin cure migraine?', 'Zelocin cures migraine, fans of the doctors say.'],
    ['Does zelocin cure migraine?', 'Zelocin cures migraine, its makers say.'],
  ])('is neither a yes nor a no where it holds of less: %s %s', (q, text) => {
    expect(summary(q, text)).toBe(text);
  });
});
