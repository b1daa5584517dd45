/** A corpus whose lists are exported by links, for the tests of a file. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import type { GraphqlConfig } from '../../../../gateway/graphql/config.ts';
import { createGraphql, type Graphql } from '../../../../gateway/graphql/create-graphql.ts';
import { IN_PROCESS } from '../../../../gateway/http/connection.ts';
import type { OpenedStore } from '../../../conformance/graph-store/harness.ts';
import { send } from '../../../conformance/graphql-as-of/world.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { openEmptyEmbedded } from '../../../engine/open-stores.ts';
import { createTestEngine, TestClock } from '../../../engine/test-engine.ts';
import { graphqlConfig } from '../graphql-config.ts';

export const MOONS = 320;
const SECRET = 'Neptune has 14 moons.';

let opened: OpenedStore;
export let engine: Engine;
export let clock: TestClock;
export let graphql: Graphql;
export let now: string;
export const faults: unknown[] = [];

/** One corpus for the tests of a file. */
export function openExportedCorpus(): void {
  beforeAll(async () => {
    faults.length = 0;
    opened = await openEmptyEmbedded();
    clock = new TestClock();
    now = clock.now();
    engine = createTestEngine(opened.store, clock);
    const text = Array.from({ length: MOONS }, (_, index) => `Planet${index} has ${index + 2} moons.`).join(
      ' ',
    );
    await ingestInto(engine, 'sky', [jsonLines([{ id: 'a', text, domain: 'a.example', day: '2024-01-01' }])]);
    await ingestInto(engine, 'secret', [
      jsonLines([{ id: 'b', text: SECRET, domain: 'b.example', day: '2024-01-01' }]),
    ]);
    graphql = graphqlOf();
  });
  afterAll(async () => {
    await opened.dispose();
    expect(faults).toEqual([]);
  });
}

export function graphqlOf(parts: Partial<GraphqlConfig> = {}): Graphql {
  const onFault = (fault: unknown) => faults.push(fault);
  return createGraphql({ engine, config: graphqlConfig({ engineAuth: 'required', onFault, ...parts }) });
}

export const CLAIMS = 'claims(corpus: "sky")';

export async function asked(list: string, headers: object, by = graphql) {
  const { data, errors } = await send(by, `{ list: ${list} { export { url expiresAt } } }`, {}, headers);
  return { link: data?.list?.export ?? null, code: errors?.[0]?.extensions?.code ?? null };
}

export async function linkOf(list: string, headers: object, by = graphql): Promise<string> {
  const { link, code } = await asked(list, headers, by);
  expect(code).toBeNull();
  return link.url;
}

export function get(url: string, by = graphql, init: RequestInit = {}, remoteAddress: string | null = null) {
  return by.handle(new Request(`http://localhost${url}`, init), { ...IN_PROCESS, remoteAddress });
}

export async function codeOf(response: Response) {
  const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
  return [response.status, errors[0]?.extensions.code];
}

export async function keyOf(org: string) {
  const { key, key_id } = await engine.keys.mintKey(org);
  return { id: key_id, headers: { authorization: `Bearer ${key}` } };
}
