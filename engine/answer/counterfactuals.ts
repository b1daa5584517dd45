/**
 * The counterfactual lane: artefacts that disagree with a claim of the answer. They are shown and are never part of
 * the evidence set (contract: "A counterfactual lane finds artefacts that disagree with a claim").
 */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { ClaimOccurrence, ClaimRecord, Span } from '../../graph/claim.ts';
import type { GraphReader } from '../../graph/store.ts';
import type { Ranked } from '../backbone/candidate.ts';
import type { ClaimBelief } from '../belief/read-beliefs.ts';
import { readOpposition } from '../belief/read-rivals.ts';
import type { Question } from '../question/question.ts';
import { readOriginals, refusedLicence } from '../retrieve/originals.ts';
import { readTexts } from '../retrieve/read-texts.ts';
import { withoutWords } from '../retrieve/withheld.ts';
import { type CorpusView, within } from '../view.ts';
import type { Counterfactual, DiscoveryLane } from './answer.ts';
import { differs, formsOf } from './differs.ts';
import type { Contender } from './lead.ts';
import type { OppositeFinds } from './opposite-search.ts';
import { judgeOpposed, repeats } from './opposite-stance.ts';
import type { SentencePool } from './read-sentences.ts';

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

/** Of an answer that says nothing. */
export const NOTHING_FOUND: CounterfactualLane = { counterfactuals: [], lanes: [], artefacts: new Map() };

/** Most counterfactuals of one answer; the strongest stay. */
export const MAX_COUNTERFACTUALS = 20;
/** How much is quoted of an artefact that somebody disputes a claim with. */
const DISPUTE_CHARS = 240;
/** A stated contradiction between two claims' structured readings. */
const STRUCTURED_SCORE = 1;
const PER_MILLE = 1_000;

export interface CounterfactualRequest {
  readonly view: CorpusView;
  readonly question: Question;
  /** Claims of the answer. */
  readonly claims: readonly ClaimAddr[];
  readonly lead: Contender;
  readonly contenders: readonly Contender[];
  /** What the searches for the opposite found. */
  readonly opposites: OppositeFinds;
  readonly beliefs: ReadonlyMap<ClaimAddr, ClaimBelief>;
  /** Contradictions known in the view, per claim. */
  readonly rivals: ReadonlyMap<ClaimAddr, readonly ClaimAddr[]>;
  /** What was read for the answer. */
  readonly pool: SentencePool;
  /** Each contender's claims. */
  readonly records: ReadonlyMap<ClaimAddr, ClaimRecord>;
  /** Licences under which nothing is quoted: that such an artefact disagrees is said, its words are not. */
  readonly refuses: (licence: string) => boolean;
}

export async function findCounterfactuals(
  reader: GraphReader,
  request: CounterfactualRequest,
): Promise<CounterfactualLane> {
  const found = [
    ...(await fromRivals(reader, request)),
    ...fromAlternatives(request.lead, request, 'ranking'),
    ...fromOpposites(request),
    ...(await fromContests(reader, request)),
    ...fromStance(request),
    ...(await fromDisputes(reader, request)),
  ];
  const distinct = new Map<string, Disagreement>();
  for (const one of found) {
    const key = `${one.artefact}:${one.span.start}`;
    if (!distinct.has(key)) distinct.set(key, one);
  }
  const ids = [...new Set([...distinct.values()].map(({ artefact }) => artefact))];
  const known = (await reader.artefacts(ids)).filter((state) => state !== null);
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
    counterfactuals: strongest.map((one) => counterfactual(one, texts.get(one.artefact) ?? '', request)),
    lanes: strongest.map(({ lane }) => lane),
    artefacts,
  };
}

