/** A trust report as a document, section by section. Pure: the same report is the same document. */
import type { TrustReport } from '../../engine/trust-report/trust-report.ts';
import { composeAnswer, composeHistory, composeVerdict } from './compose-answer.ts';
import { composeBeliefs } from './compose-belief.ts';
import { composeArtefacts, composeCounterEvidence } from './compose-evidence.ts';
import { composePosition, composeReceipt, composeSteps } from './compose-proof.ts';
import { code, type Line, type ReportDocument, text } from './document.ts';
import { numbered } from './numbered.ts';
import { printable } from './printable.ts';
import { grouped, timeWords } from './words.ts';

/** @param base where the service is reached, without a slash at its end */
export function composeReport(report: TrustReport, base: string): ReportDocument {
  const { answerId, position } = report;
  const artefacts = numbered(report);
  const size = grouped(position.treeSize);
  return {
    title: `Trust report ${answerId}`,
    question: printable(report.question),
    intro: introOf(report),
    footer: `${answerId} · log of ${size} entries`,
    at: report.at,
    subject: `Answer ${answerId} at log size ${position.treeSize}, root ${position.root}`,
    blocks: [
      ...composeVerdict(report),
      ...composeAnswer(report, artefacts),
      ...composeHistory(report),
      ...composeCounterEvidence(report, artefacts),
      ...composeArtefacts(report, artefacts),
      ...composeBeliefs(report),
      ...composeReceipt(report, base),
      ...composeSteps(report, base),
      ...composePosition(report),
    ],
  };
}

function introOf({ answerId, corpus, mode, asOf, at, position }: TrustReport): Line {
  const known = asOf === null ? '' : ` as known on ${timeWords(asOf)},`;
  return [
    text('Trust report on answer '),
    code(answerId),
    text(
      `, given${known} in ${mode} mode from corpus ${printable(corpus.name)} at ${timeWords(at)}. It shows verdict and evidence as the log has them at ${grouped(position.treeSize)} entries.`,
    ),
  ];
}
