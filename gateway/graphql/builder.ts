/** The schema builder alone: `schema/` has one file per type that adds to it, `schema.ts` makes the whole. */
import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import DataloaderPlugin from '@pothos/plugin-dataloader';
import RelayPlugin from '@pothos/plugin-relay';
import type { GraphqlContext } from './context.ts';
import { LIST_MULTIPLIER, MAX_BREADTH, MAX_COMPLEXITY, MAX_DEPTH, tooLarge } from './limits.ts';

/** A connection's own size is counted at its field, so its lists count once. */
const ONCE = { field: 1, multiplier: 1 };

export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
}>({
  plugins: [ComplexityPlugin, DataloaderPlugin, RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    nodesOnConnection: true,
    edgesFieldOptions: { complexity: ONCE },
    nodesFieldOptions: { complexity: ONCE },
  },
  complexity: {
    defaultListMultiplier: LIST_MULTIPLIER,
    limit: { depth: MAX_DEPTH, breadth: MAX_BREADTH, complexity: MAX_COMPLEXITY },
    complexityError: (kind) => tooLarge(`the query is past the bound of its ${kind.toLowerCase()}`),
  },
});

builder.queryType({ description: 'Reads. Answers and findings are those of the caller’s organisation.' });
builder.subscriptionType({});
