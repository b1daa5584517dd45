import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access } from '../../../../gateway/graphql/builder/access.ts';
import { schema } from '../../../../gateway/graphql/schema.ts';
import { post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';
import { made } from '../made-argument.ts';

type Field = GraphQLField<unknown, unknown>;

/** Types whose data belongs to an organisation. */
const OF_TENANTS = new Set([
  'Answer',
  'Finding',
  'EvidenceSet',
  'Receipt',
  'AnswerClaimGroup',
  'Contradiction',
]);
/** Types whose data a token may read with a capability only. */
const BY_CAPABILITY: Readonly<Record<string, string>> = {
  EvidenceEvent: 'svc.evidence',
  Annotation: 'wiki.annotations',
  SearchResult: 'wiki.search',
  CoverageGap: 'wiki.search',
  CoverageGapClosure: 'wiki.annotations',
};
/** A write gives its own entry back to who has just been allowed to write it, by the checks of REST. */
const OF_WRITES = new Set(['EvidenceAppended', 'AnnotationAdded', 'AskResult', 'CoverageGapResult']);
/** By global id: its loader gives nobody what the session may not see; see the last tests. */
const BY_ID = new Set(['node', 'nodes']);

const accessOf = (field: Field) => field.extensions.access as Access | undefined;
const rootTypes = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
  (type) => (type ? [type] : []),
);
const objectTypes = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
);

/** What stands behind a field: its type, the items of a connection, the members of a union. */
function typesBehind(field: Field): readonly string[] {
  const type = getNamedType(field.type);
  if (isUnionType(type)) return type.getTypes().map(({ name }) => name);
  if (!isObjectType(type)) return [type.name];
  const { nodes } = type.getFields();
  return nodes !== undefined && type.name.endsWith('Connection')
    ? [getNamedType(nodes.type).name]
    : [type.name];
}

/** Types that are reached from the roots by fields which everybody with a session may read. */
function reachedByAll(): Map<string, string> {
  const reached = new Map<string, string>();
  const queue: GraphQLObjectType[] = [...rootTypes];
  for (let type = queue.pop(); type !== undefined; type = queue.pop()) {
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type);
      if (accessOf(field) !== undefined || BY_ID.has(field.name) || isInterfaceType(named)) continue;
      for (const next of isUnionType(named) ? named.getTypes() : [named]) {
        if (!isObjectType(next)) continue;
        if (reached.has(next.name)) continue;
        reached.set(next.name, `${type.name}.${field.name}`);
        queue.push(next);
      }
    }
  }
  return reached;
}

/** A connection or one of its edges, which are reached by the field that lists it alone. */
function isOfList(type: GraphQLObjectType): boolean {
  return type.name.endsWith('Connection') || type.getFields().cursor !== undefined;
}

describe('every field', () => {
  it('that leads to what belongs to an organisation declares so, on each way to it', () => {
    const reached = reachedByAll();
    const open = [...OF_TENANTS].filter((name) => reached.has(name));
    expect(open.map((name) => `${name} by ${reached.get(name)}`)).toEqual([]);
  });

  it('that gives what needs a capability names it', () => {
    const silent: string[] = [];
    for (const type of objectTypes) {
      if (OF_WRITES.has(type.name) || isOfList(type)) continue;
      for (const field of Object.values(type.getFields())) {
        for (const name of typesBehind(field)) {
          const capability = BY_CAPABILITY[name];
          if (capability === undefined) continue;
          const declared = accessOf(field);
          const isDeclared = typeof declared === 'object' && declared.capability === capability;
          if (!isDeclared) silent.push(`${type.name}.${field.name}: ${name} needs ${capability}`);
        }
      }
    }
    expect(silent).toEqual([]);
  });

  it('that may be refused takes nothing beside it along', () => {
    const greedy = objectTypes
      .filter((type) => !rootTypes.includes(type))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => accessOf(field) !== undefined && isNonNullType(field.type));
    expect(greedy.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([]);
  });
});

describe('a root field that declares what it needs', () => {
  let folder: Awaited<ReturnType<typeof storeFolder>>;
  let server: RunningServer;
  let lax: RunningServer;
  let laxFolder: Awaited<ReturnType<typeof storeFolder>>;
  beforeAll(async () => {
    folder = await storeFolder();
    laxFolder = await storeFolder();
    server = await startServer({ path: folder.path, config: { engineAuth: 'required' } });
    lax = await startServer({ path: laxFolder.path, config: { engineAuth: 'required', enforce: 'off' } });
  });
  afterAll(async () => {
    for (const one of [server, lax]) await one.stop();
    for (const one of [folder, laxFolder]) await one[Symbol.asyncDispose]();
  });

  const tokenOf = async ({ engine }: RunningServer, capabilities: readonly string[]) => {
    const minted = await engine.keys.mintToken({ capabilities, standing: 700, ttl: 'P1D', actor: null });
    if (!minted.ok) throw new Error(minted.refusal.message);
    return minted.value.token;
  };
  const codesOf = async ({ url }: RunningServer, query: string, credential: string) => {
    const { body } = await post(url, query, { headers: { authorization: `Bearer ${credential}` } });
    return body.errors?.map(({ extensions }) => extensions?.code) ?? [];
  };
  const declared = rootTypes
    .filter((type) => type !== schema.getSubscriptionType())
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ type, field, access: accessOf(field) })),
    )
    .filter(({ access }) => access !== undefined);
  const ofTenant = declared.filter(({ access }) => access === 'tenant');
  const byCapability = declared.filter(({ access }) => typeof access === 'object');

  it.each(ofTenant.map(({ type, field }) => [`${type.name}.${field.name}`, type, field] as const))(
    '%s refuses a token, which belongs to no organisation',
    async (_, type, field) => {
      const token = await tokenOf(server, ['wiki.search', 'svc.evidence', 'wiki.annotations']);
      expect(await codesOf(server, asking(type, field), token)).toEqual(['denied:key_missing']);
    },
  );

  it.each(byCapability.map(({ type, field }) => [`${type.name}.${field.name}`, type, field] as const))(
    '%s refuses a token without the capability, and no organisation’s key',
    async (_, type, field) => {
      const query = asking(type, field);
      expect(await codesOf(server, query, await tokenOf(server, ['wiki.handshake']))).toEqual([
        'denied:capability_missing',
      ]);
      const { key } = await server.engine.keys.mintKey('one');
      expect(await codesOf(server, query, key)).not.toContain('denied:capability_missing');
      // RCX_ENFORCE=off skips this check and no other.
      expect(await codesOf(lax, query, await tokenOf(lax, ['wiki.handshake']))).not.toContain(
        'denied:capability_missing',
      );
    },
  );

  it('is asked over a list that is not empty', () => {
    expect([ofTenant.length > 2, byCapability.length > 0]).toEqual([true, true]);
  });
});

/** The field with everything that it requires, made up. */
function asking(type: GraphQLObjectType, field: Field): string {
  const given = field.args
    .filter((arg) => isNonNullType(arg.type))
    .map((arg) => `${arg.name}: ${made(arg.type)}`);
  const args = given.length === 0 ? '' : `(${given.join(', ')})`;
  const isLeaf = !('getFields' in getNamedType(field.type)) && !isUnionType(getNamedType(field.type));
  return `${type.name.toLowerCase()} { ${field.name}${args} ${isLeaf ? '' : '{ __typename }'} }`;
}
