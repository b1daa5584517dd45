import { resolveArrayConnection } from '@pothos/plugin-relay';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrayConnection, offsetConnection } from '../../../../gateway/graphql/lists/offset-connection.ts';
import { placeCursors } from '../../../../gateway/graphql/lists/place-cursor.ts';

const LIST = { field: 'list', arguments: { of: 'x' } };
const cursors = placeCursors(LIST);
const foreign = (place: number) => Buffer.from(`OffsetConnection:${place}`).toString('base64');

const places = fc.option(fc.integer({ min: -1, max: 260 }));
const sizes = fc.option(fc.integer({ min: 0, max: 100 }));
const asked = fc.record({ after: places, before: places, first: sizes, last: sizes, count: fc.nat(250) });

describe('a page by place', () => {
  it('has the items that the library gives, and their places', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ count, after, before, ...size }) => {
        const items = Array.from({ length: count }, (_, place) => place);
        const theirs = resolveArrayConnection(
          {
            args: {
              ...size,
              after: after === null ? null : foreign(after),
              before: before === null ? null : foreign(before),
            },
            defaultSize: 20,
            maxSize: 100,
          },
          items,
        );
        const args = {
          ...size,
          after: after === null ? null : cursors.of(after),
          before: before === null ? null : cursors.of(before),
        };
        const ours = arrayConnection(args, LIST, items);
        const nodes = theirs?.edges?.map((edge) => edge?.node) ?? [];
        expect(ours.edges.map(({ node }) => node)).toEqual(nodes);
        expect(ours.edges.map(({ cursor }) => cursors.read(cursor))).toEqual(nodes);
        const { hasNextPage, hasPreviousPage } = ours.pageInfo;
        expect([hasNextPage, hasPreviousPage]).toEqual([
          theirs?.pageInfo.hasNextPage,
          theirs?.pageInfo.hasPreviousPage,
        ]);
        const read = async ({ offset, limit }: { offset: number; limit: number }) =>
          items.slice(offset, offset + limit);
        const other = await offsetConnection(args, LIST, count, read);
        expect(other.edges.map(({ node }) => node)).toEqual(nodes);
        expect(other.pageInfo).toEqual(ours.pageInfo);
      }),
    );
  });

  it('reads nothing where it is empty', async () => {
    const read = () => Promise.reject(new Error('read'));
    const { edges, pageInfo } = await offsetConnection({ after: cursors.of(4) }, LIST, 5, read);
    expect([edges, pageInfo.hasNextPage, pageInfo.hasPreviousPage]).toEqual([[], false, true]);
  });

  it.each([
    { first: -1 },
    { last: -1 },
    { first: 101 },
    { last: 101 },
    { after: foreign(1) },
    { before: '' },
    { after: placeCursors({ ...LIST, field: 'other' }).of(1) },
  ])('refuses %j', (args) => {
    expect(() => arrayConnection(args, LIST, [1])).toThrow();
  });
});
