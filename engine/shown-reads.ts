/** Claims and artefacts as they may be shown, by their ids in batches; what is read of the present is kept. */
import { type ArtefactId, type ClaimAddr, parseAddress } from '../graph/address.ts';
import type { ArtefactState } from '../graph/artefact.ts';
import type { GraphStore } from '../graph/store/store.ts';
import type { Beliefs } from './belief/read-beliefs.ts';
import { type ClaimView, readClaimViews } from './claim-view.ts';
import type { Engine } from './engine.ts';
import { KeptReads } from './kept-reads.ts';
import { type Withheld, withoutWords } from './retrieve/withheld.ts';

interface ShownReadsOptions {
  readonly store: GraphStore;
  readonly beliefs: Beliefs;
  readonly withheld: Withheld;
  readonly resolve: Engine['resolveCorpus'];
}

type ShownReads = Pick<Engine, 'claims' | 'artefacts' | 'occurrencesIn'>;

/** Of each kind of read: claims with their places, rivals and disputes, artefacts with their sections. */
const MAX_KEPT = 50_000;

export function createShownReads(options: ShownReadsOptions): ShownReads {
  const { store } = options;
  const bounded = <V>(weigh: (value: V) => number) => ({ weigh, bound: MAX_KEPT });
  const readPresent = (addrs: readonly ClaimAddr[]) => readClaims(options, addrs, null);
  const claims = new KeptReads(store, readPresent, bounded(weightOfClaim));
  const readStates = (ids: readonly ArtefactId[]) => readArtefacts(options, ids);
  const artefacts = new KeptReads(store, readStates, bounded(weightOfArtefact));
  const readPlaces = (ids: readonly ArtefactId[]) => store.ranges('occurrencesIn', { by: ids });
  const places = new KeptReads(
    store,
    readPlaces,
    bounded(({ length }) => 1 + length),
  );
  return {
    // Anybody may ask as of any time: what is kept for one reader would drive out what serves all.
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

/** In the order of the ids, null for an unknown one; without the words of what is under a refused licence. */
async function readArtefacts(
  { store, withheld }: ShownReadsOptions,
  ids: readonly ArtefactId[],
): Promise<(ArtefactState | null)[]> {
  const states = await store.records('artefacts', ids);
  const closed = await withheld.among(states.filter((state) => state !== null));
  return states.map((state) => (state && closed.has(state.record.artefact_id) ? withoutWords(state) : state));
}

/** Claims may be of several corpora, each with its own view. */
async function readClaims(
  { store, beliefs, withheld, resolve }: ShownReadsOptions,
  addrs: readonly ClaimAddr[],
  asOf: string | null,
): Promise<(ClaimView | null)[]> {
  const found = new Map<ClaimAddr, ClaimView | null>();
  for (const [corpus, group] of Map.groupBy(addrs, corpusOf)) {
    const view = corpus === null ? null : await resolve(corpus, asOf);
    if (view === null || !view.ok) continue;
    const views = await readClaimViews(store, beliefs, withheld, group, view.value.view);
    for (const [index, addr] of group.entries()) found.set(addr, views[index] ?? null);
  }
  return addrs.map((addr) => found.get(addr) ?? null);
}

function corpusOf(addr: ClaimAddr): string | null {
  const parsed = parseAddress(addr);
  return parsed.ok ? parsed.corpus : null;
}
