/** What an artefact says of claims: those that it states, what the ledgers cite it for, and what its claims contradict. */
import type { ClaimAddr, EventId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { ClaimOccurrence, Span } from '../../graph/claim.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import { EVERYTHING } from '../../graph/store/rows.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { readCanonical } from '../belief/canonical-claims.ts';
import { readRivals } from '../belief/read-rivals.ts';
import type { LicenceFilter } from '../retrieve/licence-filter.ts';
import { readShownClaims } from '../shown-claims.ts';
import { areStated } from '../stated-places.ts';
import { holdsBy } from '../view.ts';
import { bounded } from './bounded.ts';
import type { Bounded, ClaimStance, ProvenanceClaim } from './provenance.ts';

export const MAX_CLAIMS = 50;
/** Ledger entries that are read; an artefact of more is one that every claim of a large corpus cites. */
const MAX_EVENTS = 1_000;
/** Stated claims whose contradictions are read. */
const MAX_STATED = 500;

type Draft = Omit<ProvenanceClaim, 'text'>;

const STANCE_OF: Readonly<Record<LedgerEntry['kind'], ClaimStance>> = {
  corroborate: 'supports',
  dispute: 'disputes',
  'supersede-propose': 'supersedes',
};

/**
 * In the order of the text; what it says without stating it comes after, by address. Eight batch reads at most.
 * @param asOf what had taken effect by then; null: the present
 */
export async function readClaimsOf(
  reader: GraphReader,
  licences: LicenceFilter,
  { record, redacted }: ArtefactState,
  occurrences: readonly ClaimOccurrence[],
  asOf: string | null,
): Promise<Bounded<ProvenanceClaim>> {
  const stated = [...new Set(occurrences.map(({ claim }) => claim))].slice(0, MAX_STATED);
  const events = await reader.eventsCiting(record.artefact_id, MAX_EVENTS);
  const rivals = await readRivals(reader, stated, { seq: Number.MAX_SAFE_INTEGER });
  const canonical = await readCanonical(reader, stated);
  const cited = events.first.filter((event) => holdsBy(event, asOf));
  const against = await statedBy(reader, contradicted(rivals), asOf);
  const stating = new Map([...canonical].toReversed().map(([claim, ledger]) => [ledger, claim]));
  const ofStated = cited.map((event) => ({ ...event, claim: stating.get(event.claim) ?? event.claim }));
  const found = draftClaims(occurrences, ofStated, against);
  const drafts = redacted === undefined ? found : withoutPlaces(found);
  const first = drafts.slice(0, MAX_CLAIMS);
  const claims = first.map(({ claim }) => claim);
  const shown = first.length === 0 ? [] : await readShownClaims(reader, claims);
  const closed = await licences.refusedClaims(
    claims,
    shown.map((one) => one?.occurrences ?? []),
  );
  // Its sentences in a row would be the text that was to go.
  const isTold = (claim: ClaimAddr) => redacted === undefined && !closed.has(claim);
  const items = first.map((draft, index) => ({
    ...draft,
    text: isTold(draft.claim) ? (shown[index]?.claim.core.text ?? '') : '',
  }));
  return bounded(items, MAX_CLAIMS, drafts.length);
}

interface Contradicted {
  readonly claim: ClaimAddr;
  /** The stated claim that contradicts it. */
  readonly by: ClaimAddr;
}

/** What forms tell to be contradictory; a judge's opinion is nobody's dispute. */
function contradicted(rivals: ReadonlyMap<ClaimAddr, readonly ClaimAddr[]>): Contradicted[] {
  return [...rivals].flatMap(([by, claims]) => claims.map((claim) => ({ claim, by })));
}

/** Those that somebody had stated by then. @param asOf null: the present */
async function statedBy(
  reader: RangeReader,
  contradictions: readonly Contradicted[],
  asOf: string | null,
): Promise<readonly Contradicted[]> {
  if (asOf === null || contradictions.length === 0) return contradictions;
  const claims = contradictions.map(({ claim }) => claim);
  const stated = await areStated(reader, claims, { ...EVERYTHING, until: asOf });
  return contradictions.filter((_, index) => stated[index]);
}

function draftClaims(
  occurrences: readonly ClaimOccurrence[],
  events: readonly LedgerEntry[],
  contradictions: readonly Contradicted[],
): Draft[] {
  const drafts = new Map<
    string,
    { spans: Span[]; events: EventId[]; claim: ClaimAddr; stance: ClaimStance }
  >();
  const draftOf = (claim: ClaimAddr, stance: ClaimStance) => {
    const key = `${claim} ${stance}`;
    const draft = drafts.get(key) ?? { claim, stance, spans: [], events: [] };
    drafts.set(key, draft);
    return draft;
  };
  const sentences = Map.groupBy(occurrences, ({ claim }) => claim);
  for (const { claim, sentence } of occurrences) addSpan(draftOf(claim, 'supports').spans, sentence);
  for (const { claim, kind, event_id } of events) draftOf(claim, STANCE_OF[kind]).events.push(event_id);
  for (const { claim, by } of contradictions) {
    const stance = drafts.has(`${claim} supersedes`) ? 'supersedes' : 'disputes';
    for (const { sentence } of sentences.get(by) ?? []) addSpan(draftOf(claim, stance).spans, sentence);
  }
  return [...drafts.values()].toSorted(byPlace);
}

/** By address: the order of an erased text went with it. */
function withoutPlaces(drafts: readonly Draft[]): Draft[] {
  return drafts.map((draft) => ({ ...draft, spans: [] })).toSorted(byPlace);
}

function addSpan(spans: Span[], span: Span): void {
  if (!spans.some(({ start, end }) => start === span.start && end === span.end)) spans.push(span);
}

function byPlace(a: Draft, b: Draft): number {
  const [first, second] = [a, b].map(({ spans }) => spans[0]?.start ?? Number.MAX_SAFE_INTEGER);
  return (first ?? 0) - (second ?? 0) || byCodeUnit(`${a.stance} ${a.claim}`, `${b.stance} ${b.claim}`);
}
