/**
 * The evidence that an artefact brings by stating claims (decisions §4.10): corroboration of every claim of its
 * clusters in both directions, and a supersede-propose where a later publisher states another value.
 */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { ClaimForm, ClaimOccurrence, ClaimRecord } from '../../graph/claim.ts';
import type { EvidenceItem, LedgerEntryBody } from '../../graph/evidence.ts';
import type { GraphReader } from '../../graph/store.ts';
import { isStateLike } from '../claims/compare-forms.ts';
import { LedgerDraft, type NewEvent } from '../ledger/ledger-draft.ts';
import { isAuthority, publisherStanding, type TrustPolicy } from '../select/trust-policy.ts';
import type { RelatedClaim } from './relate-claims.ts';

/** That an artefact says something of a claim at its observation time. */
interface Voice {
  readonly claim: ClaimAddr;
  readonly artefact: ArtefactRecord;
  readonly kind: 'corroborate' | 'supersede-propose';
  readonly successor: ClaimAddr | null;
  /** Lemma of the attribute in question, for a supersede-propose. */
  readonly attribute: string | null;
}

interface Neighbourhood {
  /** Claims of each cluster, those of the document at hand included. */
  readonly clusters: ReadonlyMap<string, readonly ClaimAddr[]>;
  readonly occurrences: ReadonlyMap<ClaimAddr, readonly ClaimOccurrence[]>;
  readonly artefacts: ReadonlyMap<ArtefactId, ArtefactRecord>;
}

/** A claim stated by more artefacts than this hears the earliest ones only when a new wording joins it. */
const MAX_VOICES = 200;

/** Ledger entries that the artefact and its claims bring. A mirror is nobody's independent voice: it brings none. */
export async function draftEvidence(
  reader: GraphReader,
  now: string,
  artefact: ArtefactRecord,
  claims: readonly RelatedClaim[],
  policy: TrustPolicy,
): Promise<readonly LedgerEntryBody[]> {
  if (artefact.mirror_of !== null) return [];
  const around = await readNeighbourhood(reader, claims);
  const voices = claims.flatMap((claim) => [
    ...corroborations(artefact, claim, around),
    ...proposals(artefact, claim, around),
  ]);
  const ordered = voices.toSorted(byEffectiveTime);
  const draft = new LedgerDraft(reader, now);
  await draft.prepare(ordered.map((voice) => ({ claim: voice.claim, actorRoot: rootOf(voice.artefact) })));
  for (const voice of ordered) {
    if (!alreadySaid(draft, voice)) draft.add(eventOf(voice, policy));
  }
  return draft.entries;
}

function corroborations(artefact: ArtefactRecord, claim: RelatedClaim, around: Neighbourhood): Voice[] {
  const cluster = around.clusters.get(claim.cluster) ?? [];
  const others = cluster.filter((addr) => addr !== claim.addr);
  const own = [claim.addr, ...others].map((addr) => corroborate(addr, artefact));
  if (!claim.isNew) return own;
  const stated = others.flatMap((addr) => artefactsOf(addr, around)).slice(0, MAX_VOICES);
  return [...own, ...stated.map((other) => corroborate(claim.addr, other))];
}

function corroborate(claim: ClaimAddr, artefact: ArtefactRecord): Voice {
  return { claim, artefact, kind: 'corroborate', successor: null, attribute: null };
}

/** The later of two publishers that contradict each other on a state proposes that its value has taken over. */
function proposals(artefact: ArtefactRecord, claim: RelatedClaim, around: Neighbourhood): Voice[] {
  const { form } = claim.core;
  if (form === undefined || !maySupersede(form)) return [];
  const mine = firstOfCluster(artefact.corpus, claim.cluster);
  return claim.contradicts.flatMap((rival) => {
    if (rival.core.form === undefined || !maySupersede(rival.core.form)) return [];
    const theirs = firstOfCluster(artefact.corpus, rival.claim_cluster_id);
    const stated = artefactsOf(rival.addr, around);
    const later = stated.filter((other) => dayOf(other) > dayOf(artefact)).slice(0, MAX_VOICES);
    const attribute = form.attribute.head;
    const voices = later.map((other) => propose(claim.addr, other, theirs, attribute));
    const isLater = stated.some((other) => dayOf(other) < dayOf(artefact));
    return isLater ? [propose(rival.addr, artefact, mine, attribute), ...voices] : voices;
  });
}

/** A state that a later observation may replace, of a subject that the sentence itself names (decisions §9). */
function maySupersede(form: ClaimForm): boolean {
  return isStateLike(form) && form.subject.how === 'explicit';
}

