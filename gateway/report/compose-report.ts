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
  const { answer_id, position } = report;
  const artefacts = numbered(report);
  const size = grouped(position.tree_size);
  return {
    title: `Trust report ${answer_id}`,
    question: printable(report.question),
    intro: introOf(report),
    footer: `${answer_id} · log of ${size} entries`,
    at: report.at,
    subject: `Answer ${answer_id} at log size ${position.tree_size}, root ${position.root}`,
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

function introOf({ answer_id, corpus, mode, as_of, at, position }: TrustReport): Line {
  const known = as_of === null ? '' : ` as known on ${timeWords(as_of)},`;
  return [
    text('Trust report on answer '),
    code(answer_id),
    text(
      `, given${known} in ${mode} mode from corpus ${printable(corpus.name)} at ${timeWords(at)}. It shows verdict and evidence as the log has them at ${grouped(position.tree_size)} entries.`,
    ),
  ];
}