/** What may be quoted: nothing of a text under a refused licence; a redacted text is absent. */
async function textsOf(
  reader: GraphReader,
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

/** Claims that the graph knows to contradict, wherever they stand: retrieval need not have found them. */
async function fromRivals(
  reader: GraphReader,
  { claims, rivals, view }: CounterfactualRequest,
): Promise<Disagreement[]> {
  const pairs = claims.flatMap((claim) =>
    (rivals.get(claim) ?? []).map((rival) => ({ claim, rival, score: STRUCTURED_SCORE })),
  );
  return whereStated(reader, pairs, view, 'graph');
}

/** Claims that a stance judge holds against those of the answer, with the judge's confidence as their score. */
async function fromContests(
  reader: GraphReader,
  { claims, records, view }: CounterfactualRequest,
): Promise<Disagreement[]> {
  const opposition = await readOpposition(reader, claims, view.view);
  const pairs = claims.flatMap((claim) =>
    (opposition.get(claim)?.contests ?? []).map(({ addr, confidence }) => ({
      claim,
      rival: addr,
      score: confidence / PER_MILLE,
    })),
  );
  const others = await reader.claims(pairs.map(({ rival }) => rival));
  const repeating = pairs.filter(({ claim }, index) =>
    repeats(records.get(claim)?.core.text ?? '', others[index]?.core.text ?? ''),
  );
  return whereStated(reader, repeating, view, 'stance');
}

async function whereStated(
  reader: GraphReader,
  pairs: readonly { readonly claim: ClaimAddr; readonly rival: ClaimAddr; readonly score: number }[],
  view: CorpusView,
  lane: DiscoveryLane,
): Promise<Disagreement[]> {
  const places = await reader.occurrences(pairs.map(({ rival }) => rival));
  return pairs.flatMap(({ claim, rival, score }, index) =>
    (places[index] ?? [])
      .filter((place) => within(view.view, place))
      .map((place) => disagreement({ claim, rival, place, score, lane })),
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

/** Sentences that answer the same question with another value. */
function fromAlternatives(
  lead: Contender,
  { contenders, records }: Pick<CounterfactualRequest, 'contenders' | 'records'>,
  lane: DiscoveryLane,
): Disagreement[] {
  const [claim] = lead.claims;
  if (claim === undefined) return [];
  const others = new Set(lead.ranked.alternatives.map(({ id }) => id));
  const agreeing = new Set(lead.claims.map((one) => records.get(one)?.claim_cluster_id));
  const voice = { ranked: lead.ranked, forms: formsOf(lead.claims, records) };
  return contenders.flatMap(({ ranked, stated, claims }) => {
    if (!others.has(ranked.candidate.id)) return [];
    // Other words for the same value are no disagreement, whatever the ranking made of them.
    if (claims.some((one) => agreeing.has(records.get(one)?.claim_cluster_id))) return [];
    if (!differs(voice, { ranked, forms: formsOf(claims, records) })) return [];
    const place = {
      artefact: stated.artefact.artefact_id,
      sentence: stated.span,
      effective_at: stated.artefact.observed_at,
    };
    const score = relative(ranked, lead.ranked);
    return [disagreement({ claim, rival: claims[0] ?? null, place, score, lane })];
  });
}

/** The same of what the searches for the opposite found, in documents that the question did not reach. */
function fromOpposites({ opposites }: CounterfactualRequest): Disagreement[] {
  return opposites.lead === null ? [] : fromAlternatives(opposites.lead, opposites, 'opposite_search');
}

/** Sentences that say the opposite in so many words. */
function fromStance(request: CounterfactualRequest): Disagreement[] {
  const { lead, opposites, records } = request;
  const [claim] = lead.claims;
  if (claim === undefined) return [];
  const opposed = judgeOpposed({
    question: request.question,
    lead,
    sentences: opposites.sentences,
    records,
  });
  return opposed.map(({ stated, score }) => {
    const { artefact_id: artefact, observed_at: effective_at } = stated.artefact;
    const place = { artefact, sentence: stated.span, effective_at };
    return disagreement({ claim, rival: null, place, score, lane: 'stance' });
  });
}

function relative(one: Ranked, lead: Ranked): number {
  return Math.min(1, Math.round((one.score / lead.score) * 1e4) / 1e4);
}

/** Artefacts that somebody put forward against a claim in its ledger. */
async function fromDisputes(
  reader: GraphReader,
  { claims, beliefs }: CounterfactualRequest,
): Promise<Disagreement[]> {
  const cited = claims.flatMap((claim) =>
    (beliefs.get(claim)?.disputes ?? []).flatMap(({ artefacts, effective_at }) =>
      artefacts.map((artefact) => ({ claim, artefact, effective_at })),
    ),
  );
  const states = await reader.artefacts(cited.map(({ artefact }) => artefact));
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

function counterfactual(one: Disagreement, text: string, request: CounterfactualRequest): Counterfactual {
  const reason = reasonOf(one, request);
  const isOlder = dayOf(one.effectiveAt) < dayOf(request.lead.ranked.candidate.effectiveAt);
  const { start } = one.span;
  const cut = text.slice(start, one.span.end);
  // A character of two units that the end divides stays out: half of it has no encoding.
  const quote = cut.isWellFormed() ? cut : cut.slice(0, -1);
  return {
    claim_id: one.claim,
    artefact_id: one.artefact,
    reason,
    action: ACTION[reason] ?? (isOlder ? 'disclosed' : 'flagged'),
    score: one.score,
    rival: one.rival,
    quote,
    start,
    // The length of what is quoted: nothing of a text that must not be.
    end: start + quote.length,
  };
}

function reasonOf(
  { lane, rival, effectiveAt }: Disagreement,
  { beliefs, lead }: CounterfactualRequest,
): string {
  if (lane === 'ledger') return 'disputes';
  if (lane === 'stance') return 'opposite_stance';
  if (rival !== null && beliefs.get(rival)?.fold?.state === 'superseded') return 'superseded_value';
  return dayOf(effectiveAt) < dayOf(lead.ranked.candidate.effectiveAt) ? 'older_value' : 'rival_value';
}

/** A superseded value is of an earlier time, and a dispute stands, whenever they were observed. */
const ACTION: Readonly<Record<string, Counterfactual['action']>> = {
  superseded_value: 'disclosed',
  disputes: 'flagged',
};

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
