/**
 * What disagrees, and every artefact with the reason for its selection or exclusion, its licence and its freshness.
 */
import type {
  ReportArtefact,
  ReportCounterEvidence,
  ReportWithdrawal,
  TrustReport,
} from '../../engine/trust-report/trust-report.ts';
import { more, paragraph, quoted, sourceOf } from './compose-answer.ts';
import {
  code,
  type Line,
  muted,
  type ReportBlock,
  type ReportCell,
  type ReportRow,
  strong,
  text,
} from './document.ts';
import { addressOf, type Numbered, placeOf, titleOf } from './numbered.ts';
import { printable } from './printable.ts';
import {
  artefactWords,
  countWords,
  dayWords,
  disagreementWords,
  foundByWords,
  grouped,
  scoreWords,
} from './words.ts';

type Artefacts = ReadonlyMap<string, Numbered>;

export function composeCounterEvidence(report: TrustReport, artefacts: Artefacts): ReportBlock[] {
  const { counter_evidence, checked, left_out, summary } = report;
  if (summary === '') return [];
  const found = counter_evidence.length === 0 ? 'Nothing that was found disagrees.' : null;
  return [
    { kind: 'heading', level: 2, text: 'What disagrees', id: 'counter-evidence' },
    ...(found === null ? [] : [paragraph([text(found)])]),
    ...counter_evidence.map((one) => composeVoice(one, artefacts.get(one.artefact_id))),
    ...more(left_out.counter_evidence, 'places that disagree'),
    ...(checked === null ? [] : [paragraph([text(checkedText(checked))], 'note')]),
  ];
}

function composeVoice(one: ReportCounterEvidence, cited: Numbered | undefined): ReportBlock {
  const weight =
    one.action === 'flagged'
      ? 'As new as the answer, or a dispute: it counts for the verdict.'
      : 'Of an earlier time: no warning.';
  const way = one.found_by === null ? '' : ` Found by ${foundByWords(one.found_by)}.`;
  return {
    kind: 'quote',
    quote: one.quote === '' ? { text: 'Not quoted: its licence is refused here.' } : quoted(one.quote, cited),
    source: [
      ...sourceOf(one.artefact_id, cited),
      text(' '),
      strong(`Says ${disagreementWords(one.reason)}, score ${scoreWords(one.score)}.`),
      text(` ${weight}${way}`),
    ],
  };
}

function checkedText({ searches, sentences_read, clear }: NonNullable<TrustReport['checked']>): string {
  const counted = [
    countWords(searches, 'search', 'searches'),
    countWords(sentences_read, 'sentence compared', 'sentences compared'),
    `${countWords(clear, 'artefact', 'artefacts')} in which nothing disagrees`,
  ];
  return `Looked for the opposite: ${counted.join(', ')}.`;
}

const COLUMNS = [
  { title: 'No.', width: 6 },
  { title: 'Artefact', width: 40 },
  { title: 'Licence', width: 13 },
  { title: 'Observed', width: 15 },
  { title: 'Freshness', width: 10 },
  { title: 'Why', width: 22 },
];

export function composeArtefacts(report: TrustReport, artefacts: Artefacts): ReportBlock[] {
  if (artefacts.size === 0 && report.left_out.artefacts === 0) return [];
  const all = [...artefacts.values()];
  const taken = all.filter(({ artefact }) => artefact.taken);
  const left = all.filter(({ artefact }) => !artefact.taken);
  return [
    { kind: 'heading', level: 2, text: 'Artefacts', id: 'artefacts' },
    paragraph([text(setText(report, taken.length))]),
    ...artefactTable('Taken: the evidence set', taken),
    ...artefactTable('Found and left aside', left),
    ...more(report.left_out.artefacts, 'artefacts'),
    paragraph([text(freshnessText(report))], 'note'),
    ...composeLicences(all),
  ];
}

