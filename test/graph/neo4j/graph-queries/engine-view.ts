/** A corpus as the engine's own port reads it, to hold queries of the graph against. */

import type { ArtefactId, ClaimAddr } from '../../../../graph/address.ts';
import type { ArtefactState } from '../../../../graph/artefact.ts';
import type { ClaimOccurrence, ClaimRecord, ClaimRivalry } from '../../../../graph/claim.ts';
import type { LedgerEntry } from '../../../../graph/evidence.ts';
import type { EdgeKind, GraphEdge, GraphNodeId } from '../../../../graph/store/edges.ts';
import { ANY_CLAIM } from '../../../../graph/store/filters.ts';
import { allPlaces, NO_LIMIT, readRange } from '../../../../graph/store/ranges.ts';
import type { AnswerRecord, FindingRecord, View } from '../../../../graph/store/rows.ts';
import type { GraphStore } from '../../../../graph/store/store.ts';

const ALL: View = { seq: Number.MAX_SAFE_INTEGER, until: '9999-12-31T23:59:59.999Z' };
const MANY = 1_000;
const WALKED: readonly EdgeKind[] = [
  'states',
  'supports',
  'disputes',
  'supersedes',
  'contradicts',
  'mirrors',
];

export interface EngineView {
  readonly store: GraphStore;
  /** By log position. */
  readonly claims: readonly ClaimRecord[];
  readonly artefacts: readonly ArtefactState[];
  readonly places: readonly ClaimOccurrence[];
  readonly rivals: readonly ClaimRivalry[];
  /** Of all claims, by log position. */
  readonly events: readonly LedgerEntry[];
  readonly answers: readonly AnswerRecord[];
  readonly verdicts: readonly FindingRecord[];
}

export async function readEngineView(store: GraphStore, corpus: string, tenant: string): Promise<EngineView> {
  const artefacts = await readRange(store, 'artefacts', { corpus, after: -1 }, { limit: MANY });
  const selection = {
    corpus,
    view: ALL,
    filter: ANY_CLAIM,
    prefixes: null,
    closedLicences: [],
    among: null,
  };
  const claims = await allClaims(store, (await store.claimAddrs(selection, MANY)).addrs);
  const addrs = claims.map(({ addr }) => addr);
  const ledgers = await store.ranges('ledger', {
    by: addrs.map((claim) => ({ claim, after: -1 })),
    limit: NO_LIMIT,
  });
  const rivals = (await store.ranges('rivals', { by: addrs })).flat();
  return {
    store,
    claims,
    artefacts,
    places: (await store.ranges('occurrences', allPlaces(addrs))).flat(),
    rivals: [...new Map(rivals.map((one) => [`${one.claim} ${one.rival}`, one])).values()],
    events: ledgers.flat().sort((a, b) => a.log.seq - b.log.seq),
    answers: await readRange(store, 'answersOfCorpus', { corpus, after: -1 }, { limit: MANY }),
    verdicts: await store.currentFindings(tenant, null),
  };
}

async function allClaims(store: GraphStore, addrs: readonly ClaimAddr[]): Promise<ClaimRecord[]> {
  const claims = (await store.records('claims', addrs)).filter((claim) => claim !== null);
  return claims.sort((a, b) => a.seq - b.seq);
}

/** The claim of a text. */
export function claimOf({ claims }: EngineView, text: string): ClaimRecord {
  const claim = claims.find(({ core }) => core.text === text);
  if (claim === undefined) throw new Error(`no claim says: ${text}`);
  return claim;
}

/** Nodes by their distance from one, along edges of the port, as far as `depth` steps or until `sought` is reached. */
export async function distances(
  { store }: EngineView,
  from: GraphNodeId,
  depth: number,
  sought: GraphNodeId | null = null,
): Promise<Map<GraphNodeId, number>> {
  const found = new Map<GraphNodeId, number>([[from, 0]]);
  let frontier: readonly GraphNodeId[] = [from];
  for (let step = 1; step <= depth && frontier.length > 0; step += 1) {
    const ends = (await edgesAt(store, frontier)).flatMap((edge) => [edge.from, edge.to]);
    frontier = [...new Set(ends)].filter((end) => !found.has(end));
    for (const end of frontier) found.set(end, step);
    if (sought !== null && found.has(sought)) break;
  }
  return found;
}

async function edgesAt(store: GraphStore, of: readonly GraphNodeId[]): Promise<GraphEdge[]> {
  const query = { kinds: WALKED, of, view: ALL, prefixes: null, after: null, limit: MANY };
  return (await store.edges(query)).flat().flatMap(({ first }) => first);
}

/** The sentence of a place, read from the artefact's text. */
export async function sentenceOf({ store, artefacts }: EngineView, place: ClaimOccurrence): Promise<string> {
  const state = artefactOf(artefacts, place.artefact);
  const [text] = await store.blobs([state.record.text_hash]);
  return new TextDecoder().decode(text ?? undefined).slice(place.sentence.start, place.sentence.end);
}

export function artefactOf(artefacts: readonly ArtefactState[], id: ArtefactId): ArtefactState {
  const state = artefacts.find(({ record }) => record.artefact_id === id);
  if (state === undefined) throw new Error(`no artefact ${id}`);
  return state;
}
