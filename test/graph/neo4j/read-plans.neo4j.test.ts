/** How Neo4j goes about reads by key, ranges and pages: along an index each, also by a plan that was made for an empty store. */
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Neo4jLink } from '../../../graph/neo4j/link.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { readerOf } from '../../../graph/neo4j/reader.ts';
import { TextIndexes } from '../../../graph/neo4j/text-index.ts';
import { EDGE_KINDS } from '../../../graph/store/edges.ts';
import { allPlaces } from '../../../graph/store/ranges.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { answerId, artefactId, CORPUS, claimAddr, TENANT } from '../../conformance/graph-store/records.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';
import { forgetPlans, isScan, operatorsOf, profilesOf } from './plans.ts';

const BEHIND = { after: 7 };
const STRETCH = { after: -1, before: null };
const VIEW = { seq: 99, until: '2026-09-01T00:00:00.000Z' };

type Read = (reader: GraphReader) => Promise<unknown>;

/** Of rows of one list, which the index has in order: nothing is sorted before the limit cuts it off. */
const LIMITED: readonly [string, readonly string[], Read][] = [
  [
    'claims of a slot',
    ['Claim(corpus, slot, seq)'],
    (reader) => reader.ranges('claimsOfSlot', { corpus: CORPUS, by: ['s'], upTo: 9, limit: 2 }),
  ],
  [
    'claims that say what something is',
    ['Claim(corpus, defines, seq)'],
    (reader) => reader.ranges('definitions', { corpus: CORPUS, by: ['s'], upTo: 9, limit: 2 }),
  ],
  [
    'artefacts of a corpus',
    ['Artefact(corpus, seq, id)'],
    (reader) => reader.ranges('artefacts', { by: [{ corpus: CORPUS, ...BEHIND }], limit: 2 }),
  ],
  [
    'a ledger',
    ['Event(claim, seq)'],
    (reader) => reader.ranges('ledger', { by: [{ claim: claimAddr(1), ...BEHIND }], limit: 2 }),
  ],
  ['heads of ledgers', ['Event(claim, seq)'], (reader) => reader.records('ledgerHeads', [claimAddr(1)])],
  [
    'what an actor wrote last of a claim',
    ['Event(claim, actorRoot, seq)'],
    (reader) => reader.records('latestByActor', [{ claim: claimAddr(1), actorRoot: 'ann' }]),
  ],
  [
    'answers of a corpus',
    ['Answer(corpus, seq)'],
    (reader) => reader.ranges('answersOfCorpus', { by: [{ corpus: CORPUS, ...BEHIND }], limit: 2 }),
  ],
  [
    'verdicts of a tenant',
    ['Finding(tenant, seq)'],
    (reader) => reader.ranges('findings', { by: [{ tenant: TENANT, ...BEHIND, answers: null }], limit: 2 }),
  ],
  [
    'verdicts of every tenant',
    ['Finding(seq)'],
    (reader) => reader.ranges('findings', { by: [{ tenant: null, ...BEHIND, answers: null }], limit: 2 }),
  ],
  [
    'latest verdicts',
    ['Finding(answer, seq)'],
    (reader) => reader.records('latestFindings', [answerId(1), answerId(2)]),
  ],
  ['revocations', ['Revocation(seq)'], (reader) => reader.ranges('revocations', { by: [BEHIND], limit: 2 })],
  ['entries', ['Entry(seq)'], (reader) => reader.entries({ ...BEHIND, limit: 2, types: null })],
  [
    'verdicts whose day is over',
    ['VerdictDay(corpus, until, answer)'],
    (reader) =>
      reader.beliefs('dueVerdicts', {
        ...{ corpus: CORPUS, before: 5, limit: 2 },
        after: { until: 3, answer: answerId(1) },
      }),
  ],
  [
    'ledgers whose day is over',
    ['LedgerBelief(corpus, until, cluster)'],
    (reader) => reader.beliefs('due', { corpus: CORPUS, before: 5, from: 0, limit: 2 }),
  ],
  [
    'ledgers of a corpus',
    ['LedgerBelief(corpus, cluster)'],
    (reader) => reader.beliefs('after', { corpus: CORPUS, after: 'x', limit: 2 }),
  ],
  [
    'claims of a ledger',
    ['Claim(cluster, corpus, seq)'],
    (reader) => reader.beliefs('members', { corpus: CORPUS, cluster: 'x', ...BEHIND, limit: 2 }),
  ],
  [
    'annotations of every kind',
    ['Annotation(target, seq)'],
    (reader) =>
      reader.ranges('annotations', {
        ...{ limit: 2, newestFirst: true },
        by: [{ ...STRETCH, target: claimAddr(1) }],
      }),
  ],
  [
    'voices of annotations',
    ['Annotation(target, seq)'],
    (reader) => reader.ranges('voices', { by: [{ ...BEHIND, target: claimAddr(1) }], limit: 2 }),
  ],
  [
    'verdicts of an answer',
    ['Finding(answer, seq)'],
    (reader) =>
      reader.ranges('findingsOf', {
        ...{ tenant: TENANT, limit: 2, newestFirst: false },
        by: [{ ...STRETCH, answer: answerId(1) }],
      }),
  ],
  [
    'verdicts of a tenant of every state',
    ['Finding(tenant, seq)'],
    (reader) =>
      reader.ranges('findingsOfTenant', {
        ...{ limit: 2, newestFirst: true },
        by: [{ ...STRETCH, tenant: TENANT, states: null }],
      }),
  ],
  [
    'answers of a tenant',
    ['Answer(tenant, seq)'],
    (reader) =>
      reader.ranges('answers', {
        ...{ limit: 2, newestFirst: true },
        by: [{ ...STRETCH, tenant: TENANT, uses: null }],
      }),
  ],
];

