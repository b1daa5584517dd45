/** A trust report with the wire's names. */
import type {
  ReportArtefact,
  ReportBelief,
  ReportClaim,
  ReportCounterEvidence,
  ReportEvent,
  ReportPosition,
  TrustReport,
} from '../../engine/trust-report/trust-report.ts';
import { receiptLink } from '../report/compose-proof.ts';
import type { TrustReportV1 as WireTrustReport } from '../wire/trust-report.ts';

/** @param base where the service is reached, without a slash at its end */
export function wireTrustReport(report: TrustReport, base: string): WireTrustReport {
  const { receipt, evidenceSet, leftOut, verdict, checked } = report;
  return {
    answer_id: report.answerId,
    question: report.question,
    mode: report.mode,
    as_of: report.asOf,
    corpus: { ...report.corpus },
    view: { ...report.view },
    at: report.at,
    seq: report.seq,
    position: wirePosition(report.position),
    trust: { ...verdict, reasons: [...verdict.reasons] },
    transitions: report.transitions.map((one) => ({ ...one, reasons: [...one.reasons] })),
    summary: report.summary,
    note: report.note,
    sentences: report.sentences.map(({ text, claims, citations }) => ({
      text,
      claims: [...claims],
      citations: [...citations],
    })),
    claims: report.claims.map(wireClaim),
    counter_evidence: report.counterEvidence.map(wireCounterEvidence),
    checked: checked && {
      searches: checked.searches,
      sentences_read: checked.sentencesRead,
      clear: checked.clear,
    },
    artefacts: report.artefacts.map(wireArtefact),
    evidence_set: {
      set_id: evidenceSet.setId,
      optimality: evidenceSet.optimality,
      uncovered: [...evidenceSet.uncovered],
    },
    receipt: {
      receipt_id: receipt.receiptId,
      hash: receipt.hash,
      url: receiptLink(base, report.answerId),
    },
    left_out: {
      transitions: leftOut.transitions,
      sentences: leftOut.sentences,
      claims: leftOut.claims,
      counter_evidence: leftOut.counterEvidence,
      artefacts: leftOut.artefacts,
    },
  };
}

function wirePosition(position: ReportPosition): WireTrustReport['position'] {
  const { treeSize, root, checkpoint, view, observedAt, freshUntil } = position;
  return {
    tree_size: treeSize,
    root,
    checkpoint,
    view: { ...view },
    observed_at: observedAt,
    fresh_until: freshUntil,
  };
}

function wireCounterEvidence({
  claim,
  artefactId,
  foundBy,
  ...rest
}: ReportCounterEvidence): WireTrustReport['counter_evidence'][number] {
  return { claim_id: claim, artefact_id: artefactId, ...rest, found_by: foundBy };
}

function wireArtefact(artefact: ReportArtefact): WireTrustReport['artefacts'][number] {
  const { artefactId, observedAt, lastObservedAt, isTaken, covers, withdrawn, ...rest } = artefact;
  return {
    artefact_id: artefactId,
    ...rest,
    observed_at: observedAt,
    last_observed_at: lastObservedAt,
    taken: isTaken,
    covers: [...covers],
    withdrawn: withdrawn && {
      seq: withdrawn.seq,
      at: withdrawn.at,
      effective_at: withdrawn.effectiveAt,
      reason: withdrawn.reason,
      by: withdrawn.by,
      redacted: withdrawn.isRedacted,
    },
  };
}

function wireClaim({ addr, text, answered, belief }: ReportClaim): WireTrustReport['claims'][number] {
  return {
    addr,
    text,
    answered: answered && {
      state: answered.state,
      effective_confidence: answered.effectiveConfidence,
    },
    belief: belief && wireBelief(belief),
  };
}

type WireBelief = NonNullable<WireTrustReport['claims'][number]['belief']>;

function wireBelief(belief: ReportBelief): WireBelief {
  const { flip } = belief;
  return {
    state: belief.state,
    effective_confidence: belief.effectiveConfidence,
    superseded_by: belief.successor,
    support: belief.support,
    opposition: belief.opposition,
    vetted_support: belief.vettedSupport,
    vetted_opposition: belief.vettedOpposition,
    events: belief.events,
    explained: belief.explained.map(wireEvent),
    flip: flip && {
      kind: flip.event.kind,
      by: flip.event.by,
      standing: flip.event.standing,
      evidence: flip.event.evidence,
      successor: flip.event.successor,
      from: flip.from,
      to: flip.to,
    },
  };
}

function wireEvent(event: ReportEvent): WireBelief['explained'][number] {
  return {
    event_id: event.eventId,
    effective_at: event.effectiveAt,
    kind: event.kind,
    actor_root: event.actorRoot,
    vetted: event.isVetted,
    open: event.isOpen,
    evidence: event.evidence.map((item) => ({ ...item, discounts: [...item.discounts] })),
  };
}
