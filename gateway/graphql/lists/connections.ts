/** Connections (https://relay.dev/graphql/connections.htm): one for each type that is listed, whichever field lists it. */
import type { OutputType } from '@pothos/core';
import { MAX_COUNTED, type RowCount } from '../../../graph/store/lists.ts';
import { builder } from '../builder/builder.ts';

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

/** What a resolver adds to the edges and the page of a list that can be counted. */
interface Totalled {
  readonly pageInfo: unknown;
  /** Of all pages; called where it is asked for. */
  readonly total?: () => RowCount | null | Promise<RowCount | null>;
}

/** @param name of the type, as `Claim` of `ClaimConnection` and `ClaimEdge` */
export function connectionType<Type extends OutputType<Types>>(type: Type, name: string) {
  return builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      fields: (t) => ({
        totalCount: t.int({
          nullable: true,
          description: `Items of all pages; of more than ${MAX_COUNTED} of a corpus it says ${MAX_COUNTED}. Null where the list is not counted, and beside an error.`,
          resolve: async (connection) => (await totalOf(connection))?.count ?? null,
        }),
        totalIsExact: t.boolean({
          nullable: true,
          description:
            'Whether totalCount is how many there are, and groups are of all of them. Null where totalCount is.',
          resolve: async (connection) => (await totalOf(connection))?.isExact ?? null,
        }),
      }),
    },
    { name: `${name}Edge` },
  );
}

function totalOf(connection: Totalled) {
  return connection.total?.() ?? null;
}

/** Of items that are all at hand. */
export function exactly(count: number): RowCount {
  return { count, isExact: true };
}