/** Of several lists, each of which gives as many rows as the page: these few are sorted. */
const MERGED: readonly [string, readonly string[], Read][] = [
  [
    'entries of some types',
    ['Entry(type, seq)'],
    (reader) => reader.entries({ ...BEHIND, limit: 2, types: ['findings.changed', 'evidence.appended'] }),
  ],
  [
    'ledger entries of a corpus by kinds',
    ['Event(corpus, kind, logSeq)'],
    (reader) =>
      reader.ranges('evidence', {
        ...{ limit: 2, newestFirst: true },
        by: [{ ...STRETCH, corpus: CORPUS, kinds: ['dispute', 'corroborate'], actors: null }],
      }),
  ],
  [
    'annotations by kinds',
    ['Annotation(target, kind, seq)'],
    (reader) =>
      reader.ranges('annotations', {
        ...{ limit: 2, newestFirst: true, kinds: ['context', 'correction'] },
        by: [{ ...STRETCH, target: claimAddr(1) }],
      }),
  ],
  [
    'verdicts of an answer by states',
    ['Finding(answer, to, seq)'],
    (reader) =>
      reader.ranges('findingsOf', {
        ...{ tenant: TENANT, limit: 2, newestFirst: false, states: ['WARN', 'FAIL'] },
        by: [{ ...STRETCH, answer: answerId(1) }],
      }),
  ],
  [
    'verdicts of a tenant by states',
    ['Finding(tenant, to, seq)'],
    (reader) =>
      reader.ranges('findingsOfTenant', {
        ...{ limit: 2, newestFirst: true },
        by: [{ ...STRETCH, tenant: TENANT, states: ['WARN', 'FAIL'] }],
      }),
  ],
  [
    'verdicts of some answers',
    ['Finding(answer, seq)'],
    (reader) =>
      reader.ranges('findings', { by: [{ tenant: null, ...BEHIND, answers: [answerId(1)] }], limit: 2 }),
  ],
];

