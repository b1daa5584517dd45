/** Claims and artefacts as they may be shown, by their ids in batches; reads of the present are cached. */
import { type ArtefactId, type ClaimAddr, parseAddress } from '../graph/address.ts';
import type { ArtefactState } from '../graph/artefact.ts';
import type { GraphStore } from '../graph/store/store.ts';
import type { Beliefs } from './belief/read-beliefs.ts';
import { type ClaimView, readClaimViews } from './claim-view.ts';
import type { Engine } from './engine.ts';
import { HeadCache } from './head-cache.ts';
import { type LicenceFilter, withoutWords } from './retrieve/licence-filter.ts';

interface RedactedViewOptions {
  readonly store: GraphStore;
  readonly beliefs: Beliefs;
  readonly licences: LicenceFilter;
  readonly resolve: Engine['resolveCorpus'];
}

type RedactedView = Pick<Engine, 'claims' | 'artefacts' | 'occurrencesIn'>;

/** Of each kind of read: claims with their places, rivals and disputes, artefacts with their sections. */
const MAX_CACHED = 50_000;

export function createRedactedView(options: RedactedViewOptions): RedactedView {
  const { store } = options;
  const bounded = <V>(weigh: (value: V) => number) => ({ weigh, bound: MAX_CACHED });
  const readPresent = (addrs: readonly ClaimAddr[]) => readClaims(options, addrs, null);
  const claims = new HeadCache(store, readPresent, bounded(weightOfClaim));
  const readStates = (ids: readonly ArtefactId[]) => readArtefacts(options, ids);
  const artefacts = new HeadCache(store, readStates, bounded(weightOfArtefact));
  const readPlaces = (ids: readonly ArtefactId[]) => store.ranges('occurrencesIn', { by: ids });
  const places = new HeadCache(
    store,
    readPlaces,
    bounded(({ length }) => 1 + length),
  );
  return {
    // Reads as of a past time are not cached: they would displace values that serve every reader.
    claims: (addrs, asOf, size) =>
      asOf === null ? claims.read(addrs, size) : readClaims(options, addrs, asOf),
    artefacts: (ids, size) => artefacts.read(ids, size),
    occurrencesIn: (ids, size) => places.read(ids, size),
  };
}

function weightOfClaim(view: ClaimView | null): number {
  if (view === null) return 1;
  const { occurrences, rivals, belief } = view;
  return 1 + occurrences.length + rivals.length + belief.disputes.length;
}

function weightOfArtefact(state: ArtefactState | null): number {
  return 1 + (state?.record.sections.length ?? 0);
}

/** In the order of the ids, null for an unknown one; artefacts under a refused licence come without their words. */
async function readArtefacts(
  { store, licences }: RedactedViewOptions,
  ids: readonly ArtefactId[],
): Promise<(ArtefactState | null)[]> {
  const states = await store.records('artefacts', ids);
  const closed = await licences.refusedAmong(states.filter((state) => state !== null));
  return states.map((state) => (state && closed.has(state.record.artefact_id) ? withoutWords(state) : state));
}

/** Claims may be of several corpora, each with its own view. */
async function readClaims(
  { store, beliefs, licences, resolve }: RedactedViewOptions,
  addrs: readonly ClaimAddr[],
  asOf: string | null,
): Promise<(ClaimView | null)[]> {
  const found = new Map<ClaimAddr, ClaimView | null>();
  for (const [corpus, group] of Map.groupBy(addrs, corpusOf)) {
    const view = corpus === null ? null : await resolve(corpus, asOf);
    if (view === null || !view.ok) continue;
    const views = await readClaimViews(store, beliefs, licences, group, view.value.view);
    for (const [index, addr] of group.entries()) found.set(addr, views[index] ?? null);
  }
  return addrs.map((addr) => found.get(addr) ?? null);
}

function corpusOf(addr: ClaimAddr): string | null {
  const parsed = parseAddress(addr);
  return parsed.ok ? parsed.corpus : null;
}
