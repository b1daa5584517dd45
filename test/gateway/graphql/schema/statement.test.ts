/** A claim in parts, and how many speak for it and against it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingestInto, jsonLines, type TestDocument } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const MOONS = 'Saturn has 145 moons.';
/** Long enough for a copy of it to be known as one. */
const LONG =
  'Our members have given up learning the list by heart. Saturn has 274 known moons, and most of them have no name yet. ' +
  'The discoverers believe that many of the small ones are splinters of a larger body that was broken up long ago.';
const DOCUMENTS: readonly TestDocument[] = [
  { id: 'one', text: MOONS, domain: 'a.one.example', day: '2023-05-12' },
  { id: 'two', text: MOONS, domain: 'b.one.example', day: '2023-05-13' },
  { id: 'three', text: MOONS, domain: 'two.example', day: '2023-05-14' },
  { id: 'long', text: LONG, domain: 'ring.example', day: '2025-03-14' },
  { id: 'copy', text: LONG, domain: 'clips.example', day: '2025-03-18' },
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'old.example', day: '2019-10-07' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  await ingestInto(server.engine, 'moons', [jsonLines(DOCUMENTS)]);
});
afterAll(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

const { ask, dataOf, tokenFor } = asking(() => server);

const CLAIM = `text publisherCount corroborationCount disputeCount
  statement { subject { key text how } attribute { name dimension } value { kind number min max unit date text }
    validFrom validTo polarity role modality }`;

describe('a claim', () => {
  it('has its subject, its attribute and its value', async () => {
    const { claims } = await dataOf(`{ claims(filter: {text: "145"}) { nodes { ${CLAIM} } } }`);
    expect(claims.nodes).toMatchObject([
      {
        text: MOONS,
        statement: {
          subject: { key: 'saturn', text: 'Saturn', how: 'EXPLICIT' },
          attribute: { name: 'moon', dimension: 'count' },
          value: { kind: 'QUANTITY', number: 145, min: '145', max: '145', date: null },
          validTo: null,
          polarity: 'AFFIRMED',
        },
      },
    ]);
  });

  it('counts publishers and not sites, as of a time too', async () => {
    const counts = async (args: string) => {
      const { claims } = await dataOf(
        `{ claims(filter: {text: "145"}${args}) { nodes { publisherCount } } }`,
      );
      return claims.nodes.map(({ publisherCount }: { publisherCount: number }) => publisherCount);
    };
    expect(await counts('')).toEqual([2]);
    expect(await counts(', asOf: "2023-05-13"')).toEqual([1]);
  });

  it('does not count a mirror as another publisher', async () => {
    const claims = await dataOf('{ claims(filter: {text: "274"}) { nodes { publisherCount } } }');
    expect(claims).toEqual({ claims: { nodes: [{ publisherCount: 1 }] } });
  });

  it('counts what its ledger has for it and against it, for those who may read it', async () => {
    const query = `{ claims { nodes { text corroborationCount disputeCount ledgerKinds { key count } } } }`;
    const { claims } = await dataOf(query);
    for (const { corroborationCount, disputeCount, ledgerKinds } of claims.nodes) {
      const kinds = Object.fromEntries(
        ledgerKinds.map(({ key, count }: { key: string; count: number }) => [key, count]),
      );
      expect([corroborationCount, disputeCount]).toEqual([kinds.CORROBORATE ?? 0, kinds.DISPUTE ?? 0]);
      expect(corroborationCount).toBeGreaterThan(0);
    }
    const { data, errors } = await ask(
      '{ claims(first: 1) { nodes { text disputeCount } } }',
      await tokenFor({}, ['wiki.search']),
    );
    expect(errors).toMatchObject([{ extensions: { code: 'denied:capability_missing' } }]);
    expect(data.claims.nodes).toEqual([{ text: expect.any(String), disputeCount: null }]);
  });

  it('has no parts where its words may not be shown', async () => {
    const [[state] = []] = await server.engine.store.ranges('versions', { corpus: 'moons', by: ['old'] });
    await server.engine.redact({
      artefact: state?.record.artefact_id ?? 'a1',
      reason: 'a court order',
      by: 'ann',
    });
    const { artefact } = await dataOf(
      `{ artefact(id: "${state?.record.artefact_id}") { claims { nodes { text statement { subject { text } } publisherCount } } } }`,
    );
    expect(artefact.claims.nodes).toEqual([{ text: '', statement: null, publisherCount: 0 }]);
  });
});
