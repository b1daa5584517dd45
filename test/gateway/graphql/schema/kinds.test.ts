/** Lists by kind: ledgers by what their entries do, annotations, verdicts, and artefacts by their media type. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimAddr } from '../../../../graph/address.ts';
import { annotateOn, disputeBy } from '../../../engine/annotated.ts';
import { answerOf, ingestInto, jsonLines } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const DOCUMENTS = [
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'old.example', day: '2019-10-07', title: 'Saturn' },
  { id: 'one', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12', title: 'Saturn' },
  { id: 'two', text: 'Saturn has 145 moons.', domain: 'two.example', day: '2023-05-13', title: 'Saturn' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let addr: ClaimAddr;
let answerId: string;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  const { engine } = server;
  await ingestInto(engine, 'moons', [jsonLines(DOCUMENTS)]);
  await ingestInto(engine, 'skies', [jsonLines(DOCUMENTS)]);
  const { answer } = await answerOf(engine, { corpus: 'moons', q: 'How many moons does Saturn have?' });
  const [claim] = answer.claims;
  if (claim === undefined) throw new Error('the answer has no claim');
  addr = claim.addr;
  answerId = answer.answer_id;
  for (const actor of ['ann', 'bob']) await disputeBy(engine, addr, actor);
  await engine.monitor.catchUp();
  await annotateOn(engine, addr);
});
afterAll(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

const { ask, dataOf, tokenFor } = asking(() => server);

type Listed = { readonly logSeq: number; readonly kind: string };
const EVENTS = 'nodes { logSeq kind } pageInfo { hasNextPage endCursor hasPreviousPage startCursor }';

describe('the ledger of a claim', () => {
  const ledgerOf = async (args: string) => {
    const { claim } = await dataOf(`{ claim(addr: "${addr}") { ledger${args} { ${EVENTS} } } }`);
    return claim.ledger;
  };

  it('is read by kinds, in the order of the whole', async () => {
    const all: Listed[] = (await ledgerOf('')).nodes;
    expect(new Set(all.map(({ kind }) => kind)).size).toBeGreaterThan(1);
    for (const kinds of [
      ['DISPUTE'],
      ['CORROBORATE'],
      ['SUPERSEDE_PROPOSE'],
      ['DISPUTE', 'CORROBORATE', 'DISPUTE'],
    ]) {
      const { nodes } = await ledgerOf(`(kinds: [${kinds}])`);
      expect(nodes).toEqual(all.filter(({ kind }) => kinds.includes(kind)));
    }
    expect((await ledgerOf('(kinds: [])')).nodes).toEqual([]);
    expect((await ledgerOf('(kinds: null)')).nodes).toEqual(all);
  });

  it('is counted by kind, as far as the time sees it, and the corpus with it', async () => {
    const counted = (entries: readonly Listed[]) =>
      [...Map.groupBy(entries, ({ kind }) => kind)]
        .map(([key, { length: count }]) => ({ key, count }))
        .sort((a, b) => (a.key < b.key ? -1 : 1));
    const all = (await ledgerOf('')).nodes;
    const { now, then } = await dataOf(`{ now: claim(addr: "${addr}") { ledgerKinds { key count } }
      then: claim(addr: "${addr}", asOf: "2023-06-01") { ledgerKinds { key count } ledger { nodes { logSeq kind } } } }`);
    expect(now.ledgerKinds).toEqual(counted(all));
    expect(then.ledgerKinds).toEqual(counted(then.ledger.nodes));
    for (const asOf of [null, '"2023-06-01"']) {
      const { corpora, ledger } = await dataOf(`{
        corpora(asOf: ${asOf}) { nodes { name counts { events eventKinds { key count } } } }
        ledger(first: 100, asOf: ${asOf}) { nodes { logSeq kind } } }`);
      const { counts } = corpora.nodes.find(({ name }: { name: string }) => name === 'moons');
      expect(counts).toEqual({ events: ledger.nodes.length, eventKinds: counted(ledger.nodes) });
    }
  });

  it('is paged by kinds from either end', async () => {
    const { nodes: disputes } = await ledgerOf('(kinds: [DISPUTE])');
    expect(disputes).toHaveLength(2);
    const first = await ledgerOf('(kinds: [DISPUTE], first: 1)');
    expect(first).toMatchObject({ nodes: [disputes[0]], pageInfo: { hasNextPage: true } });
    const rest = await ledgerOf(`(kinds: [DISPUTE], first: 5, after: "${first.pageInfo.endCursor}")`);
    expect(rest).toMatchObject({ nodes: [disputes[1]], pageInfo: { hasNextPage: false } });
    expect((await ledgerOf('(kinds: [DISPUTE], last: 1)')).nodes).toEqual([disputes[1]]);
  });

  it('holds as of a time what had taken effect by then', async () => {
    const { claim } = await dataOf(
      `{ claim(addr: "${addr}", asOf: "2023-06-01") { ledger(kinds: [DISPUTE, CORROBORATE]) { nodes { kind } } } }`,
    );
    expect(claim.ledger.nodes.length).toBeGreaterThan(0);
    expect(claim.ledger.nodes).not.toContainEqual({ kind: 'DISPUTE' });
  });
});

describe('the ledger of a corpus', () => {
  const ledgerOf = async (args: string, headers = {}) =>
    (await dataOf(`{ ledger${args} { ${EVENTS} } }`, headers)).ledger;

  it('has the entries of all its claims in the order of the log, and of no other corpus', async () => {
    const { claims } = await dataOf('{ claims { nodes { ledger { nodes { logSeq kind } } } } }');
    const each: Listed[] = claims.nodes.flatMap(
      ({ ledger }: { ledger: { nodes: Listed[] } }) => ledger.nodes,
    );
    const all = each.toSorted((a, b) => a.logSeq - b.logSeq);
    expect((await ledgerOf('')).nodes).toEqual(all);
    expect((await ledgerOf('(corpus: "skies")')).nodes).toHaveLength(all.length - 2);
    const disputes = all.filter(({ kind }) => kind === 'DISPUTE');
    expect((await ledgerOf('(filter: {kind: [DISPUTE]})')).nodes).toEqual(disputes);
    expect((await ledgerOf('(filter: {kind: DISPUTE}, corpus: "skies")')).nodes).toEqual([]);
  });

  it.each(['', 'filter: {kind: [CORROBORATE, DISPUTE]}, ', 'asOf: "2023-06-01", '])(
    'is paged from either end without loss or double (%s)',
    async (args) => {
      const { nodes: all } = await ledgerOf(args === '' ? '' : `(${args})`);
      expect(all.length).toBeGreaterThan(2);
      const forwards: Listed[] = [];
      for (let place = ''; ; ) {
        const { nodes, pageInfo } = await ledgerOf(`(${args}first: 1${place})`);
        forwards.push(...nodes);
        if (!pageInfo.hasNextPage) break;
        place = `, after: "${pageInfo.endCursor}"`;
      }
      expect(forwards).toEqual(all);
      const { nodes, pageInfo } = await ledgerOf(`(${args}last: 2)`);
      expect(nodes).toEqual(all.slice(-2));
      const before = await ledgerOf(`(${args}last: 50, before: "${pageInfo.startCursor}")`);
      expect(before.nodes).toEqual(all.slice(0, -2));
    },
  );

  it('holds as of a time what had taken effect by then', async () => {
    const { nodes } = await ledgerOf('(asOf: "2020-01-01")');
    expect(nodes).toHaveLength(1);
    expect((await ledgerOf('(asOf: "2019-10-06")')).nodes).toEqual([]);
  });

  it('shows a token the claims that it was narrowed to', async () => {
    const { claims } = await dataOf('{ claims { nodes { addr ledger { nodes { logSeq kind } } } } }');
    const other = claims.nodes.find((one: { addr: string }) => one.addr !== addr);
    const headers = await tokenFor({ prefixes: [other.addr] }, ['svc.evidence']);
    expect((await ledgerOf('', headers)).nodes).toEqual(other.ledger.nodes);
    const { errors } = await ask(
      '{ ledger { nodes { kind } } }',
      await tokenFor({ corpora: ['skies'] }, ['svc.evidence']),
    );
    expect(errors).toMatchObject([{ extensions: { code: 'denied:corpus_forbidden' } }]);
  });

  it.each([
    ['a kind that is none', 'filter: {kind: [REFUTE]}'],
    ['no kind at all', 'filter: {kind: []}'],
    ['a corpus that is none', 'corpus: "none"'],
    ['a time that is none', 'asOf: "soon"'],
    ['first and last below nothing', 'first: -1'],
  ])('refuses %s', async (_, args) => {
    const { errors } = await ask(`{ ledger(${args}) { nodes { kind } } }`);
    expect(errors).toHaveLength(1);
  });
});

describe('annotations', () => {
  it('are read by kinds, of a claim and of an address', async () => {
    const of = (args: string) => `annotations${args} { nodes { kind } }`;
    const { claim, annotations } = await dataOf(`{
      claim(addr: "${addr}") { all: ${of('')} notes: ${of('(filter: {kind: NOTE})')} sided: ${of('(filter: {kind: [CORRECTION, CONTEXT]})')} }
      ${of(`(target: "${addr}", filter: {kind: NOTE})`)} }`);
    const note = { nodes: [{ kind: 'NOTE' }] };
    expect(claim).toEqual({ all: note, notes: note, sided: { nodes: [] } });
    expect(annotations).toEqual(note);
  });
});

describe('verdicts', () => {
  it('are read by what they turned to', async () => {
    const { answer, findings } = await dataOf(`{
      answer(id: "${answerId}") { all: findings { nodes { to } } turned: findings(states: [FAIL, WARN]) { nodes { to } } }
      findings(filter: {answerId: "${answerId}", to: PASS}) { nodes { to } } }`);
    const all: { to: string }[] = answer.all.nodes;
    expect(all.map(({ to }) => to)).toContain('PASS');
    expect(answer.turned.nodes).toEqual(all.filter(({ to }) => to !== 'PASS'));
    expect(answer.turned.nodes.length).toBeGreaterThan(0);
    expect(findings.nodes).toEqual(all.filter(({ to }) => to === 'PASS'));
  });
});

describe('artefacts', () => {
  it('are read and counted by their media type', async () => {
    const { artefacts: all } = await dataOf('{ artefacts { nodes { mediaType } } }');
    const [{ mediaType }] = all.nodes;
    const of = (type: string) =>
      dataOf(
        `{ artefacts(filter: {mediaType: "${type}"}) { totalCount aggregate { mediaType { key count } } } }`,
      );
    const count = all.nodes.length;
    expect((await of(mediaType)).artefacts).toEqual({
      totalCount: count,
      aggregate: { mediaType: [{ key: mediaType, count }] },
    });
    expect((await of('image/png')).artefacts).toEqual({ totalCount: 0, aggregate: { mediaType: [] } });
  });
});
