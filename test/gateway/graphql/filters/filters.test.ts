/** The filter language of lists over a real server: what joins and ranges mean, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_FILTER_DEPTH,
  MAX_FILTER_VALUES,
  MAX_FILTERS,
} from '../../../../gateway/graphql/filters/filter-join.ts';
import { ingestInto, jsonLines, type TestDocument } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const DOCUMENTS: readonly TestDocument[] = [
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'old.example', day: '2019-10-07' },
  {
    id: 'one',
    text: 'Saturn has 145 moons. Jupiter has 95 moons.',
    domain: 'one.example',
    day: '2023-05-12',
  },
  { id: 'two', text: 'Saturn has 145 moons.', domain: 'two.example', day: '2023-05-13' },
];
const OLD = 'Saturn has 82 moons.';
const NEW = 'Saturn has 145 moons.';
const JUPITER = 'Jupiter has 95 moons.';

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  await ingestInto(server.engine, 'moons', [jsonLines(DOCUMENTS)]);
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

const { dataOf } = asking(() => server);
const ask = async (query: string, variables: object) => (await post(server.url, query, { variables })).body;

interface Listed {
  readonly addr: string;
  readonly text: string;
  readonly belief: { readonly effectiveConfidence: number; readonly state: string } | null;
}
const claimsOf = async (filter: unknown, args: Record<string, unknown> = {}): Promise<Listed[]> => {
  const query = `query ($filter: ClaimFilter, $asOf: DateTime) { claims(filter: $filter, asOf: $asOf) {
    totalCount nodes { addr text belief { state effectiveConfidence } } } }`;
  const { data, errors } = await ask(query, { filter, ...args });
  expect(errors).toBeUndefined();
  expect(data.claims.totalCount).toBe(data.claims.nodes.length);
  return data.claims.nodes;
};
const texts = async (filter: unknown, args = {}) => (await claimsOf(filter, args)).map(({ text }) => text);

describe('a filter of claims', () => {
  it.each<[string, object, string[]]>([
    ['one of several values', { subject: ['saturn', 'JUPITER'] }, [OLD, NEW, JUPITER]],
    ['a single value', { subject: 'saturn' }, [OLD, NEW]],
    ['what does not hold', { not: { subject: 'saturn' } }, [JUPITER]],
    ['one condition or another', { or: [{ subject: 'jupiter' }, { domain: 'old.example' }] }, [OLD, JUPITER]],
    ['all of several', { and: [{ text: 'saturn' }, { not: { text: '82' } }] }, [NEW]],
    ['a join beside a condition', { text: '5', or: [{ text: '145' }, { text: '82' }] }, [NEW]],
    [
      'a join within a join',
      { not: { or: [{ text: '82' }, { and: [{ text: 'jup' }, { text: '95' }] }] } },
      [NEW],
    ],
    ['a range of time', { effectiveAt: { from: '2023-05-12', to: '2023-05-12' } }, [NEW, JUPITER]],
    ['all but a range of time', { not: { effectiveAt: { from: '2020-01-01' } } }, [OLD]],
    ['the beginning of the log', { seq: { to: 0 } }, []],
    ['all of the log', { seq: { from: 0, to: 1_000_000 } }, [OLD, NEW, JUPITER]],
    ['beliefs anywhere', { or: [{ belief: 'SUPERSEDED' }, { subject: 'jupiter' }] }, [OLD, JUPITER]],
    ['what is not believed', { not: { belief: ['SUPERSEDED', 'CONTESTED'] } }, [NEW, JUPITER]],
    ['what is of several publishers, or is none', { not: { sources: 'ONE' } }, [NEW]],
    ['a licence and a domain of one artefact', { domain: 'two.example', publisher: 'one.example' }, []],
    ['a number of a unit', { value: { number: { unit: 'moon', from: 82, to: 95 } } }, [OLD, JUPITER]],
    ['a number from one on', { value: { number: { unit: 'moon', from: 95.5 } } }, [NEW]],
    ['a number of another unit', { value: { number: { from: 0 } } }, []],
    ['no number up to one', { not: { value: { number: { unit: 'moon', to: 95 } } } }, [NEW]],
    ['no day', { value: { date: { from: '0001-01-01' } } }, []],
    ['nothing', {}, [OLD, NEW, JUPITER]],
  ])('holds %s', async (_, filter, expected) => {
    expect(await texts(filter)).toEqual(expected);
  });

  it('compares confidences as they are shown, in the present and as of a time', async () => {
    for (const args of [{}, { asOf: '2023-05-14' }, { asOf: '2020-01-01' }]) {
      const all = await claimsOf({}, args);
      for (const { belief } of all) {
        const shown = belief?.effectiveConfidence ?? 0;
        const addrs = (found: Listed[]) => found.map(({ addr }) => addr);
        const those = (pass: (confidence: number) => boolean) =>
          addrs(all.filter((one) => pass(one.belief?.effectiveConfidence ?? 0)));
        const found = async (filter: object) => addrs(await claimsOf(filter, args));
        expect(await found({ confidence: { from: shown, to: shown } })).toEqual(
          those((one) => one === shown),
        );
        expect(await found({ confidence: { from: shown } })).toEqual(those((one) => one >= shown));
        expect(await found({ not: { confidence: { from: shown } } })).toEqual(those((one) => one < shown));
      }
    }
  });

  it('finds claims by their addresses, and holds as of a time what was stated by then', async () => {
    const all = await claimsOf({});
    const some = all.slice(0, 2).map(({ addr }) => addr);
    expect((await claimsOf({ addr: some })).map(({ addr }) => addr)).toEqual(some);
    expect(await texts({ not: { subject: 'jupiter' } }, { asOf: '2020-01-01' })).toEqual([OLD]);
    expect(await texts({ or: [{ belief: 'SETTLED' }, { text: '9' }] }, { asOf: '2020-01-01' })).toEqual([
      OLD,
    ]);
  });
});

const nested = (depth: number): object => (depth === 1 ? { text: 'saturn' } : { not: nested(depth - 1) });
const many = (count: number) => ({ or: Array.from({ length: count - 1 }, () => ({ text: 'saturn' })) });
const values = (count: number) => ({ subject: Array.from({ length: count }, (_, n) => `s${n}`) });

describe('a filter', () => {
  it('takes as much as its bounds allow', async () => {
    expect(await texts(nested(MAX_FILTER_DEPTH))).toEqual([OLD, NEW]);
    expect(await texts(values(MAX_FILTER_VALUES))).toEqual([]);
  });

  const REFUSED: readonly [string, object, RegExp][] = [
    ['that nests too deep', nested(MAX_FILTER_DEPTH + 1), /nest at most 5 levels deep/],
    ['of no values', { subject: [] }, /subject has 1 to 1000 values/],
    ['of too many values', values(MAX_FILTER_VALUES + 1), /subject has 1 to 1000 values/],
    ['of an empty value', { subject: ['saturn', ''] }, /each subject has 1 to 512 characters/],
    ['that is all of none', { and: [] }, /and has at least one filter/],
    ['that is one of none', { or: [] }, /or has at least one filter/],
    ['that joins an empty one', { or: [{}, { text: 'x' }] }, /has at least one field/],
    ['that is not an empty one', { not: { text: null } }, /has at least one field/],
    ['of a range that ends before it begins', { seq: { from: 5, to: 4 } }, /seq ends before it begins/],
    ['of times in the wrong order', { effectiveAt: { from: '2023', to: '2022' } }, /effectiveAt/],
    ['of a range without an end', { seq: {} }, /seq has from, or to, or both/],
    ['of a negative position', { seq: { from: -1 } }, /seq.from: -1 is negative/],
    ['of a confidence above one', { confidence: { to: 1.01 } }, /confidence.to: a confidence is from 0 to 1/],
    ['of a value that is nothing', { value: {} }, /value has number or date/],
    [
      'of a number without an end',
      { value: { number: { unit: 'moon' } } },
      /value.number has from, or to, or both/,
    ],
    [
      'of numbers in the wrong order',
      { value: { number: { from: 2, to: 1 } } },
      /value.number ends before it begins/,
    ],
    ['of no day', { value: { date: { from: '2020-13-01' } } }, /value.date.from: 2020-13-01 is no day/],
    [
      'of an instant for a day',
      { value: { date: { to: '2020-01-01T00:00:00Z' } } },
      /value.date.to: .* is no day/,
    ],
    ['of no time', { not: { effectiveAt: { to: 'soon' } } }, /effectiveAt.to: soon is neither/],
  ];
  it.each(REFUSED)('%s is refused with what is wrong', async (_, filter, message) => {
    const query = 'query ($filter: ClaimFilter) { claims(filter: $filter) { nodes { addr } } }';
    const { data, errors } = await ask(query, { filter });
    expect(data).toEqual({ claims: null });
    expect(errors).toMatchObject([
      { message: expect.stringMatching(message), path: ['claims'], extensions: { code: 'invalid:query' } },
    ]);
  });

  it.each<[string, object]>([
    ['a text for a number', { seq: { from: 'one' } }],
    ['a text for a confidence', { confidence: { from: 'high' } }],
    ['a state that is none', { belief: ['SURE'] }],
    ['a field that is none', { colour: 'red' }],
    ['a join of no filter', { and: [['saturn']] }],
  ])('of %s is no filter of the schema', async (_, filter) => {
    const query = 'query ($filter: ClaimFilter) { claims(filter: $filter) { nodes { addr } } }';
    const { errors } = await ask(query, { filter });
    expect(errors?.[0]?.message).toMatch(/filter/);
  });

  it(`of more than ${MAX_FILTERS} filters is refused, by what it costs or by their number`, async () => {
    const query = 'query ($filter: AnswerFilter) { answers(filter: $filter) { nodes { q } } }';
    expect((await ask(query, { filter: many(MAX_FILTERS) })).errors).toBeUndefined();
    const { errors } = await ask(query, { filter: many(MAX_FILTERS + 1) });
    expect(errors).toMatchObject(
      [{ message: /at most 50 filters/, extensions: { code: 'invalid:query' } }].map((one) => ({
        ...one,
        message: expect.stringMatching(one.message),
      })),
    );
    const costly = 'query ($filter: ClaimFilter) { claims(filter: $filter) { nodes { addr } } }';
    expect((await ask(costly, { filter: many(20) })).errors).toMatchObject([
      { extensions: { code: 'query:too_large' } },
    ]);
  });

  it('means the same in other lists', async () => {
    const { artefacts, clusters, ledger } = await dataOf(`{
      artefacts(filter: {or: [{domain: "two.example"}, {effectiveAt: {to: "2020-01-01"}}]}) { totalCount nodes { domain } }
      clusters(filter: {not: {subject: "jupiter"}, confidence: {from: 0}}) { nodes { claims { nodes { text } } } }
      ledger(filter: {not: {publisher: "old.example"}, kind: CORROBORATE}) { nodes { kind evidence { domain } } }
    }`);
    expect(artefacts).toEqual({
      totalCount: 2,
      nodes: [{ domain: 'old.example' }, { domain: 'two.example' }],
    });
    expect(clusters.nodes).toHaveLength(2);
    expect(ledger.nodes.length).toBeGreaterThan(0);
    for (const { kind, evidence } of ledger.nodes) {
      expect(kind).toBe('CORROBORATE');
      expect(evidence.map(({ domain }: { domain: string }) => domain)).not.toContain('old.example');
    }
  });
});
