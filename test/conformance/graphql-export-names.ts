/** Exported files of clusters, of a ledger and of names, on any store. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import { attenuateToken } from '../../engine/keys/token-chain.ts';
import { createGraphql, type Graphql } from '../../gateway/graphql/create-graphql.ts';
import { ingestInto, jsonLines, type TestDocument } from '../engine/documents.ts';
import { createTestEngine, TestClock } from '../engine/test-engine.ts';
import { graphqlConfig } from '../gateway/graphql/graphql-config.ts';
import type { OpenedStore, OpenStore } from './graph-store/harness.ts';
import { send } from './graphql-as-of/world.ts';

const TIMEOUT_MS = 120_000;
/** More than one page of a file. */
const TOWNS = 110;

function town(index: number, source = 0, day = '2024-03-01'): TestDocument {
  const name = `Town${String.fromCharCode(97 + (index % 26))}${index}`;
  const text = `${name} has ${1_000 + index} inhabitants.`;
  return { id: `t${index}-${source}`, text, domain: `d${(index + source) % 7}.example`, day, title: name };
}

type Row = Readonly<Record<string, unknown>>;

export function describeGraphqlNameExport(name: string, open: OpenStore): void {
  describe(`exported files of clusters, ledgers and names on ${name}`, { timeout: TIMEOUT_MS }, () => {
    let opened: OpenedStore;
    let engine: Engine;
    let graphql: Graphql;

    beforeAll(async () => {
      opened = await open();
      engine = createTestEngine(opened.store, new TestClock());
      graphql = createGraphql({ engine, config: graphqlConfig() });
      const documents = Array.from({ length: TOWNS }, (_, index) => town(index));
      await ingestInto(engine, 'towns', [jsonLines([...documents, town(3, 1), town(3, 2)])]);
    }, TIMEOUT_MS);
    afterAll(() => opened.dispose());

    const linkOf = async (list: string, format = 'NDJSON', headers = {}) => {
      const query = `{ ${list} { export { url(format: ${format}) } } }`;
      const { data, errors } = await send(graphql, query, {}, headers);
      expect(errors).toBeUndefined();
      const [found] = Object.values<{ export: { url: string } }>(data);
      return found?.export.url ?? '';
    };
    const fileOf = async (url: string) => {
      const response = await graphql.handle(new Request(`http://localhost${url}`));
      expect(response.status).toBe(200);
      return response.text();
    };
    const rowsOf = async (list: string, headers = {}): Promise<Row[]> => {
      const text = await fileOf(await linkOf(list, 'NDJSON', headers));
      return text === ''
        ? []
        : text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line));
    };
    const countOf = async (list: string): Promise<number> => {
      const [found] = Object.values<{ totalCount: number }>(
        (await send(graphql, `{ ${list} { totalCount } }`, {})).data,
      );
      return found?.totalCount ?? -1;
    };

    test('clusters are in a file once each, with how many claims and artefacts they have', async () => {
      const rows = await rowsOf('clusters');
      expect(rows).toHaveLength(await countOf('clusters'));
      expect(new Set(rows.map(({ clusterId }) => clusterId)).size).toBe(rows.length);
      const [one] = await rowsOf('clusters(filter: {entity: "townd3"})');
      expect(one).toMatchObject({
        __typename: 'Cluster',
        text: 'Townd3 has 1003 inhabitants.',
        claimCount: 1,
        artefactCount: 3,
      });
      const past = await rowsOf('clusters(filter: {entity: "townd3"}, asOf: "2024-02-01")');
      expect(past).toEqual([]);
    });

    test('a file of clusters is the same whatever states their claims later', async () => {
      const url = await linkOf('clusters(filter: {entity: ["townd3", "towne4"]})');
      const before = await fileOf(url);
      expect(before.trimEnd().split('\n')).toHaveLength(2);
      await ingestInto(engine, 'towns', [jsonLines([town(3, 4, '2024-03-01'), town(4, 4, '2024-03-01')])]);
      expect(await fileOf(url)).toBe(before);
      const [later] = await rowsOf('clusters(filter: {entity: "townd3"})');
      expect(later).toMatchObject({ artefactCount: 4 });
    });

    test('a ledger is in a file whole, by its filter', async () => {
      const all = await rowsOf('ledger');
      expect(all.length).toBeGreaterThan(TOWNS);
      const seqs = all.map(({ logSeq }) => Number(logSeq));
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
      expect(all[0]).toMatchObject({ __typename: 'EvidenceEvent', corpus: 'towns', kind: 'CORROBORATE' });
      const some = await rowsOf('ledger(filter: {publisher: "d3.example", not: {kind: DISPUTE}})');
      expect(some).toEqual(
        all.filter((row) => (row.domains as string[]).includes('d3.example') && row.kind !== 'DISPUTE'),
      );
      expect(some.length).toBeGreaterThan(0);
      expect(await rowsOf('ledger(filter: {at: {to: "2000-01-01"}})')).toEqual([]);
      const graph = await fileOf(await linkOf('ledger', 'GRAPHML'));
      expect(graph.match(/<node /g)).toHaveLength(all.length);
    });

    test('publishers, entities and actors are in a file whole, with their counts, by the filter of their list', async () => {
      const publishers = await rowsOf('publishers');
      expect(publishers.map(({ domain }) => domain)).toEqual(
        Array.from({ length: 7 }, (_, n) => `d${n}.example`),
      );
      const { data } = await send(
        graphql,
        '{ publishers { nodes { domain counts { artefacts disputed } } } }',
        {},
      );
      expect(
        publishers.map(({ domain, artefacts, disputed }) => ({ domain, counts: { artefacts, disputed } })),
      ).toEqual(data.publishers.nodes);
      expect(await rowsOf('entities')).toHaveLength(await countOf('entities'));
      expect(await rowsOf('entities(filter: {text: "TOWND3"}, orderBy: {by: LOG})')).toMatchObject([
        { __typename: 'Entity', key: 'townd3', claims: 1 },
      ]);
      const [actor] = await rowsOf('actors');
      expect(actor).toMatchObject({
        __typename: 'Actor',
        root: expect.any(String),
        events: expect.any(Number),
      });
      const table = await fileOf(await linkOf('publishers(filter: {domain: "d1.example"})', 'CSV'));
      expect(table.split('\r\n')).toEqual([
        'domain,corpus,since,logSeq,artefacts,statements,contradicted,contradicts,disputed',
        expect.stringMatching(/^d1\.example,towns,2024-03-01T/),
        '',
      ]);
    });

    test('names in a file have no counts as of a time, and none of ledgers for who may not read them', async () => {
      const [then] = await rowsOf('publishers(asOf: "2024-03-02")');
      expect(then).toMatchObject({ domain: 'd0.example', artefacts: null, disputed: null });
      const minted = await engine.keys.mintToken({
        capabilities: ['wiki.search'],
        standing: null,
        ttl: 'P1D',
        actor: null,
      });
      if (!minted.ok) throw new Error(minted.refusal.message);
      const authorization = { authorization: `Bearer ${minted.value.token}` };
      const [told] = await rowsOf('publishers', authorization);
      expect(told).toMatchObject({ domain: 'd0.example', artefacts: expect.any(Number), disputed: null });
    });

    test('a file has no more of clusters and ledgers than a narrowed token sees, and of names nothing', async () => {
      const [{ addr }] = (await rowsOf('claims(filter: {entity: "townf5"})')) as [{ addr: string }];
      const capabilities = ['wiki.search', 'svc.evidence'] as const;
      const minted = await engine.keys.mintToken({ capabilities, standing: null, ttl: 'P1D', actor: null });
      if (!minted.ok) throw new Error(minted.refusal.message);
      const authorization = `Bearer ${attenuateToken(minted.value.token, { prefixes: [addr] })}`;
      const clusters = await rowsOf('clusters', { authorization });
      expect(clusters).toMatchObject([{ text: 'Townf5 has 1005 inhabitants.', claimCount: 1 }]);
      const events = await rowsOf('ledger', { authorization });
      expect(events.length).toBeGreaterThan(0);
      for (const { claim } of events) expect(addr).toContain(String(claim));
      const { data, errors } = await send(
        graphql,
        '{ publishers { export { url } } }',
        {},
        { authorization },
      );
      expect(data).toEqual({ publishers: null });
      expect(errors).toMatchObject([{ extensions: { code: 'denied:corpus_forbidden' } }]);
    });

    test('no file is in the order of a count, which may move while it is written', async () => {
      const query = '{ publishers(orderBy: {by: ARTEFACTS}) { nodes { domain } export { url } } }';
      const { data, errors } = await send(graphql, query, {});
      expect(data.publishers).toMatchObject({ nodes: expect.anything(), export: null });
      expect(errors).toMatchObject([{ extensions: { code: 'invalid:query' } }]);
    });

    test('a name that is no id of XML is a node under another', async () => {
      const odd = { ...town(900), text: 'The Isle of <Odd> & Co has 3 inhabitants.', id: 'odd' };
      await ingestInto(engine, 'towns', [jsonLines([odd])]);
      const graph = await fileOf(await linkOf('entities', 'GRAPHML'));
      const ids = [...graph.matchAll(/<node id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(await countOf('entities'));
      expect(ids.filter((id) => id?.startsWith('name-'))).not.toEqual([]);
      for (const id of ids) expect(id).toMatch(/^[\w.:-]+$/);
    });
  });
}
