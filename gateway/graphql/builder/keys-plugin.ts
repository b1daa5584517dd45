/**
 * What compiled queries need to know of types whose items are loaded by keys. The library for loaders makes a promise of each
 * key that a resolver gives; a compiled query takes the keys of a whole level, and loads them by one call.
 */
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLField, GraphQLFieldResolver, GraphQLNamedType } from 'graphql';
import type { GraphqlContext } from '../context.ts';

export const KEYS_PLUGIN = 'keys';

/** Keys of one call; more become several. */
export const MAX_KEYS = 1_000;

/** Of every loader. */
export const loaderOptions = { maxBatchSize: MAX_KEYS };

/** Items by their keys, in the order of the keys; null for none. */
export type LoadKeys = (keys: readonly string[], context: GraphqlContext) => Promise<readonly unknown[]>;

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** Of a field's extensions; its resolver is known later than they are. */
interface Kept {
  resolver: Resolver | null;
}

declare global {
  // biome-ignore lint/style/noNamespace: a plugin can declare its types to the library in no other form
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      [KEYS_PLUGIN]: KeysPlugin<Types>;
    }
  }
}

/** A change of a type's configuration: compiled queries load its items like this. */
export function loadedInLevels<K extends string>(
  load: (keys: readonly K[], context: GraphqlContext) => Promise<readonly unknown[]>,
) {
  return <C extends { readonly extensions?: object | null | undefined }>(config: C): C => ({
    ...config,
    extensions: { ...config.extensions, loadKeys: load },
  });
}

/** Null for a type whose items are not loaded in levels. */
export function loadOf(type: GraphQLNamedType): LoadKeys | null {
  return (type.extensions.loadKeys as LoadKeys | undefined) ?? null;
}

/** What resolves a field to keys, with its checks; null where only the resolver of the schema will do. */
export function resolverOfKeys({ extensions }: GraphQLField<unknown, unknown>): Resolver | null {
  return (extensions.beforeLoading as Kept | undefined)?.resolver ?? null;
}

/** Stands between what checks access and what loads. */
class KeysPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const kept: Kept = { resolver: null };
    return { ...field, extensions: { ...field.extensions, beforeLoading: kept } };
  }

  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { argMappers, extensions }: PothosOutputFieldConfig<Types>,
  ) {
    const kept = extensions?.beforeLoading as Kept | undefined;
    // Where arguments are changed first, that is done around all plugins. The context is this gateway's.
    if (kept && argMappers.length === 0) kept.resolver = resolver as Resolver;
    return resolver;
  }
}

SchemaBuilder.registerPlugin(KEYS_PLUGIN, KeysPlugin);