/** Of what hangs on a few keys, all is read. */
const WHOLE: readonly [string, readonly string[], Read][] = [
  [
    'versions of a document',
    ['Artefact(corpus, docId)'],
    (reader) => reader.ranges('versions', { corpus: CORPUS, by: ['d'] }),
  ],
  [
    'artefacts by what refers to them',
    ['Artefact(corpus, url)', 'Artefact(corpus, hash)'],
    (reader) => reader.ranges('artefactsByRef', { corpus: CORPUS, by: ['https://a.example/'] }),
  ],
  ['observations', ['Observation(hash)'], (reader) => reader.ranges('observations', { by: ['h'] })],
  [
    'claims of a cluster',
    ['Claim(cluster, corpus, seq)'],
    (reader) => reader.ranges('claimsOfCluster', { by: ['c'], limit: 250 }),
  ],
  ['places of a claim', ['Claim(addr)'], (reader) => reader.ranges('occurrences', allPlaces([claimAddr(1)]))],
  [
    'the newest places of a claim',
    ['Claim(addr)'],
    (reader) => reader.ranges('occurrences', { ...allPlaces([claimAddr(1)]), limit: 5, newestFirst: true }),
  ],
  [
    'places in an artefact',
    ['Artefact(id)'],
    (reader) => reader.ranges('occurrencesIn', { by: [artefactId(1)] }),
  ],
  ['rivals', ['Claim(addr)'], (reader) => reader.ranges('rivals', { by: [claimAddr(1)] })],
  ['predecessors', ['Claim(addr)'], (reader) => reader.ranges('predecessors', { by: [claimAddr(1)] })],
  [
    'answers that use a claim or an artefact',
    ['Claim(addr)', 'Artefact(id)'],
    (reader) =>
      reader.ranges('answersUsing', {
        by: [{ claims: [claimAddr(1)], artefacts: [artefactId(1)], ...BEHIND }],
        limit: 2,
      }),
  ],
  [
    'answers of a tenant by a claim',
    ['Claim(addr)'],
    (reader) =>
      reader.ranges('answers', {
        ...{ limit: 2, newestFirst: true },
        by: [{ ...STRETCH, tenant: TENANT, uses: { claim: claimAddr(1) } }],
      }),
  ],
  [
    'answers of a tenant that rest on an artefact',
    ['Artefact(id)'],
    (reader) => reader.answersRestingOn(artefactId(1), TENANT, 2),
  ],
  ['ledger entries that cite', ['Artefact(id)'], (reader) => reader.eventsCiting(artefactId(1), 2)],
  ['entries by position', ['Entry(seq)'], (reader) => reader.records('entries', [1, 2])],
  ['claims by address', ['Claim(addr)'], (reader) => reader.records('claims', [claimAddr(1)])],
  ['artefacts by id', ['Artefact(id)'], (reader) => reader.records('artefacts', [artefactId(1)])],
  ['sections by address', ['Section(addr)'], (reader) => reader.records('sections', ['s'])],
  ['places of sections', ['Section(addr)'], (reader) => reader.records('sectionPlaces', ['s'])],
  ['answers by id', ['Answer(id)'], (reader) => reader.records('answers', [answerId(1)])],
  ['keys by hash', ['Key(hash)'], (reader) => reader.records('keysByHash', ['h'])],
  [
    'entries of ledgers by position',
    ['Event(claim, seq)'],
    (reader) => reader.records('ledgerEntries', [{ claim: claimAddr(1), seq: 1 }]),
  ],
  ['blobs', ['Blob(hash)'], (reader) => reader.blobs(['h'])],
  [
    'beliefs of ledgers',
    ['LedgerBelief(id)'],
    (reader) => reader.beliefs('ledgers', { by: [{ corpus: CORPUS, cluster: 'c' }] }),
  ],
  ['states of claims', ['Claim(addr)'], (reader) => reader.beliefs('claims', { by: [claimAddr(1)] })],
  [
    'ledgers that cite bytes',
    ['Observation(hash)', 'CitedHash(hash)'],
    (reader) => reader.beliefs('citing', { hashes: ['h'], after: '', limit: 2 }),
  ],
  ['counts of beliefs', ['BeliefTally(corpus)'], (reader) => reader.beliefs('tallies', { corpus: CORPUS })],
  [
    'fingerprints near others',
    ['FingerprintBand(band, seq)', 'Fingerprint(seq)'],
    (reader) => reader.nearFingerprints({ bands: [1, 2], publisher: 'p', ofEach: 2, limit: 2 }),
  ],
  [
    'proposals of a claim',
    ['Claim(addr)'],
    (reader) => reader.proposals('successor', [claimAddr(1)], VIEW, 2),
  ],
  [
    'what an edge rests on',
    ['Claim(addr)', 'Event(id)'],
    (reader) => reader.edgeEvidence([{ kind: 'supports', from: artefactId(1), to: claimAddr(1) }], VIEW, 2),
  ],
  [
    'a chain',
    ['ChainMember(claim)'],
    (reader) =>
      reader.list(
        'chainMembers',
        { parts: [{ chain: claimAddr(1), after: null, before: null }], view: null },
        { by: 'joined', descending: false, after: null, before: null, limit: 2 },
      ),
  ],
];

describeNeo4j('a plan that was made for an empty store', (server) => {
  let driver: Driver;
  let link: Neo4jLink;

  beforeAll(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    await (await openNeo4j(server()))[Symbol.asyncDispose]();
    await forgetPlans(driver);
    link = new Neo4jLink(server());
  }, 120_000);
  afterAll(async () => {
    await link.close();
    await driver.close();
  });

  async function stepsOf(read: Read): Promise<string[]> {
    const indexes = new TextIndexes(link);
    const profiles = await profilesOf(driver, (connection) => read(readerOf(connection, indexes)));
    expect(profiles).not.toEqual([]);
    return profiles.flatMap(({ plan }) => operatorsOf(plan));
  }

  it.each([...LIMITED, ...MERGED, ...WHOLE])('reads %s along an index', async (_, along, read) => {
    const steps = await stepsOf(read);
    for (const index of along) expect(steps).toContainEqual(expect.stringContaining(index));
    expect(steps.filter(isScan)).toEqual([]);
  });

  it.each(LIMITED)('reads %s as far as the limit, in the order of the index', async (_, __, read) => {
    expect((await stepsOf(read)).filter((step) => /^(Partial)?Top/.test(step))).toEqual([]);
  });

  it.each(EDGE_KINDS)('reads edges of the kind %s from the node on', async (kind) => {
    const of = [claimAddr(1), artefactId(1)];
    const steps = await stepsOf((reader) =>
      reader.edges({ kinds: [kind], of, view: VIEW, prefixes: null, after: null, limit: 2 }),
    );
    expect(steps).toContainEqual(expect.stringMatching(/Claim\(addr\)|Artefact\(id\)/));
    expect(steps.filter(isScan)).toEqual([]);
  });

  it('reads edges of all kinds in one statement, from the node on', async () => {
    const of = [claimAddr(1), artefactId(1)];
    const profiles = await profilesOf(driver, (connection) =>
      readerOf(connection, new TextIndexes(link)).edges({
        kinds: EDGE_KINDS,
        of,
        view: VIEW,
        prefixes: null,
        after: null,
        limit: 2,
      }),
    );
    expect(profiles).toHaveLength(1);
    const steps = profiles.flatMap(({ plan }) => operatorsOf(plan));
    expect(steps).toContainEqual(expect.stringMatching(/Claim\(addr\)|Artefact\(id\)/));
    expect(steps.filter(isScan)).toEqual([]);
  });
});
