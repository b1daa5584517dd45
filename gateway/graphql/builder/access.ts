/**
 * Who may read a field, declared at the field: `access: 'tenant'` for what belongs to an organisation, `{ capability }` for
 * what a token needs a capability for. A field that declares nothing is for every session.
 */
import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Capability } from '../../../engine/keys/capabilities.ts';
import { requireCapability } from '../../operations/authorize.ts';
import type { GatewayRefusal } from '../../refusal/refusals.ts';
import type { GraphqlContext } from '../context.ts';
import { refusalError } from '../refusal-error.ts';
import { tenantOf } from '../session/session.ts';

export type Access = 'tenant' | { readonly capability: Capability };

export const ACCESS_PLUGIN = 'access';

declare global {
  // biome-ignore lint/style/noNamespace: a plugin can declare its types to the library in no other form
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      [ACCESS_PLUGIN]: AccessPlugin<Types>;
    }
    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      access?: Access;
    }
  }
}

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

/** Checks before the field's own resolver, at a subscription before it begins; `extensions.access` repeats what is declared. */
class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    const { access } = field.pothosOptions;
    return access === undefined ? field : { ...field, extensions: { ...field.extensions, access } };
  }

  override wrapResolve(resolver: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    return field.kind === 'Subscription' ? resolver : guarded(resolver, field.pothosOptions.access);
  }

  override wrapSubscribe(
    subscriber: Resolver<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    return subscriber && guarded(subscriber, field.pothosOptions.access);
  }
}

function guarded<Types extends SchemaTypes>(
  resolver: Resolver<Types>,
  access: Access | undefined,
): Resolver<Types> {
  if (access === undefined) return resolver;
  return (parent, args, context, info) => {
    // The context is that of this gateway, whatever the schema's types are called.
    checkAccess(access, context as GraphqlContext);
    return resolver(parent, args, context, info);
  };
}

/** @throws {GraphQLError} `denied:key_missing`, `denied:capability_missing` */
function checkAccess(access: Access, context: GraphqlContext): void {
  if (access === 'tenant') {
    tenantOf(context.session);
    return;
  }
  const refusal = refuseCapability(access.capability, context);
  if (refusal !== null) throw refusalError(refusal);
}

/** Null where the session may; organisations and open mode need no capability, those are of tokens. */
export function refuseCapability(
  capability: Capability,
  { session: { grant }, config }: Pick<GraphqlContext, 'session' | 'config'>,
): GatewayRefusal | null {
  if (grant === null) return null;
  const allowed = requireCapability({ ok: true, value: grant }, capability, config);
  return allowed.ok ? null : allowed.refusal;
}

SchemaBuilder.registerPlugin(ACCESS_PLUGIN, AccessPlugin);
