/**
 * The evidence that an artefact brings by stating claims (docs/spec/decisions.md#4.10): one corroboration of each, in
 * the ledger of its
 * canonical claim, and where another value held the slot before, a supersede-propose on that.
 */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import { mapInSlices } from '../../graph/event-loop.ts';
import type { EvidenceItem, LedgerEntryBody } from '../../graph/evidence.ts';
import type { TransactionReader } from '../../graph/store/store.ts';
import { LedgerDraft, type NewEvent } from '../ledger/ledger-draft.ts';
import { isAuthority, publisherStanding, type TrustPolicy } from '../select/trust-policy.ts';
import { presentHolders } from './present-holder.ts';
import type { RelatedClaim } from './relate-claims.ts';

/** What an artefact says of a canonical claim. */
interface Voice {
  readonly claim: ClaimAddr;
  readonly kind: 'corroborate' | 'supersede-propose';
  readonly successor: ClaimAddr | null;
  /** Lemma of the attribute in question, for a supersede-propose. */
  readonly attribute: string | null;
}

/** Events that are drafted in one event-loop slice. */
const TOGETHER = 128;

/** Ledger entries that the artefact's claims bring. A mirror is no independent voice: it brings none. */
export async function draftEvidence(
  reader: TransactionReader,
  now: string,
  artefact: ArtefactRecord,
  claims: readonly RelatedClaim[],
  policy: TrustPolicy,
): Promise<readonly LedgerEntryBody[]> {
  if (artefact.mirror_of !== null) return [];
  const holders = await presentHolders(reader, artefact, claims);
  const voices = claims.flatMap((claim): Voice[] => [
    { claim: claim.canonical, kind: 'corroborate', successor: null, attribute: null },
    ...(holders.get(claim) ?? []).map((holder) => propose(holder, claim)),
  ]);
  const actorRoot = rootOf(artefact);
  const draft = new LedgerDraft(reader, now);
  await draft.prepare(voices.map(({ claim }) => ({ claim, actorRoot })));
  await mapInSlices(voices, TOGETHER, (voice) => {
    if (!alreadySaid(draft, voice, artefact)) draft.add(eventOf(voice, artefact, policy));
  });
  return draft.entries;
}

function propose(holder: ClaimAddr, { canonical, core }: RelatedClaim): Voice {
  const attribute = core.form?.attribute.head ?? null;
  return { claim: holder, kind: 'supersede-propose', successor: canonical, attribute };
}

/** One publisher says the same thing with the same artefact, or proposes the same successor, once. */
function alreadySaid(
  draft: LedgerDraft,
  { claim, kind, successor }: Voice,
  artefact: ArtefactRecord,
): boolean {
  const latest = draft.latestBy({ claim, actorRoot: rootOf(artefact) });
  if (latest === null || latest.kind !== kind) return false;
  if (kind === 'supersede-propose') return latest.successor === successor;
  return latest.evidence.some((item) => item.artefact === artefact.artefact_id);
}

function eventOf(
  { claim, kind, successor, attribute }: Voice,
  artefact: ArtefactRecord,
  policy: TrustPolicy,
): NewEvent {
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

/** Names the successor; the artefact beside it is the evidence. */
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
