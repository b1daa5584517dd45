/** Every artefact that the question found, with why it was taken or left. Pure. */
import { type ArtefactId, isClaimAddr } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { Answer } from '../answer/answer.ts';
import { freshnessScore } from '../provenance/freshness-score.ts';
import type { Receipt } from '../receipt/receipt.ts';
import type { ReportFacts } from './report-facts.ts';
import type { ArtefactPart, ReportArtefact, ReportWithdrawal } from './trust-report.ts';

/** Four decimals. */
const SCORE_STEPS = 10_000;

/** Ids of all of them: those taken, then those that disagree, then those looked at, each in the order of the ranking. */
export function artefactIdsOf(
  { evidence_set, claim_clusters }: Answer,
  { candidates }: Receipt,
): ArtefactId[] {
  const against = claim_clusters.flatMap(({ counterfactuals }) =>
    counterfactuals.map(({ artefact_id }) => artefact_id),
  );
  const ranked = candidates.map(({ artefact_id }) => artefact_id);
  return [...new Set([...evidence_set.artefact_ids, ...against, ...ranked])];
}

export function reportArtefacts(facts: ReportFacts): ReportArtefact[] {
  const { answer } = facts.answer;
  const { receipt } = facts.receipt;
  const reasonOf = reasonsOf(receipt);
  const taken = new Map(receipt.selection.result.taken.map(({ id, claims }) => [id, claims]));
  const against = new Set(
    answer.claim_clusters.flatMap(({ counterfactuals }) => counterfactuals.map((one) => one.artefact_id)),
  );
  return artefactIdsOf(answer, receipt).flatMap((id) => {
    const state = facts.artefacts.get(id);
    if (state === undefined) return [];
    const isTaken = answer.evidence_set.artefact_ids.includes(id);
    const part = partOf(isTaken, against.has(id));
    // A selection demands publishers for quotes as well: those are of claims, and none themselves.
    const covers = isTaken ? (taken.get(id) ?? []).filter(isClaimAddr) : [];
    return [describe(state, { part, covers, reason: isTaken ? 'covers' : reasonOf(id, part) }, facts)];
  });
}

function partOf(isTaken: boolean, isAgainst: boolean): ArtefactPart {
  if (isTaken) return 'evidence';
  return isAgainst ? 'counter_evidence' : 'looked_at';
}

/** Why an artefact is not in the set: retrieval's word, else the selection's. */
function reasonsOf({ candidates, selection }: Receipt): (id: ArtefactId, part: ArtefactPart) => string {
  const unchosen = new Map(selection.result.dropped.map(({ id, reason }) => [id, reason]));
  const unused = new Map(
    // Of an artefact with several sections, the best is the last to be put here.
    candidates.toReversed().map(({ artefact_id, dropped }) => [artefact_id, dropped]),
  );
  return (id, part) => {
    if (part === 'counter_evidence') return 'disagrees';
    return unused.get(id) ?? unchosen.get(id) ?? 'no_cover';
  };
}

type Why = Pick<ReportArtefact, 'part' | 'covers' | 'reason'>;

function describe(
  state: ArtefactState,
  why: Why,
  { observations, position, saidAt }: ReportFacts,
): ReportArtefact {
  const { record, effective_at } = state;
  const seen = observations.get(record.artefact_id) ?? [];
  const { score, lastObservedAt: last_observed_at } = freshnessScore(seen, effective_at, position.view.until);
  return {
    artefact_id: record.artefact_id,
    title: record.title,
    url: record.url,
    domain: record.domain,
    publisher: record.publisher,
    licence: record.licence,
    lang: record.lang,
    published: record.published,
    observed_at: record.observed_at,
    last_observed_at,
    hash: record.hash,
    taken: why.part === 'evidence',
    ...why,
    freshness: Math.round(score * SCORE_STEPS) / SCORE_STEPS,
    withdrawn: withdrawalOf(state, position.tree_size, saidAt),
  };
}

/** As the log had it at that size. */
function withdrawalOf(
  { withdrawn, redacted }: ArtefactState,
  size: number,
  saidAt: ReportFacts['saidAt'],
): ReportWithdrawal | null {
  if (withdrawn === null || withdrawn.seq >= size) return null;
  const isErased = redacted !== undefined && redacted.seq < size;
  // The report names the erasure, also where the artefact was withdrawn before.
  const { seq, effective_at, reason, by = null } = isErased ? redacted : withdrawn;
  return { seq, at: saidAt.get(seq) ?? effective_at, effective_at, reason, by, redacted: isErased };
}
