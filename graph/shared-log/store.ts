/**
 * The GraphStore port made of two stores: one that several gateways share serves the log and what a transaction reads, and a graph
 * store that follows it serves lists, edges, full text and beliefs (docs/adr/0056-…).
 *
 * A read of the graph store sees what the log held when it was asked for: it waits until that is projected, or as much of it as
 * its view lets through.
 */
import { callerSignal, forEverybody } from '../caller.ts';
import type { BeliefTransaction } from '../store/beliefs.ts';
import type { LogReader } from '../store/log.ts';
import type { View } from '../store/rows.ts';
import {
  type GraphReader,
  type GraphStore,
  type GraphTransaction,
  StoreUnavailable,
  type TransactionReader,
} from '../store/store.ts';
import { Coalesced } from './coalesced.ts';
import type { Projection } from './follower.ts';
import type { SharedLog } from './shared-log.ts';

type Followed = Omit<GraphReader, keyof TransactionReader>;

/** @param projection keeps the graph store behind the log; disposing ends it before both stores */
export function sharedLogStore(log: SharedLog, graph: GraphStore, projection: Projection): GraphStore {
  const heads = new Coalesced(() => forEverybody(() => log.head()));
  const upTo = async (view: View | null): Promise<void> => {
    // All that the view lets through is there.
    if (view !== null && view.seq < projection.size) return;
    const { size } = await untilLeft(() => heads.run());
    await projection.reached(view === null ? size : Math.min(size, view.seq + 1));
  };
  return {
    ...decisive(log),
    ...followed(graph, upTo),
    capabilities: graph.capabilities,
    transact: (work) => transact(log, projection, work),
    moveBeliefs: (work) => forEverybody(() => moveBeliefs(log, graph, projection, work)),
    purge: async () => {
      await log.purge();
      await projection.reached((await log.head()).size);
      await graph.purge();
    },
    beat: (name, value) => log.beat(name, value),
    writeRefusal: () => log.writeRefusal(),
    foreignWrites: () => graph.foreignWrites(),
    onCommit: (listener) => log.onCommit(listener),
    [Symbol.asyncDispose]: async () => {
      await projection.stop();
      await log[Symbol.asyncDispose]();
      await graph[Symbol.asyncDispose]();
    },
  };
}

/** What the log's store serves. */
function decisive(log: TransactionReader): TransactionReader {
  const { head, entries, merkleNodes, blobs, note, records, corpora, ranges } = log;
  const { nearFingerprints, sectionsSharing } = log;
  return {
    ...{ head, entries, merkleNodes, blobs, note, records, corpora, ranges },
    ...{ nearFingerprints, sectionsSharing },
  };
}

/** What the graph store serves, once it holds what the read must see. */
function followed(graph: GraphStore, upTo: (view: View | null) => Promise<void>): Followed {
  const after = async <T>(view: View | null, read: () => Promise<T>): Promise<T> => {
    await upTo(view);
    return read();
  };
  return {
    list: (kind, selection, page) => after(selection.view, () => graph.list(kind, selection, page)),
    count: (kind, selection, lookAt) => after(selection.view, () => graph.count(kind, selection, lookAt)),
    groups: (kind, selection, by) => after(selection.view, () => graph.groups(kind, selection, by)),
    claimAddrs: (selection, limit, lookAt) =>
      after(selection.view, () => graph.claimAddrs(selection, limit, lookAt)),
    counts: (corpus) => after(null, () => graph.counts(corpus)),
    countsBy: (corpus, until) => after(null, () => graph.countsBy(corpus, until)),
    countAnnotations: (range) => after(null, () => graph.countAnnotations(range)),
    findingsCounts: (tenant, before) => after(null, () => graph.findingsCounts(tenant, before)),
    currentFindings: (tenant, answers) => after(null, () => graph.currentFindings(tenant, answers)),
    edges: (query) => after(query.view, () => graph.edges(query)),
    edgeEvidence: (edges, view, limit) => after(view, () => graph.edgeEvidence(edges, view, limit)),
    proposals: (end, claims, view, limit) => after(view, () => graph.proposals(end, claims, view, limit)),
    eventsCiting: (artefact, limit) => after(null, () => graph.eventsCiting(artefact, limit)),
    answersRestingOn: (artefact, tenant, limit, before) =>
      after(null, () => graph.answersRestingOn(artefact, tenant, limit, before)),
    searchText: (query) => after(query.view, () => graph.searchText(query)),
    beliefs: (kind, query) => after(null, () => graph.beliefs(kind, query)),
  };
}

/** A transaction that clears the projections clears the graph store's as well, which then follows from the log's beginning. */
async function transact<T>(
  log: SharedLog,
  projection: Projection,
  work: (tx: GraphTransaction) => Promise<T>,
): Promise<T> {
  let cleared = false;
  const result = await log.transact((tx) => {
    cleared = false;
    const clearProjections = async () => {
      cleared = true;
      await tx.clearProjections();
    };
    return work({ ...tx, clearProjections });
  });
  if (cleared) await forEverybody(() => projection.restart());
  return result;
}

/**
 * Under the graph store's lock, behind all that the log holds: a step gives states to the claims that its entries asserted. A graph
 * that another process has cleared meanwhile, and fills again, takes none.
 */
async function moveBeliefs<T>(
  log: LogReader,
  graph: GraphStore,
  projection: Projection,
  work: (tx: BeliefTransaction) => Promise<T>,
): Promise<T> {
  const { size: wanted } = await log.head();
  await projection.reached(wanted);
  return graph.moveBeliefs(async (tx) => {
    const { size, replayedTo = size } = await tx.head();
    if (replayedTo >= wanted) return work(tx);
    throw new StoreUnavailable(
      `the graph store is filled again: it holds ${replayedTo} of ${wanted} entries`,
    );
  });
}

/** What is asked for all goes on when one of them leaves; for one who has left it is not begun, since nobody would hear that it failed. */
async function untilLeft<T>(ask: () => Promise<T>): Promise<T> {
  const left = callerSignal();
  if (left === null) return ask();
  left.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(left.reason);
  left.addEventListener('abort', leave);
  try {
    return await Promise.race([ask(), promise]);
  } finally {
    left.removeEventListener('abort', leave);
  }
}
