/** Hybrid retrieval: full text, vectors, licence and freshness signals, fused (docs/spec/contract.md#ae-hybrid). */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import type { TextHit } from '../../graph/store/text.ts';
import { queryTerms } from '../../graph/terms.ts';
import { daysBetween } from '../../graph/time.ts';
import { memoize } from '../memoize.ts';
import type { StageEnded } from '../ports.ts';
import { nextSlice } from '../slices.ts';
import type { UnavailableModel } from '../unavailable-model.ts';
import { type CorpusView, within } from '../view.ts';
import { type DefiningSection, findDefining } from './defining-sections.ts';
import { type CandidateSignals, type FusedCandidate, fuse, type VectorHit } from './fuse.ts';
import { LANE_LIMIT, rankText } from './text-lane.ts';
import type { RankingVectors, VectorLane } from './vector-lane.ts';
import { type UnusedReason, type UseRequest, whyUnused } from './why-unused.ts';

/** Why a candidate was not used. */
export type RetrievalDropReason = UnusedReason | 'beyond_k';

/** A section that retrieval found, with its score in every lane. */
export interface RetrievedSection {
  readonly fused: FusedCandidate;
  readonly artefact: ArtefactState;
  readonly dropped: RetrievalDropReason | null;
  /** The licence that is refused, of the artefact or of what it repeats; null where none is. */
  readonly refused: string | null;
}

export interface Retrieval {
  /** Best first, dropped ones included. */
  readonly sections: readonly RetrievedSection[];
  /** The artefacts that are used, best first, at most `k`. */
  readonly artefacts: readonly ArtefactState[];
  readonly lanes: readonly string[];
  /** The vectors that ranked, null where there are none. */
  readonly vectors: RankingVectors | null;
  /** Id of the fusion policy that ranked. */
  readonly policy: string;
  /** The model that failed, null where none did: with it the ranking would differ. */
  readonly unavailable: UnavailableModel | null;
}

const UNKNOWN_LICENCE = 'LicenseRef-Unknown';
/** An artefact of this age is half as fresh as one of today. */
const FRESHNESS_DAYS = 365;
/** The store accepts no more terms than this (`TextQuery`). */
const MAX_TERMS = 64;
/** Text score of a section that defines what is asked for, beside the best match of words. */
const DEFINING = 1.05;
/** Artefacts that are read in one event-loop slice. */
const SLICE = 32;

