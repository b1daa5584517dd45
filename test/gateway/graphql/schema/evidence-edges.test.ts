/** What is behind edges: their stance, the places where it is said, and the ledger entries that made them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArtefactId, ClaimAddr } from '../../../../graph/address.ts';
import type { EvidenceKind } from '../../../../graph/evidence.ts';
import { ingestInto, jsonLines, type TestDocument } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const CORPUS = 'moons';
const OLD = 'Saturn has 82 moons.';
const NEW = 'Saturn has 145 moons.';
/** Says the same in other words. */
const AGAIN = 'Saturn has a total of 145 moons.';
const DOCUMENTS: readonly TestDocument[] = [
  { id: 'old', text: OLD, domain: 'old.example', day: '2019-10-07', title: 'Saturn' },
  { id: 'one', text: NEW, domain: 'one.example', day: '2023-05-12', title: 'Saturn' },
  { id: 'two', text: AGAIN, domain: 'two.example', day: '2023-05-13', title: 'Saturn' },
  { id: 'gone', text: NEW, domain: 'gone.example', day: '2023-05-14', title: 'Planets' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let addrs: ReadonlyMap<string, ClaimAddr>;
let artefacts: ReadonlyMap<string, ArtefactId>;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  const { engine } = server;
  await ingestInto(engine, CORPUS, [jsonLines(DOCUMENTS)]);
  const { claims } = await dataOf('{ claims { nodes { addr text } } }');
  addrs = new Map(claims.nodes.map(({ addr, text }: { addr: ClaimAddr; text: string }) => [text, addr]));
  const versions = await engine.store.ranges('versions', {
    corpus: CORPUS,
    by: DOCUMENTS.map(({ id }) => id),
  });
  artefacts = new Map(versions.flat().map(({ record }) => [record.doc_id, record.artefact_id]));
  // Of one artefact several people say so, at different times.
  for (const actor of ['ann', 'bob', 'eve']) await append(NEW, 'dispute', 'old', actor);
  await engine.redact({ artefact: artefactOf('gone'), reason: 'a court order', by: 'ann' });
});
afterAll(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

function artefactOf(document: string): ArtefactId {
  const id = artefacts.get(document);
  if (id === undefined) throw new Error(`there is no ${document}`);
  return id;
}

function addrOf(text: string): ClaimAddr {
  const addr = addrs.get(text);
  if (addr === undefined) throw new Error(`nothing says ${text}`);
  return addr;
}

/** Evidence on a claim that names a stored artefact. */
async function append(text: string, kind: EvidenceKind, document: string, actor: string): Promise<void> {
  const [state] = await server.engine.store.records('artefacts', [artefactOf(document)]);
  const { url = '', hash = '' } = state?.record ?? {};
  const outcome = await server.engine.appendEvidence({
    claim: addrOf(text),
    corpus: CORPUS,
    kind,
    evidence: [{ ref: url, hash, kind: 'source' }],
    attestations: [],
    stake: null,
    writer: { actor, actorRoot: actor, standing: 700, tokenId: 't', maySupersede: false },
    idempotency: null,
  });
  if (!outcome.ok) throw new Error(outcome.refusal.reason);
}

const { ask, dataOf, tokenFor } = asking(() => server);

interface Edge {
  readonly kind: string;
  readonly stance: string | null;
  readonly sourceId: string;
  readonly targetId: string;
  readonly weight: number;
  readonly logSeq: number;
  readonly occurrences: readonly {
    readonly claim: { readonly text: string; readonly addr: string };
    readonly artefact: { readonly artefactId: string };
    readonly logSeq: number;
  }[];
  readonly events: readonly { readonly kind: string; readonly logSeq: number; readonly actor: string }[];
}

const EDGE = `kind stance sourceId targetId weight logSeq events { kind logSeq actor }
  occurrences { claim { text addr } artefact { artefactId } logSeq sentence { start end } }`;

async function edgesOf(text: string, args = '', headers = {}): Promise<Edge[]> {
  const query = `{ neighbours(of: "${addrOf(text)}", first: 100${args}) { nodes { ${EDGE} } } }`;
  return (await dataOf(query, headers)).neighbours.nodes;
}

const between = (edges: readonly Edge[], kind: string, document: string) =>
  edges.filter((edge) => edge.kind === kind && edge.sourceId === artefactOf(document));

describe('an edge of evidence', () => {
  it('has a stance by its kind', async () => {
    const edges = await edgesOf(NEW);
    const stances = new Map(edges.map(({ kind, stance }) => [kind, stance]));
    expect(Object.fromEntries(stances)).toMatchObject({
      STATES: 'SUPPORTS',
      SUPPORTS: 'SUPPORTS',
      DISPUTES: 'DISPUTES',
      SUPERSEDES: 'SUPERSEDES',
      CONTRADICTS: 'DISPUTES',
      SAME_CLUSTER: 'SUPPORTS',
    });
  });

  it('has the ledger entries that it rests on, all of them, in the order of the log', async () => {
    const edges = await edgesOf(NEW);
    const kinds = { SUPPORTS: 'CORROBORATE', DISPUTES: 'DISPUTE', SUPERSEDES: 'SUPERSEDE_PROPOSE' };
    for (const { kind, weight, logSeq, events } of edges) {
      const expected = Object.entries(kinds).find(([name]) => name === kind)?.[1];
      expect(events).toHaveLength(expected === undefined ? 0 : weight);
      for (const event of events) expect(event.kind).toBe(expected);
      expect(events.map((event) => event.logSeq)).toEqual(
        events.map((event) => event.logSeq).toSorted((a, b) => a - b),
      );
      if (events.length > 0) expect(events[0]?.logSeq).toBe(logSeq);
    }
    const [dispute] = between(edges, 'DISPUTES', 'old');
    expect(dispute?.events.map(({ actor }) => actor)).toEqual(['ann', 'bob', 'eve']);
    const { neighbours } = await dataOf(
      `{ neighbours(of: "${addrOf(NEW)}", kinds: [DISPUTES]) { nodes { events(first: 2) { actor } none: events(first: 0) { actor } } } }`,
    );
    expect(neighbours.nodes).toEqual([{ events: [{ actor: 'ann' }, { actor: 'bob' }], none: [] }]);
  });

  it('has the places where it is said: the claim, another of its cluster, or what contradicts it', async () => {
    const edges = await edgesOf(NEW);
    const texts = (kind: string, document: string) =>
      between(edges, kind, document).map(({ occurrences }) => occurrences.map(({ claim }) => claim.text));
    expect(texts('STATES', 'one')).toEqual([[NEW]]);
    expect(texts('STATES', 'two')).toEqual([]);
    expect(texts('SUPPORTS', 'one')).toEqual([[NEW]]);
    expect(texts('SUPPORTS', 'two')).toEqual([[AGAIN]]);
    expect(texts('DISPUTES', 'old')).toEqual([[OLD]]);
    for (const { kind, sourceId, targetId, weight, occurrences } of edges) {
      for (const { claim, artefact } of occurrences) {
        if (['STATES', 'SUPPORTS', 'DISPUTES'].includes(kind)) expect(artefact.artefactId).toBe(sourceId);
        else expect(kind === 'SUPERSEDES' ? [sourceId] : [sourceId, targetId]).toContain(claim.addr);
      }
      if (kind === 'STATES' && sourceId !== artefactOf('gone')) expect(occurrences).toHaveLength(weight);
    }
    const ofClaims = edges.filter(({ kind }) => ['CONTRADICTS', 'SAME_CLUSTER', 'SUPERSEDES'].includes(kind));
    for (const { occurrences } of ofClaims) expect(occurrences.length).toBeGreaterThan(0);
  });

  it('shows no place in what was redacted', async () => {
    const edges = [...(await edgesOf(NEW)), ...(await edgesOf(AGAIN))];
    expect(edges.filter(({ sourceId }) => sourceId === artefactOf('gone')).length).toBeGreaterThan(0);
    const places = edges.flatMap(({ occurrences }) => occurrences.map(({ artefact }) => artefact.artefactId));
    expect(places).not.toContain(artefactOf('gone'));
  });

  it('is as of a time, with the entries and the places of then', async () => {
    const edges = await edgesOf(NEW, ', asOf: "2023-05-12"');
    expect(edges.map(({ kind }) => kind)).not.toContain('DISPUTES');
    expect(between(edges, 'SUPPORTS', 'one')).toMatchObject([{ weight: 1, events: [{}], occurrences: [{}] }]);
    expect(between(edges, 'SUPPORTS', 'two')).toEqual([]);
    const now = await edgesOf(OLD);
    const then = await edgesOf(OLD, ', asOf: "2020-01-01"');
    expect(then.length).toBeLessThan(now.length);
    for (const { occurrences } of then)
      expect(occurrences.map(({ claim }) => claim.text)).toEqual(occurrences.map(() => OLD));
  });

  it('is the same on a path and in a neighbourhood', async () => {
    const byEnds = (edges: readonly Edge[]) =>
      new Map(edges.map((edge) => [`${edge.kind} ${edge.sourceId} ${edge.targetId}`, edge]));
    const listed = byEnds([...(await edgesOf(NEW)), ...(await edgesOf(OLD))]);
    const { neighbourhood, path } = await dataOf(`{
      neighbourhood(of: "${addrOf(NEW)}", limitPerNode: 50) { edges { ${EDGE} } }
      path(from: "${artefactOf('old')}", to: "${addrOf(NEW)}") { edges { ${EDGE} } } }`);
    expect(path.edges.length).toBeGreaterThan(0);
    for (const edge of [...neighbourhood.edges, ...path.edges])
      expect(edge).toEqual(listed.get(`${edge.kind} ${edge.sourceId} ${edge.targetId}`));
  });

  it('shows a token no claim that it was not narrowed to', async () => {
    const headers = await tokenFor({ prefixes: [addrOf(NEW)] }, ['svc.evidence']);
    const edges = await edgesOf(NEW, '', headers);
    const places = edges.flatMap(({ occurrences }) => occurrences.map(({ claim }) => claim.addr));
    expect(new Set(places)).toEqual(new Set([addrOf(NEW)]));
    expect(between(edges, 'DISPUTES', 'old')).toMatchObject([{ occurrences: [], weight: 3 }]);
  });

  it('keeps its entries from a token without svc.evidence, and nothing beside them', async () => {
    const query = `{ neighbours(of: "${addrOf(NEW)}", kinds: [DISPUTES]) { nodes { stance weight events { actor } occurrences { logSeq } } } }`;
    const { data, errors } = await ask(query, await tokenFor({}, ['wiki.search']));
    expect(errors).toMatchObject([{ extensions: { code: 'denied:capability_missing' } }]);
    expect(data.neighbours.nodes).toMatchObject([
      { stance: 'DISPUTES', weight: 3, events: null, occurrences: [{}] },
    ]);
  });

  it.each(['events', 'occurrences'])('gives no more and no fewer %s than can be', async (field) => {
    for (const first of [-1, 101]) {
      const { errors } = await ask(
        `{ neighbours(of: "${addrOf(NEW)}", first: 1) { nodes { ${field}(first: ${first}) { logSeq } } } }`,
      );
      expect(errors).toMatchObject([{ extensions: { code: 'invalid:query' } }]);
    }
  });
});
