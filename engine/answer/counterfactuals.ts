/**
 * The counterfactual lane: artefacts that disagree with a claim of the answer. They are shown and are never part of
 * the evidence set (docs/spec/contract.md#ae-counterfactuals).
 */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { ClaimOccurrence, Span } from '../../graph/claim.ts';
import { clusterOf } from '../../graph/cluster.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { ClaimBelief } from '../belief/read-beliefs.ts';
import { readOpposition } from '../belief/read-rivals.ts';
import { type Relation, relationOf, sourcePair } from '../reading/relate/relate-statements.ts';
import { withoutWords } from '../retrieve/licence-filter.ts';
import { readOriginals, refusedLicence } from '../retrieve/originals.ts';
import { readTexts } from '../retrieve/read-texts.ts';
import { nextSlice } from '../slices.ts';
import { firstWordings, newestPlaces } from '../stated-places.ts';
import type { CorpusView } from '../view.ts';
import type { Counterfactual, DiscoveryLane } from './answer.ts';
import { opposingSentences } from './opposing-sentences.ts';
import type { OppositeFinds } from './opposite-search.ts';
import type { SentencePool, StatedSentence } from './read-sentences.ts';

/** Something that disagrees, before it has its quote. */
interface Disagreement {
  readonly claim: ClaimAddr;
  readonly artefact: ArtefactId;
  readonly span: Span;
  readonly effectiveAt: string;
  readonly rival: ClaimAddr | null;
  readonly score: number;
  readonly lane: DiscoveryLane;
}

export interface CounterfactualLane {
  readonly counterfactuals: readonly Counterfactual[];
  /** How each of them was found, in their order. */
  readonly lanes: readonly DiscoveryLane[];
  readonly artefacts: ReadonlyMap<ArtefactId, ArtefactState>;
}

/** For an empty answer. */
export const NOTHING_FOUND: CounterfactualLane = { counterfactuals: [], lanes: [], artefacts: new Map() };

/** Most counterfactuals of one answer; the strongest stay. */
export const MAX_COUNTERFACTUALS = 20;
/** Of each claim that disagrees, the newest places: the newest of equal strength are shown first. */
const MAX_RIVAL_PLACES = 100;
/** Most sentences of an answer that others are compared with. */
const MAX_COMPARED = 4;
/** Longest quote of an artefact that is evidence of a dispute. */
const DISPUTE_CHARS = 240;
/** A stated contradiction between two claims' structured readings. */
const STRUCTURED_SCORE = 1;
const PER_MILLE = 1_000;

/** A sentence of the answer with its claims. */
export interface QuotedClaims {
  readonly stated: StatedSentence;
  readonly claims: readonly ClaimAddr[];
}

export interface CounterfactualRequest {
  readonly view: CorpusView;
  /** The sentences of the answer, the leading one first. */
  readonly quoted: readonly QuotedClaims[];
  /** Artefacts of the evidence set: none of them is its own counterfactual. */
  readonly set: ReadonlySet<string>;
  /** What the searches for the opposite found. */
  readonly opposites: OppositeFinds;
  readonly beliefs: ReadonlyMap<ClaimAddr, ClaimBelief>;
  /** Contradictions known in the view, per claim. */
  readonly rivals: ReadonlyMap<ClaimAddr, readonly ClaimAddr[]>;
  /** What was read for the answer. */
  readonly pool: SentencePool;
  /** Licences under which nothing is quoted: the answer states that such an artefact disagrees, without its words. */
  readonly refuses: (licence: string) => boolean;
}

