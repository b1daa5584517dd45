/** The schema builder alone: `schema/` adds each thing to it, `schema.ts` makes the whole. */
import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import DataloaderPlugin from '@pothos/plugin-dataloader';
import RelayPlugin from '@pothos/plugin-relay';
import { getNullableType, isListType } from 'graphql';
import type { GraphqlContext } from '../context.ts';
import { LIST_MULTIPLIER } from '../cost/limits.ts';
import { refusalError } from '../refusal-error.ts';
import { ACCESS_PLUGIN } from './access.ts';
import { decodeGlobalId, encodeGlobalId } from './global-id.ts';
import { KEYS_PLUGIN } from './keys-plugin.ts';
import { upTo } from './page-size.ts';
import { RELAY_WORDS } from './relay-words.ts';
import { SCALARS, type ScalarShapes } from './scalars.ts';

/** A connection's own size is counted at its field, so its lists count once. */
const ONCE = { field: 1, multiplier: 1 };

/** Ids that one `nodes` may name. */
const MAX_NODES = 100;

export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  /** An item that cannot be read is null beside its error, and the others stand. */
  DefaultNodeNullability: true;
  Scalars: ScalarShapes;
}>({
  plugins: [ComplexityPlugin, DataloaderPlugin, RelayPlugin, KEYS_PLUGIN, ACCESS_PLUGIN],
  defaultFieldNullability: false,
  relay: {
    encodeGlobalID: encodeGlobalId,
    decodeGlobalID: decodeGlobalId,
    nodeTypeOptions: { description: 'Whatever has a global id.' },
    idFieldOptions: {
      description: 'Global and opaque: what `node` takes. It names the time that the item is seen at.',
    },
    nodeQueryOptions: {
      description: 'By global id. Null for an unknown one and for what the caller may not see, alike.',
      args: { id: { description: 'The `id` of any item.' } },
    },
    nodesQueryOptions: {
      description: `By global id, in the order of the ids, at most ${MAX_NODES}; null where \`node\` is.`,
      args: { ids: { description: `Up to ${MAX_NODES}, each the \`id\` of any item.` } },
      complexity: ({ ids }) => upTo(ids.length),
      resolve: (_root, { ids }, _context, _info, resolveNodes) => {
        if (ids.length <= MAX_NODES) return resolveNodes(ids);
        throw refusalError({ reason: 'invalid:query', message: `nodes takes at most ${MAX_NODES} ids` });
      },
    },
    nodesOnConnection: {
      description: 'The items of the page, without their cursors; null only beside an error.',
    },
    edgesFieldOptions: { complexity: ONCE, description: 'The items of the page, each with its cursor.' },
    ...RELAY_WORDS,
  },
  complexity: {
    // Of fields without a setting: the Relay plugin ignores the one for `nodes`.
    fieldComplexity: (_args, _context, { name, type }) =>
      name !== 'nodes' && isListType(getNullableType(type))
        ? { field: 1, multiplier: LIST_MULTIPLIER }
        : ONCE,
    // Weighed before it runs, not at its first field: see `cost/cost.ts`.
    disabled: true,
  },
});

builder.queryType({ description: 'Reads. Answers and findings are those of the caller’s organisation.' });
builder.mutationType({
  description:
    'Writes, by POST or a socket. Each is an operation of REST: the same checks in the same order, the same receipt.',
});
builder.subscriptionType({
  description:
    'Watches: what stands or what was missed, then what is new. By a WebSocket, or as server-sent events.',
});
for (const [name, options] of SCALARS) builder.scalarType(name, options);