function propose(claim: ClaimAddr, artefact: ArtefactRecord, successor: ClaimAddr, attribute: string): Voice {
  return { claim, artefact, kind: 'supersede-propose', successor, attribute };
}

/** A cluster is named after its first claim, so that every publisher names the same successor. */
function firstOfCluster(corpus: string, cluster: string): ClaimAddr {
  return `wx://${corpus}/claim/${cluster.slice('cl_'.length)}`;
}

function artefactsOf(claim: ClaimAddr, around: Neighbourhood): ArtefactRecord[] {
  const found = (around.occurrences.get(claim) ?? []).flatMap(
    ({ artefact }) => around.artefacts.get(artefact) ?? [],
  );
  return found.filter(({ mirror_of }) => mirror_of === null);
}

async function readNeighbourhood(
  reader: GraphReader,
  claims: readonly RelatedClaim[],
): Promise<Neighbourhood> {
  const ids = [
    ...new Set(
      claims.flatMap((claim) => [claim.cluster, ...claim.contradicts.map((one) => one.claim_cluster_id)]),
    ),
  ];
  const found = await reader.claimsByCluster(ids);
  const clusters = new Map(ids.map((id, index) => [id, membersOf(id, found[index] ?? [], claims)]));
  const rivals = claims.flatMap((claim) => claim.contradicts.map(({ addr }) => addr));
  const addrs = [...new Set([...[...clusters.values()].flat(), ...rivals])];
  const places = await reader.occurrences(addrs);
  const artefactIds = [...new Set(places.flat().map(({ artefact }) => artefact))];
  const states = await reader.artefacts(artefactIds);
  return {
    clusters,
    occurrences: new Map(addrs.map((addr, index) => [addr, places[index] ?? []])),
    artefacts: new Map(
      states.flatMap((state) => (state === null ? [] : [[state.record.artefact_id, state.record] as const])),
    ),
  };
}

function membersOf(
  cluster: string,
  stored: readonly ClaimRecord[],
  claims: readonly RelatedClaim[],
): ClaimAddr[] {
  const fresh = claims.filter((claim) => claim.cluster === cluster);
  return [...new Set([...stored, ...fresh].map(({ addr }) => addr))];
}

/** One publisher says the same thing with the same artefact, or proposes the same successor, once. */
function alreadySaid(draft: LedgerDraft, { claim, artefact, kind, successor }: Voice): boolean {
  const latest = draft.latestBy({ claim, actorRoot: rootOf(artefact) });
  if (latest === null || latest.kind !== kind) return false;
  if (kind === 'supersede-propose') return latest.successor === successor;
  return latest.evidence.some((item) => item.artefact === artefact.artefact_id);
}

function eventOf({ claim, artefact, kind, successor, attribute }: Voice, policy: TrustPolicy): NewEvent {
  const source = itemOf(artefact);
  return {
    claim,
    kind,
    actor: rootOf(artefact),
    actorRoot: rootOf(artefact),
    standing: publisherStanding(policy, artefact.publisher),
    tokenId: null,
    evidence: successor === null ? [source] : [source, pointerTo(successor, artefact)],
    attestations: [],
    stake: null,
    successor,
    authority: attribute !== null && isAuthority(policy, artefact.publisher, attribute) ? 'policy' : null,
    effectiveAt: artefact.observed_at,
  };
}

/** Names the successor; the artefact beside it is what counts. */
function pointerTo(successor: ClaimAddr, artefact: ArtefactRecord): EvidenceItem {
  return {
    ref: successor,
    hash: artefact.hash,
    kind: 'source',
    check: 'unknown',
    domain: artefact.publisher,
  };
}

function itemOf(artefact: ArtefactRecord): EvidenceItem {
  return {
    ref: artefact.url,
    hash: artefact.hash,
    kind: 'source',
    check: 'match',
    artefact: artefact.artefact_id,
    domain: artefact.publisher,
    observed_at: artefact.observed_at,
    licence: artefact.licence,
  };
}

function rootOf({ publisher }: ArtefactRecord): string {
  return `publisher:${publisher}`;
}

function dayOf({ observed_at }: ArtefactRecord): string {
  return observed_at.slice(0, 10);
}

function byEffectiveTime(a: Voice, b: Voice): number {
  return (
    byCodeUnit(a.artefact.observed_at, b.artefact.observed_at) ||
    byCodeUnit(a.artefact.artefact_id, b.artefact.artefact_id)
  );
}