export async function findCounterfactuals(
  reader: BlobReader & RecordReader & RangeReader,
  request: CounterfactualRequest,
): Promise<CounterfactualLane> {
  const claims = [...new Set(request.quoted.flatMap((one) => one.claims))];
  const all = [
    ...(await fromRivals(reader, claims, request)),
    ...(await fromSentences(request)),
    ...(await fromContests(reader, claims, request)),
    ...(await fromDisputes(reader, claims, request)),
  ];
  const found = all.filter(({ artefact }) => !request.set.has(artefact));
  const distinct = new Map<string, Disagreement>();
  for (const one of found) {
    const key = `${one.artefact}:${one.span.start}`;
    if (!distinct.has(key)) distinct.set(key, one);
  }
  const ids = [...new Set([...distinct.values()].map(({ artefact }) => artefact))];
  const known = (await reader.records('artefacts', ids)).filter((state) => state !== null);
  const originals = await readOriginals(reader, known);
  const closed = known.filter((state) => refusedLicence(state, originals, request.refuses) !== null);
  const refused = new Set(closed.map(({ record }) => record.artefact_id));
  const states = known.map((state) => (refused.has(state.record.artefact_id) ? withoutWords(state) : state));
  const artefacts = new Map(states.map((state) => [state.record.artefact_id, state]));
  const texts = await textsOf(reader, states, refused, request);
  const strongest = [...distinct.values()]
    .filter((one) => texts.has(one.artefact))
    .toSorted(byStrength)
    .slice(0, MAX_COUNTERFACTUALS);
  return {
    counterfactuals: strongest.map((one) => {
      const publisher = artefacts.get(one.artefact)?.record.publisher ?? '';
      return counterfactual(one, { text: texts.get(one.artefact) ?? '', publisher }, request);
    }),
    lanes: strongest.map(({ lane }) => lane),
    artefacts,
  };
}

/** What may be quoted: nothing of a text under a refused licence; a redacted text is absent. */
async function textsOf(
  reader: BlobReader,
  states: readonly ArtefactState[],
  refused: ReadonlySet<ArtefactId>,
  { pool, opposites }: CounterfactualRequest,
): Promise<ReadonlyMap<ArtefactId, string>> {
  const known = new Map([...pool.texts, ...opposites.pool.texts]);
  for (const id of refused) known.set(id, '');
  const unread = states.map(({ record }) => record).filter(({ artefact_id }) => !known.has(artefact_id));
  const { texts } = await readTexts(reader, unread);
  return new Map([...known, ...texts]);
}

/** Claims that the graph records as contradictions; retrieval need not have found them. */
async function fromRivals(
  reader: RangeReader,
  claims: readonly ClaimAddr[],
  { rivals, view }: CounterfactualRequest,
): Promise<Disagreement[]> {
  const canonical = [...new Set(claims.flatMap((claim) => rivals.get(claim) ?? []))];
  const found = await firstWordings(reader, canonical.map(clusterOf));
  const wordings = new Map(canonical.map((addr, index) => [addr, found[index] ?? []]));
  const pairs = claims.flatMap((claim) =>
    (rivals.get(claim) ?? [])
      .flatMap((rival) => wordings.get(rival) ?? [])
      .map(({ addr: rival }) => ({ claim, rival, score: STRUCTURED_SCORE })),
  );
  return whereStated(reader, pairs, view, 'graph');
}

/** Claims that a stance judge found to contradict those of the answer, with the judge's confidence as their score. */
async function fromContests(
  reader: RecordReader & RangeReader,
  claims: readonly ClaimAddr[],
  { view }: CounterfactualRequest,
): Promise<Disagreement[]> {
  const opposition = await readOpposition(reader, claims, view.view);
  const pairs = claims.flatMap((claim) =>
    (opposition.get(claim)?.contests ?? []).map(({ addr, confidence }) => ({
      claim,
      rival: addr,
      score: confidence / PER_MILLE,
    })),
  );
  return whereStated(reader, pairs, view, 'stance');
}

/**
 * Sentences that contradict one of the answer: those read for the answer, and those found by the searches for the
 * opposite.
 */
async function fromSentences({ quoted, pool, opposites }: CounterfactualRequest): Promise<Disagreement[]> {
  const own = new Set(pool.sentences.map(({ read }) => read.id));
  const further = opposites.sentences.filter(({ read }) => !own.has(read.id));
  const all = [...pool.sentences, ...further];
  const found: Disagreement[] = [];
  for (const {
    stated,
    claims: [claim],
  } of quoted.slice(0, MAX_COMPARED)) {
    if (claim === undefined) continue;
    await nextSlice();
    for (const { stated: other, score } of await opposingSentences(stated, all)) {
      const { artefact_id: artefact, observed_at: effective_at } = other.artefact;
      const place = { artefact, sentence: other.span, effective_at };
      const lane = own.has(other.read.id) ? 'ranking' : 'opposite_search';
      found.push(disagreement({ claim, rival: other.occurrences[0]?.claim ?? null, place, score, lane }));
    }
  }
  await nextSlice();
  return found;
}

