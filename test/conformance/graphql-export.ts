/** Exported files on any store: whole, of one state, and the same each time that their link is opened. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import { createGraphql, type Graphql } from '../../gateway/graphql/create-graphql.ts';
import { EDGE_KINDS } from '../../graph/store/edges.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { ingestInto, jsonLines, type TestDocument, viewOf } from '../engine/documents.ts';
import { createTestEngine, TestClock } from '../engine/test-engine.ts';
import { graphqlConfig } from '../gateway/graphql/graphql-config.ts';
import type { OpenedStore, OpenStore } from './graph-store/harness.ts';
import { send } from './graphql-as-of/world.ts';

const TIMEOUT_MS = 120_000;
/** More than one page of a file. */
const TOWNS = 130;

function town(index: number, day = '2024-03-01', people = 1_000 + index): TestDocument {
  const name = `Town${String.fromCharCode(97 + (index % 26))}${index}`;
  return {
    id: `t${index}-${people}`,
    text: `${name} has ${people} inhabitants.`,
    domain: `d${index % 7}.example`,
    day,
    title: name,
  };
}

export function describeGraphqlExport(name: string, open: OpenStore): void {
  describe(`exported files on ${name}`, { timeout: TIMEOUT_MS }, () => {
    let opened: OpenedStore;
    let engine: Engine;
    let graphql: Graphql;

    beforeAll(async () => {
      opened = await open();
      engine = createTestEngine(opened.store, new TestClock());
      graphql = createGraphql({ engine, config: graphqlConfig() });
      const documents = Array.from({ length: TOWNS }, (_, index) => town(index));
      await ingestInto(engine, 'towns', [jsonLines([...documents, town(3, '2024-05-01', 7_777)])]);
    }, TIMEOUT_MS);
    afterAll(() => opened.dispose());

    const linkOf = async (list: string, format = 'NDJSON') => {
      const { data, errors } = await send(
        graphql,
        `{ ${list} { export { url(format: ${format}) logSeq } } }`,
        {},
      );
      expect(errors).toBeUndefined();
      const [found] = Object.values<{ export: { url: string; logSeq: number } }>(data);
      return found?.export ?? { url: '', logSeq: -1 };
    };
    const open200 = async (url: string) => {
      const response = await graphql.handle(new Request(`http://localhost${url}`));
      expect(response.status).toBe(200);
      return response;
    };
    const linesOf = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));

    test('a file has every claim of the list once, whatever is appended while it is written', async () => {
      const { data } = await send(graphql, '{ claims { totalCount } }', {});
      const link = await linkOf('claims');
      const reader = (await open200(link.url)).body?.pipeThrough(new TextDecoderStream()).getReader();
      const first = await reader?.read();
      let text = first?.value ?? '';
      expect(linesOf(text).length).toBeLessThan(data.claims.totalCount);
      const later = Array.from({ length: 40 }, (_, index) => town(1_000 + index, '2023-01-01'));
      await ingestInto(engine, 'towns', [jsonLines(later)]);
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        text += part.value;
      const rows = linesOf(text);
      expect(new Set(rows.map(({ addr }) => addr)).size).toBe(rows.length);
      expect(rows).toHaveLength(data.claims.totalCount);
      expect(Math.max(...rows.map(({ logSeq }) => logSeq))).toBeLessThanOrEqual(link.logSeq);
      // Opened again, behind what was appended: byte for byte the same.
      expect(await (await open200(link.url)).text()).toBe(text);
    });

    test('a file has every claim of the list where a page looks at few rows, and finds none in most', async () => {
      const { store } = opened;
      const few = {
        ...store,
        list: (kind, selection, page) => store.list(kind, selection, { ...page, lookAt: 6 }),
      } as GraphStore;
      const short = createGraphql({
        engine: createTestEngine(few, new TestClock()),
        config: graphqlConfig(),
      });
      const rare = 'claims(filter: {text: "7777 inhabitants"})';
      const { data } = await send(short, `{ ${rare} { export { url(format: NDJSON) } } }`, {});
      const file = await short.handle(new Request(`http://localhost${data.claims.export.url}`));
      expect(linesOf(await file.text())).toEqual([
        expect.objectContaining({ text: 'Townd3 has 7777 inhabitants.' }),
      ]);
    });

    test('a file is of the filter and the order of its list', async () => {
      const filter = 'filter: {entity: "towna0"}';
      expect(linesOf(await (await open200((await linkOf(`claims(${filter})`)).url)).text())).toEqual([
        expect.objectContaining({
          __typename: 'Claim',
          text: 'Towna0 has 1000 inhabitants.',
          subject: 'towna0',
        }),
      ]);
      const order = 'orderBy: {by: ADDRESS, direction: DESC}';
      const ordered = linesOf(await (await open200((await linkOf(`claims(${order})`)).url)).text());
      const addrs = ordered.map(({ addr }) => addr);
      expect(addrs).toEqual(addrs.toSorted().reverse());
      expect(addrs.length).toBeGreaterThan(TOWNS);
    });

    test.each([
      ['CONFIDENCE', 'from folds'],
      ['LOG', 'from folds'],
      ['CONFIDENCE', 'from the projection'],
      ['LOG', 'from the projection'],
    ])('a list by belief is whole in a file, in the order %s, %s', async (by, from) => {
      if (from === 'from the projection') await engine.beliefProjection.catchUp();
      const [first] = linesOf(await (await open200((await linkOf('claims')).url)).text());
      const disputes = `claims(filter: {belief: [NONE, SETTLED]}, orderBy: {by: ${by}, direction: DESC})`;
      const rows = linesOf(await (await open200((await linkOf(disputes)).url)).text());
      expect(rows.map(({ addr }) => addr)).toContain(first.addr);
      const { data } = await send(graphql, `{ ${disputes} { totalCount isBounded } }`, {});
      expect(data.claims.isBounded).toBe(false);
      expect(rows).toHaveLength(data.claims.totalCount);
    });

    test('a file as of a time has what had taken effect by then', async () => {
      const texts = async (asOf: string) => {
        const link = await linkOf(`claims(filter: {entity: "townd3"}, asOf: "${asOf}")`);
        const text = await (await open200(link.url)).text();
        return text === '' ? [] : linesOf(text).map((row) => row.text);
      };
      expect(await texts('2024-02-29')).toEqual([]);
      expect(await texts('2024-03-02')).toEqual(['Townd3 has 1003 inhabitants.']);
      expect(await texts('2024-06-01')).toHaveLength(2);
    });

    test('a graph of claims has the edges between those of the list, and no others', async () => {
      const all = await (
        await open200((await linkOf('claims(filter: {entity: "townd3"})', 'GRAPHML')).url)
      ).text();
      expect(all.match(/<node /g)).toHaveLength(2);
      const nodes = [...all.matchAll(/<node id="([^"]+)"/g)].map(([, id]) => id).toSorted();
      const edges = [...all.matchAll(/<edge source="([^"]+)" target="([^"]+)"><data key="e2">([^<]+)/g)];
      expect(edges.map(([, , , kind]) => kind)).toEqual(['SUPERSEDES', 'CONTRADICTS']);
      for (const [, source, target] of edges) expect([source, target].toSorted()).toEqual(nodes);
      const one = 'claims(filter: {entity: "townd3", effectiveAt: {to: "2024-04-01"}})';
      const half = await (await open200((await linkOf(one, 'GRAPHML')).url)).text();
      expect(half.match(/<node /g)).toHaveLength(1);
      expect(half).not.toContain('<edge ');
    });

    test('a graph of claims has the same edges where its filter asks for beliefs, joined in whatever way', async () => {
      const graphOf = async (filter: string) =>
        (
          await open200((await linkOf(`claims(filter: {entity: "townd3", ${filter}})`, 'GRAPHML')).url)
        ).text();
      const edgesOf = (graph: string) => graph.match(/<edge /g) ?? [];
      const states = ['NONE', 'SETTLED', 'CONTESTED', 'DISPUTED', 'STALE', 'SUPERSEDED'];
      const any = states.map((state) => `{belief: ${state}}`).join(', ');
      expect(edgesOf(await graphOf(`or: [${any}]`))).toHaveLength(2);
      expect(edgesOf(await graphOf('confidence: {from: 0, to: 1}'))).toHaveLength(2);
      expect(edgesOf(await graphOf(`not: {or: [${any}]}`))).toEqual([]);
      const superseded = await graphOf('not: {belief: [SETTLED, NONE]}');
      expect(superseded.match(/<node /g)).toHaveLength(1);
      expect(edgesOf(superseded)).toEqual([]);
    });

    test('a neighbourhood is its nodes and edges, as a table its edges', async () => {
      const { data } = await send(graphql, '{ claims(filter: {entity: "townd3"}) { nodes { addr } } }', {});
      const [{ addr }] = data.claims.nodes;
      // A server that has planned none of these reads may need longer than a request may take.
      const { view } = await viewOf(engine, 'towns');
      await engine.explore.neighbourhood({
        view,
        of: addr,
        depth: 2,
        limitPerNode: 10,
        kinds: EDGE_KINDS,
        prefixes: ['wx://towns/'],
      });
      const around = `neighbourhood(of: "${addr}", depth: 2)`;
      const shown = (await send(graphql, `{ ${around} { nodes { nodeId } edges { kind } } }`, {})).data
        .neighbourhood;
      const rows = linesOf(await (await open200((await linkOf(around)).url)).text());
      const nodes = rows.filter(({ __typename }) => __typename !== 'GraphEdge');
      const edges = rows.filter(({ __typename }) => __typename === 'GraphEdge');
      const ids = nodes.map(({ addr, artefactId }) => addr ?? artefactId);
      expect(new Set(ids)).toEqual(new Set(shown.nodes.map(({ nodeId }: { nodeId: string }) => nodeId)));
      expect(edges.map(({ kind }) => kind)).toEqual(shown.edges.map(({ kind }: { kind: string }) => kind));
      const table = await (await open200((await linkOf(around, 'CSV')).url)).text();
      expect(table.split('\r\n').slice(0, -1)).toHaveLength(1 + shown.edges.length);
      expect(table).toContain('Townd3 has 1003 inhabitants.');
    });

    test('artefacts say what was withdrawn as their link saw it', async () => {
      const before = await linkOf('artefacts', 'CSV');
      const [row] = linesOf(await (await open200((await linkOf('artefacts')).url)).text());
      await engine.withdraw({ artefact: row.artefactId, reason: 'wrong', by: null });
      const withdrawnIn = async (url: string) =>
        (await (await open200(url)).text()).match(/,true,false,/g) ?? [];
      expect(await withdrawnIn(before.url)).toHaveLength(0);
      expect(await withdrawnIn((await linkOf('artefacts', 'CSV')).url)).toHaveLength(1);
    });
  });
}