function freshnessText({ position }: TrustReport): string {
  return `Freshness is what age leaves of the weight of an artefact: 1.00 on the day when it was last observed, 0.50 after 1,460 days. It is counted from that day to ${dayWords(position.view.until)}.`;
}

function setText({ evidence_set }: TrustReport, taken: number): string {
  const { optimality, uncovered } = evidence_set;
  if (taken === 0) return 'No artefact was taken.';
  const size =
    optimality === 'proved'
      ? 'No smaller set covers every claim: that is proved.'
      : 'The search for a smaller set ended at its bound.';
  const lacking = uncovered
    .map(({ wanted, found }) => `${countWords(found, 'publisher', 'publishers')} of ${wanted} wanted`)
    .join('; ');
  return lacking === '' ? size : `${size} Short of publishers: ${lacking}, since no more exist.`;
}

function artefactTable(caption: string, artefacts: readonly Numbered[]): ReportBlock[] {
  if (artefacts.length === 0) return [];
  return [{ kind: 'table', caption, columns: COLUMNS, rows: artefacts.map(artefactRow) }];
}

function artefactRow(one: Numbered): ReportRow {
  const { artefact } = one;
  return {
    id: placeOf(one),
    cells: [
      [[strong(`[${one.number}]`)]],
      artefactCell(artefact),
      [[text(printable(artefact.licence))]],
      observedCell(artefact),
      [[text(scoreWords(artefact.freshness))]],
      whyCell(artefact),
    ],
  };
}

/** A version has one first observation, and a later one whenever its bytes are seen again. */
function observedCell({ observed_at, last_observed_at }: ReportArtefact): ReportCell {
  return [[text(`first ${dayWords(observed_at)}`)], [text(`last ${dayWords(last_observed_at)}`)]];
}

/** An artefact that was only a candidate has its id, which contains its hash. */
function artefactCell(artefact: ReportArtefact): ReportCell {
  const { artefact_id, domain, published, hash, part } = artefact;
  const dated = published === null ? '' : `, published ${printable(published)}`;
  return [
    [titleOf(artefact)],
    [text(`${printable(domain)}${dated}`)],
    [addressOf(artefact)],
    [code(artefact_id)],
    ...(part === 'looked_at' ? [] : [[muted('BLAKE3 '), code(hash)]]),
  ];
}

function whyCell({ reason, covers, withdrawn }: ReportArtefact): ReportCell {
  const claims = covers.length === 0 ? '' : ` Covers ${countWords(covers.length, 'claim', 'claims')}.`;
  const gone = withdrawn === null ? [] : [withdrawalLine(withdrawn)];
  return [[text(`${artefactWords(reason)}${claims}`)], ...gone];
}

function withdrawalLine({ seq, at, reason, by, redacted }: ReportWithdrawal): Line {
  const what = redacted ? 'Withdrawn and erased' : 'Withdrawn';
  const who = by === null ? '' : ` by ${printable(by)}`;
  return [strong(`${what} ${dayWords(at)}${who}, log entry ${grouped(seq)}:`), text(` ${printable(reason)}`)];
}

function composeLicences(artefacts: readonly Numbered[]): ReportBlock[] {
  const groups = Map.groupBy(artefacts, ({ artefact }) => artefact.licence);
  return [
    { kind: 'heading', level: 3, text: 'Licences', id: 'licences' },
    {
      kind: 'table',
      caption: 'Under which licence the artefacts are',
      columns: [
        { title: 'Licence', width: 34 },
        { title: 'Taken', width: 33 },
        { title: 'Left aside', width: 33 },
      ],
      rows: [...groups].map(([licence, members]) => ({
        cells: [
          [[text(printable(licence))]],
          [[text(numbersOf(members.filter(({ artefact }) => artefact.taken)))]],
          [[text(numbersOf(members.filter(({ artefact }) => !artefact.taken)))]],
        ],
      })),
    },
  ];
}

function numbersOf(artefacts: readonly Numbered[]): string {
  return artefacts.length === 0 ? 'none' : artefacts.map(({ number }) => `[${number}]`).join(' ');
}
