/** The verdict, the answer with its quotes, and the history of the verdict. */
import type {
  ReportSentence,
  ReportTransition,
  TrustReport,
} from '../../engine/trust-report/trust-report.ts';
import type { FindingReason } from '../../graph/log/entry.ts';
import { code, type Line, muted, type ReportBlock, strong, type TextRun, text } from './document.ts';
import { langOf, type Numbered, pill, titleOf } from './numbered.ts';
import { printable } from './printable.ts';
import { dayWords, grouped, reasonWords, timeWords, verdictMeaning, verdictWord } from './words.ts';

type Artefacts = ReadonlyMap<string, Numbered>;

export function composeVerdict({ trust, position }: TrustReport): ReportBlock[] {
  const state = trust.findings_state;
  const since: Line =
    trust.at === null ? [] : [text(`Since ${timeWords(trust.at)}, log entry ${grouped(trust.seq)}.`)];
  const until: Line =
    position.fresh_until === null
      ? []
      : [
          text(
            `The corpus was last observed ${timeWords(position.observed_at ?? '')}. Unless it is observed again, this answer is a warning at best from ${timeWords(position.fresh_until)} on.`,
          ),
        ];
  const lines = [
    [text(verdictMeaning(state))],
    ...trust.reasons.map((reason) => [strong(reasonWords(reason.code)), ...about(reason)]),
    since,
    until,
  ];
  return [
    { kind: 'verdict', state, word: verdictWord(state), lines: lines.filter((line) => line.length > 0) },
  ];
}

export function composeAnswer(report: TrustReport, artefacts: Artefacts): ReportBlock[] {
  const { summary, sentences, note, left_out } = report;
  const heading: ReportBlock = { kind: 'heading', level: 2, text: 'Answer', id: 'answer' };
  const said: ReportBlock[] = note === null ? [] : [paragraph([text(printable(note))], 'note')];
  if (summary === '') {
    const none = 'No artefact of this corpus supports an answer, so none is given.';
    return [heading, paragraph([text(none)], 'lead'), ...said];
  }
  const isRepeated = sentences.some((sentence) => sentence.text === summary);
  return [
    heading,
    ...(isRepeated ? [] : [paragraph([text(printable(summary))], 'lead')]),
    ...sentences.flatMap((sentence) => composeSentence(sentence, artefacts)),
    ...more(left_out.sentences, 'sentences'),
    ...said,
  ];
}

function composeSentence({ text: said, citations }: ReportSentence, artefacts: Artefacts): ReportBlock[] {
  return [
    paragraph([text(printable(said))], 'sentence'),
    ...citations.map(({ artefact_id, quote, start, end }): ReportBlock => {
      const cited = artefacts.get(artefact_id);
      return {
        kind: 'quote',
        quote: quoted(quote, cited),
        source: [
          ...sourceOf(artefact_id, cited),
          muted(` Verbatim, characters ${start} to ${end} of its text.`),
        ],
      };
    }),
  ];
}

export function quoted(quote: string, cited: Numbered | undefined): TextRun {
  const shown = printable(quote);
  return { text: `“${shown}”`, ...(cited === undefined ? {} : langOf(cited.artefact.lang, shown)) };
}

/** Where a quote is from, in one line. */
export function sourceOf(id: string, cited: Numbered | undefined): Line {
  if (cited === undefined) return [code(id)];
  const { domain, licence, observed_at } = cited.artefact;
  const facts = ` · ${printable(domain)} · ${printable(licence)} · first observed ${dayWords(observed_at)}.`;
  return [pill(cited), text(' '), titleOf(cited.artefact), text(facts)];
}

export function composeHistory({ transitions, left_out }: TrustReport): ReportBlock[] {
  const heading: ReportBlock = { kind: 'heading', level: 2, text: 'How the verdict came', id: 'history' };
  if (transitions.length === 0) {
    return [heading, paragraph([text('This answer has not been evaluated yet.')])];
  }
  return [
    heading,
    ...(left_out.transitions === 0
      ? []
      : [paragraph([text(`${grouped(left_out.transitions)} earlier changes are not listed.`)], 'note')]),
    {
      kind: 'table',
      caption: 'Verdicts of this answer, oldest first, as the log has them',
      columns: [
        { title: 'Log entry', width: 10 },
        { title: 'When', width: 22 },
        { title: 'Verdict', width: 22 },
        { title: 'Why', width: 46 },
      ],
      rows: transitions.map((one) => ({ cells: transitionCells(one) })),
    },
  ];
}

function transitionCells({ seq, at, from, to, reasons }: ReportTransition): Line[][] {
  const why = reasons.map((reason) => [text(reasonWords(reason.code)), ...about(reason)]);
  return [
    [[text(grouped(seq))]],
    [[text(timeWords(at))]],
    [[strong(verdictWord(to))], [muted(`before: ${verdictWord(from).toLowerCase()}`)]],
    why.length === 0 ? [[text(verdictMeaning(to))]] : why,
  ];
}

/** What a reason is about: the bare id of its claim or artefact. */
function about({ claim, artefact }: FindingReason): Line {
  const id = artefact ?? claim?.slice(claim.lastIndexOf('/') + 1);
  return id === undefined ? [] : [text(' '), code(id)];
}

export function paragraph(line: Line, tone?: 'lead' | 'sentence' | 'note'): ReportBlock {
  return { kind: 'paragraph', line, ...(tone === undefined ? {} : { tone }) };
}

/** States how many are not listed, if any. */
export function more(count: number, what: string): ReportBlock[] {
  if (count === 0) return [];
  return [paragraph([text(`+${grouped(count)} more ${what}: the receipt has all of them.`)], 'note')];
}
