/** Puts a trust report together from what was read of one position of the log. Pure. */
import { isClaimAddr } from '../../graph/address.ts';
import type { FindingRecord } from '../../graph/store/rows.ts';
import type { Answer } from '../answer/answer.ts';
import { explainClaim } from './explain-claim.ts';
import { reportArtefacts } from './report-artefacts.ts';
import type { ReportFacts } from './report-facts.ts';
import {
  REPORT_BOUNDS,
  type ReportClaim,
  type ReportCounterEvidence,
  type ReportTransition,
  type TrustReport,
} from './trust-report.ts';

export function buildTrustReport(facts: ReportFacts): TrustReport {
  const { answer: view, receipt, position, history } = facts;
  const { answer } = view;
  const against = counterEvidenceOf(answer);
  const artefacts = reportArtefacts(facts);
  const { request, evidence_set } = answer;
  return {
    answer_id: answer.answer_id,
    question: request.q,
    mode: request.mode,
    as_of: request.as_of,
    corpus: answer.corpus,
    view: receipt.receipt.view,
    at: view.at,
    seq: view.seq,
    position,
    trust: view.trust,
    transitions: history.transitions.map(transitionOf),
    summary: answer.summary,
    note: answer.coverage.note ?? null,
    sentences: answer.sentences.slice(0, REPORT_BOUNDS.sentences),
    claims: answer.claims.slice(0, REPORT_BOUNDS.claims).map((claim) => claimOf(claim, facts)),
    counter_evidence: against.slice(0, REPORT_BOUNDS.counter_evidence),
    checked: checkedOf(answer),
    artefacts: artefacts.slice(0, REPORT_BOUNDS.artefacts),
    evidence_set: {
      set_id: evidence_set.set_id,
      optimality: evidence_set.optimality,
      uncovered: receipt.receipt.selection.result.uncovered.flatMap(({ claim, demand, available }) =>
        isClaimAddr(claim) ? [{ claim, wanted: demand, found: available }] : [],
      ),
    },
    receipt: { receipt_id: receipt.receipt_id, hash: receipt.hash },
    left_out: {
      transitions: history.earlier,
      sentences: beyond(answer.sentences, REPORT_BOUNDS.sentences),
      claims: beyond(answer.claims, REPORT_BOUNDS.claims),
      counter_evidence: beyond(against, REPORT_BOUNDS.counter_evidence),
      artefacts: beyond(artefacts, REPORT_BOUNDS.artefacts),
    },
  };
}

function beyond(list: readonly unknown[], bound: number): number {
  return Math.max(0, list.length - bound);
}

function transitionOf({ seq, at, body: { from, to, reasons } }: FindingRecord): ReportTransition {
  return { seq, at, from, to, reasons };
}

function claimOf({ addr, text, belief }: Answer['claims'][number], { beliefs }: ReportFacts): ReportClaim {
  const read = beliefs.get(addr);
  return {
    addr,
    text,
    answered: belief && { state: belief.state, effective_confidence: belief.effective_confidence },
    belief: read === undefined ? null : explainClaim(read),
  };
}

/** In the order of the answer; what an answer recorded of the search stands beside each. */
function counterEvidenceOf({ claim_clusters }: Answer): ReportCounterEvidence[] {
  return claim_clusters.flatMap(({ counterfactuals, checked = [] }) => {
    const lanes = new Map(checked.map(({ claim_id, found_by }) => [claim_id, [...found_by]]));
    return counterfactuals.map(({ claim_id, artefact_id, reason, action, score, quote, start, end }) => ({
      claim_id,
      artefact_id,
      reason,
      action,
      score,
      quote,
      start,
      end,
      found_by: lanes.get(claim_id)?.shift() ?? null,
    }));
  });
}

/** The claims of one answer share their searches: the most that one of them had is what was done. */
function checkedOf({ claim_clusters }: Answer): TrustReport['checked'] {
  const claims = claim_clusters.flatMap(({ checked = [] }) => checked);
  if (claims.length === 0) return null;
  return {
    searches: Math.max(...claims.map(({ searches }) => searches.length)),
    sentences_read: Math.max(...claims.map(({ sentences_read }) => sentences_read)),
    clear: new Set(claims.flatMap(({ clear }) => clear)).size,
  };
}
