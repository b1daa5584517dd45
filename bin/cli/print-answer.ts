/** An answer as documents and as lines for a terminal. */
import type { Answer, AnswerView, Counterfactual, Trust } from '../../engine/answer/answer.ts';
import { plainLine } from '../../engine/plain-line.ts';
import type { FindingsState } from '../../graph/log/entry.ts';
import type { Output, Tone } from './output.ts';

const WORDS: Readonly<Record<FindingsState, string>> = {
  PASS: 'Verified',
  WARN: 'Warning',
  FAIL: 'Failed',
  UNKNOWN: 'Not checked',
};
const TONES: Readonly<Record<FindingsState, Tone>> = {
  PASS: 'green',
  WARN: 'yellow',
  FAIL: 'red',
  UNKNOWN: 'dim',
};

/** The verdict in words, coloured on a terminal. */
export function verdictText(output: Output, state: FindingsState): string {
  return output.tone(TONES[state], `${WORDS[state]} (${state})`);
}

/** The members of POST /v1/answers that are the answer's own. */
export function answerDocument({ answer, trust }: AnswerView, contradicted: boolean): unknown {
  const { receipt, artefacts, evidence_set, claim_clusters, claims, sentences } = answer;
  return {
    answer_id: answer.answer_id,
    corpus: answer.corpus,
    summary: answer.summary,
    sentences,
    ...(answer.confidence !== undefined && { confidence: answer.confidence }),
    ...(answer.passages !== undefined && { passages: answer.passages }),
    claims,
    artefacts,
    evidence_set,
    claim_clusters,
    trust,
    receipt: { ...receipt, class: 'verified' },
    contradicted,
  };
}

/** Summary, verdict, confidence, numbered citations or passages, what disagrees, and the ids. */
export function answerLines(output: Output, { answer, trust }: AnswerView): string[] {
  const summary = answer.summary === '' ? 'Nothing in this corpus supports an answer.' : answer.summary;
  return [
    output.tone('bold', plainLine(summary)),
    '',
    `${verdictText(output, trust.findings_state)}${reasonsText(trust)}`,
    ...confidenceLines(answer),
    ...citationLines(answer),
    ...passageLines(answer),
    ...counterfactualLines(answer),
    ...(answer.coverage.note === undefined ? [] : ['', plainLine(answer.coverage.note)]),
    '',
    output.tone(
      'dim',
      `answer ${answer.answer_id}  receipt ${answer.receipt.receipt_id}  ${snapshotText(answer)}`,
    ),
  ];
}

function snapshotText({ corpus, request }: Answer): string {
  return `corpus ${corpus.name} ${corpus.snapshot}${request.as_of === null ? '' : ` as of ${request.as_of}`}`;
}

function reasonsText({ reasons }: Trust): string {
  const codes = [...new Set(reasons.map(({ code }) => code))];
  return codes.length === 0 ? '' : `: ${codes.join(', ')}`;
}

function confidenceLines({ confidence }: Answer): string[] {
  if (confidence === undefined) return [];
  const percent = Math.round(confidence * 100);
  if (percent >= 100) return ['Confidence over 99 %'];
  return [percent <= 0 ? 'Confidence under 1 %' : `Confidence ${percent} %`];
}

/** Passages have no numbers, unlike citations, and no verdict. */
function passageLines({ passages = [] }: Answer): string[] {
  if (passages.length === 0) return [];
  return [
    '',
    'Nothing answers this for certain. Nearest passages, not verified:',
    ...passages.flatMap(({ quote, title, artefact_id }) => [
      `  - ${quote === '' ? '(not shown: redacted, or its licence is refused)' : `“${plainLine(quote)}”`}`,
      `    ${plainLine(title)} · ${artefact_id}`,
    ]),
  ];
}

function citationLines({ sentences, artefacts }: Answer): string[] {
  const byId = new Map(artefacts.map((artefact) => [artefact.artefact_id, artefact]));
  return sentences
    .flatMap(({ citations }) => citations)
    .flatMap(({ artefact_id, quote }, index) => {
      const artefact = byId.get(artefact_id);
      const where = artefact && [
        artefact.title,
        artefact.domain,
        artefact.observed_at.slice(0, 10),
        artefact.licence,
      ];
      return [
        `  [${index + 1}] “${plainLine(quote)}”`,
        `      ${where === undefined ? artefact_id : plainLine(where.join(' · '))}`,
      ];
    });
}

function counterfactualLines({ claim_clusters, artefacts }: Answer): string[] {
  const found = claim_clusters.flatMap(({ counterfactuals }) => counterfactuals);
  const domains = new Map(artefacts.map(({ artefact_id, domain }) => [artefact_id, domain]));
  const line = ({ reason, action, quote, artefact_id }: Counterfactual) =>
    `  ${reason} (${action}): ${quote === '' ? '(not quoted: its licence)' : `“${plainLine(quote)}”`} ${domains.get(artefact_id) ?? artefact_id}`;
  if (found.length > 0) return ['', 'What disagrees:', ...found.map(line)];
  const checked = claim_clusters.flatMap((cluster) => cluster.checked ?? []);
  const searches = Math.max(0, ...checked.map((one) => one.searches.length));
  const sentences = Math.max(0, ...checked.map((one) => one.sentences_read));
  if (searches === 0) return [];
  return ['', `Nothing disagrees: ${searches} searches for the opposite, ${sentences} sentences read.`];
}