async function whereStated(
  reader: RangeReader,
  pairs: readonly { readonly claim: ClaimAddr; readonly rival: ClaimAddr; readonly score: number }[],
  view: CorpusView,
  lane: DiscoveryLane,
): Promise<Disagreement[]> {
  const rivals = pairs.map(({ rival }) => rival);
  const places = await newestPlaces(reader, rivals, view.view, MAX_RIVAL_PLACES);
  return pairs.flatMap(({ claim, rival, score }, index) =>
    (places[index] ?? []).map((place) => disagreement({ claim, rival, place, score, lane })),
  );
}

function disagreement({
  place: { artefact, sentence, effective_at },
  ...rest
}: Pick<Disagreement, 'claim' | 'rival' | 'score' | 'lane'> & {
  readonly place: Pick<ClaimOccurrence, 'artefact' | 'sentence' | 'effective_at'>;
}): Disagreement {
  return { ...rest, artefact, span: sentence, effectiveAt: effective_at };
}

/** Artefacts that somebody put forward against a claim in its ledger. */
async function fromDisputes(
  reader: RecordReader,
  claims: readonly ClaimAddr[],
  { beliefs }: CounterfactualRequest,
): Promise<Disagreement[]> {
  const cited = claims.flatMap((claim) =>
    (beliefs.get(claim)?.disputes ?? []).flatMap(({ artefacts, effective_at }) =>
      artefacts.map((artefact) => ({ claim, artefact, effective_at })),
    ),
  );
  const states = await reader.records(
    'artefacts',
    cited.map(({ artefact }) => artefact),
  );
  return cited.flatMap(({ claim, artefact, effective_at }, index) => {
    const first = states[index]?.record.sections[0];
    if (first === undefined) return [];
    const summary = {
      start: first.span.start,
      end: Math.min(first.span.end, first.span.start + DISPUTE_CHARS),
    };
    const place = { artefact, sentence: summary, effective_at };
    return [disagreement({ claim, rival: null, place, score: STRUCTURED_SCORE, lane: 'ledger' })];
  });
}

function counterfactual(
  one: Disagreement,
  { text, publisher }: { readonly text: string; readonly publisher: string },
  request: CounterfactualRequest,
): Counterfactual {
  const kind = kindOf(one, publisher, request);
  const { start } = one.span;
  const cut = text.slice(start, one.span.end);
  // A character of two units that the end divides stays out: half of it has no encoding.
  const quote = cut.isWellFormed() ? cut : cut.slice(0, -1);
  return {
    claim_id: one.claim,
    artefact_id: one.artefact,
    kind,
    reason: reasonOf(one, kind),
    action: kind === 'superseded' ? 'disclosed' : 'flagged',
    score: one.score,
    rival: one.rival,
    quote,
    start,
    // Length of the quote: 0 where the text must not be quoted.
    end: start + quote.length,
  };
}

/** `superseded` where a later statement of the answer has replaced it; otherwise `disputed`. */
function kindOf(
  { lane, claim, rival, effectiveAt }: Disagreement,
  publisher: string,
  { beliefs, quoted }: CounterfactualRequest,
): Relation {
  if (lane === 'ledger') return 'disputed';
  if (rival !== null && beliefs.get(rival)?.fold?.state === 'superseded') return 'superseded';
  const own = quoted.find(({ claims }) => claims.includes(claim))?.stated.artefact;
  if (own === undefined || dayOf(effectiveAt) >= dayOf(own.observed_at)) return 'disputed';
  const sources = sourcePair(
    { publisher, observedAt: effectiveAt },
    { publisher: own.publisher, observedAt: own.observed_at },
  );
  return relationOf(sources) ?? 'disputed';
}

function reasonOf({ lane }: Disagreement, kind: Relation): string {
  if (lane === 'ledger') return 'disputes';
  if (kind === 'superseded') return 'superseded_value';
  return lane === 'stance' ? 'opposite_stance' : 'rival_value';
}

function dayOf(instant: string): string {
  return instant.slice(0, 'yyyy-mm-dd'.length);
}

/** Strongest first, newest first, then by place. */
function byStrength(a: Disagreement, b: Disagreement): number {
  return (
    b.score - a.score ||
    byCodeUnit(b.effectiveAt, a.effectiveAt) ||
    byCodeUnit(a.artefact, b.artefact) ||
    a.span.start - b.span.start
  );
}
