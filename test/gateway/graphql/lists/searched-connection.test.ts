/** Connections whose rows are looked through: a page that stops early goes on in the direction in which it was read. */
import { describe, expect, it } from 'vitest';
import { lookThrough } from '../../../../engine/look-through.ts';
import { placeCursors } from '../../../../gateway/graphql/lists/place-cursor.ts';
import { searchedConnection } from '../../../../gateway/graphql/lists/seq-connection.ts';

const LIST = { field: 'rows', arguments: {} };
const ROWS = Array.from({ length: 60 }, (_, seq) => ({ seq }));
/** Fewer than lie between two rows that pass. */
const MOST = 10;
const PASSING = [5, 30, 55];
const cursor = (seq: number) => placeCursors(LIST).of(seq);

type Args = Parameters<typeof searchedConnection>[0];

async function page(args: Args, newestFirst = false) {
  const { edges, pageInfo } = await searchedConnection(args, LIST, newestFirst, (asked) =>
    lookThrough({
      ...asked,
      most: MOST,
      read: async ({ after, before, limit, newestFirst: fromEnd }) => {
        const between = ROWS.filter(({ seq }) => seq > after && seq < (before ?? ROWS.length));
        const rows = (fromEnd ? between.toReversed() : between).slice(0, limit);
        return { rows, more: rows.length >= limit, count: rows.length };
      },
      seqOf: ({ seq }) => seq,
      isWanted: ({ seq }) => PASSING.includes(seq),
    }),
  );
  return { seqs: (edges ?? []).flatMap((edge) => edge?.node.seq ?? []), pageInfo };
}

/** Every row behind the pages that follow each other forwards. */
async function forwards(args: Args, newestFirst = false): Promise<number[]> {
  const found: number[] = [];
  let next: Args | null = args;
  while (next !== null) {
    const { seqs, pageInfo } = await page(next, newestFirst);
    found.push(...seqs);
    next = pageInfo.hasNextPage ? { ...args, after: pageInfo.endCursor } : null;
  }
  return found;
}

describe('a page that stops before it is full', () => {
  it('is gone on from at its end where `first` stands beside `before`', async () => {
    const { seqs, pageInfo } = await page({ first: 3, before: cursor(58) });
    expect(seqs).toEqual([5]);
    expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false, endCursor: cursor(9) });
  });

  it.each<[string, Args]>([
    ['first', { first: 3 }],
    ['first and before', { first: 3, before: cursor(58) }],
    ['after and before', { after: cursor(0), before: cursor(58) }],
    ['first and last', { first: 3, last: 1 }],
  ])('loses no row to those that follow it, with %s', async (_, args) => {
    expect(await forwards(args)).toEqual(PASSING);
    // In the list that begins with the newest, "behind" a row is before it.
    const reversed = { ...args, after: args.before ?? null, before: args.after ?? null };
    expect(await forwards({ ...reversed, first: 3 }, true)).toEqual(PASSING.toReversed());
  });

  it.each<[string, Args]>([
    ['last', { last: 3 }],
    ['before', { before: cursor(60) }],
    ['last and after', { last: 3, after: cursor(0) }],
  ])('is gone on from at its beginning, with %s', async (_, args) => {
    const { seqs, pageInfo } = await page(args);
    expect(seqs).toEqual([55]);
    expect(pageInfo).toMatchObject({ hasPreviousPage: true, startCursor: cursor(50) });
  });
});