export interface RetrieveRequest extends UseRequest {
  readonly q: string;
  /** BCP 47. */
  readonly lang: string;
  /** How many artefacts are kept after fusion, 1 to 50. */
  readonly k: number;
  /** Ends a call to a remote model; retrieval then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** @param ended is notified of the stages `text`, `vectors` and `fuse` */
export async function retrieve(
  reader: GraphReader,
  vectors: VectorLane,
  request: RetrieveRequest,
  ended: StageEnded = () => undefined,
): Promise<Retrieval> {
  const terms = [...new Set(queryTerms(request.q, request.lang))].slice(0, MAX_TERMS);
  const text = withDefining(await rankText(reader, terms, request.view), await findDefining(reader, request));
  ended('text');
  const similar = await vectors.search(reader, {
    q: request.q,
    terms,
    found: text.map(({ addr }) => addr),
    view: request.view,
    limit: LANE_LIMIT,
    signal: request.signal,
  });
  ended('vectors');
  await nextSlice();
  const artefacts = await readArtefacts(reader, text, similar.hits);
  const lanes = {
    text: text.map(({ addr, score }) => ({ id: addr, score })),
    vector: similar.hits,
    signals: signalsOf(artefacts, request.view),
  };
  await nextSlice();
  const fused = fuse(lanes, similar.weights);
  const sections = await markDropped(reader, fused, artefacts, request);
  const used = new Map(
    sections.flatMap(({ artefact, dropped }) =>
      dropped === null ? [[artefact.record.artefact_id, artefact] as const] : [],
    ),
  );
  ended('fuse');
  return {
    sections,
    artefacts: [...used.values()],
    lanes: lanesOf(similar),
    vectors: similar.vectors,
    policy: similar.weights.id,
    unavailable: similar.unavailable ?? null,
  };
}

/** What says what the asked thing is ranks before all that has its name, however often. */
function withDefining(text: readonly TextHit[], defining: readonly DefiningSection[]): readonly TextHit[] {
  const best = text.reduce((most, { score }) => Math.max(most, score), 0);
  const score = best > 0 ? best * DEFINING : 1;
  const found = new Set(defining.map(({ addr }) => addr));
  return [...text.filter(({ addr }) => !found.has(addr)), ...defining.map((one) => ({ ...one, score }))];
}

/** The lanes of a corpus: `vector` is one of them where there are vectors. */
export function lanesOf({ vectors }: { readonly vectors: unknown }): readonly string[] {
  return vectors === null ? ['text', 'licence'] : ['text', 'vector', 'licence'];
}

type Artefacts = ReadonlyMap<string, ArtefactState>;

/** The artefact of each section, by the section's address. */
async function readArtefacts(
  reader: RecordReader,
  text: readonly TextHit[],
  similar: readonly VectorHit[],
): Promise<Artefacts> {
  const owner = new Map(text.map(({ addr, artefact }) => [addr, artefact]));
  const unknown = similar.map(({ id }) => id).filter((id) => !owner.has(id));
  for (const section of unknown.length === 0 ? [] : await reader.records('sectionPlaces', unknown)) {
    if (section !== null) owner.set(section.addr, section.artefact);
  }
  const ids = [...new Set(owner.values())];
  const states = new Map<ArtefactId, ArtefactState | null>();
  for (let start = 0; start < ids.length; start += SLICE) {
    if (start > 0) await nextSlice();
    const asked = ids.slice(start, start + SLICE);
    for (const [index, state] of (await reader.records('artefacts', asked)).entries())
      states.set(asked[index] ?? 'a1', state);
  }
  return new Map(
    [...owner].flatMap(([addr, id]) => {
      const state = states.get(id);
      return state ? [[addr, state] as const] : [];
    }),
  );
}

async function markDropped(
  reader: RecordReader & RangeReader,
  fused: readonly FusedCandidate[],
  artefacts: Artefacts,
  request: RetrieveRequest,
): Promise<RetrievedSection[]> {
  const seen = fused.flatMap((candidate) => {
    const artefact = artefacts.get(candidate.id);
    return artefact !== undefined && within(request.view.view, artefact)
      ? [{ fused: candidate, artefact }]
      : [];
  });
  const unused = await whyUnused(reader, [...new Set(seen.map(({ artefact }) => artefact))], request);
  const kept = new Set<ArtefactId>();
  return seen.map((one) => {
    const { artefact_id } = one.artefact.record;
    const why = unused.get(artefact_id);
    if (why !== undefined) return { ...one, dropped: why.reason, refused: why.licence };
    if (!kept.has(artefact_id) && kept.size >= request.k)
      return { ...one, dropped: 'beyond_k', refused: null };
    kept.add(artefact_id);
    return { ...one, dropped: null, refused: null };
  });
}

/** A stated licence and a recent observation raise the score of a section a little (`LATENT_FUSION`). */
function signalsOf(artefacts: Artefacts, { view }: CorpusView): CandidateSignals[] {
  // Many were observed at one time, as those of one ingest.
  const freshnessOf = memoize((observedAt: string) => {
    const days = Math.max(0, daysBetween(observedAt, view.until));
    return { freshness: 1 / (1 + days / FRESHNESS_DAYS) };
  }, artefacts.size);
  return [...artefacts].map(([id, { record }]) => ({
    id,
    licence: record.licence === UNKNOWN_LICENCE ? 0 : 1,
    ...freshnessOf(record.observed_at),
  }));
}
