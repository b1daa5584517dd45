/** A reader's own digests, by the words of docs/vectors.md and nothing of the service's code. */
import { encode, rfc8949EncodeOptions } from 'cborg';
import { blake3 } from 'hash-wasm';
import { expect, it } from 'vitest';
import { openRestFixture, send } from '../rest/rest-fixture.ts';

type Schemas = Readonly<Record<string, unknown>>;

const WORDS = ['description', 'examples', 'title'];

function normal(schema: unknown, all: Schemas): unknown {
  if (Array.isArray(schema)) return schema.map((item) => normal(item, all));
  if (typeof schema !== 'object' || schema === null) return schema;
  const rules = Object.entries(schema).filter(([keyword]) => !WORDS.includes(keyword));
  return Object.fromEntries(rules.map(([keyword, rule]) => [keyword, normalRule(keyword, rule, all)]));
}

function normalRule(keyword: string, rule: unknown, all: Schemas): unknown {
  if (keyword === '$ref') return normal(all[String(rule).split('/').at(-1) ?? ''], all);
  if (keyword === 'required' && Array.isArray(rule)) return [...rule].sort();
  if (keyword !== 'properties') return normal(rule, all);
  const members = Object.entries(rule as object);
  return Object.fromEntries(members.map(([name, member]) => [name, normal(member, all)]));
}

it('recomputes every digest of a handshake from the description that is served', async () => {
  await using fixture = await openRestFixture({ isEmpty: true });
  const rest = fixture.rest();
  const { body: plan } = await send(rest, '/v1/agent/handshake', { method: 'POST' });
  const description = await (await rest(new Request('http://engine.example/openapi.json'))).json();
  const { schemas } = description.components;
  const digests = Object.keys(schemas).map(async (name) => {
    return [name, await blake3(encode(normal(schemas[name], schemas), rfc8949EncodeOptions))] as const;
  });
  expect(Object.fromEntries(await Promise.all(digests))).toEqual(plan.schema_digests);
  expect(digests.length).toBeGreaterThan(30);
});
