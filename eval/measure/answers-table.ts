/** Figures of answers as a Markdown table, a line a set. Pure. */

import { share } from '../statistics.ts';
import type { BaselineRight, MeasuredSet } from './measure-corpus.ts';

const HEADER = [
  'Set',
  'Documents',
  'Right',
  'Wrong',
  'Unanswerable, empty',
  'Answer or passages hold it',
  'BM25, best 1',
  'best 3',
  'Cosine, best 1',
  'best 3',
  'Quotes not verbatim',
  'p50',
  'CPU each',
];

export function answersTable(sets: readonly MeasuredSet[]): string[] {
  const rule = HEADER.map((_, index) => (index === 0 ? '---' : '---:'));
  return [HEADER, rule, ...sets.map(rowOf)].map((cells) => `| ${cells.join(' | ')} |`);
}

function rowOf({ figures, meter }: MeasuredSet): string[] {
  const { answerable } = figures;
  const latency = meter.summary();
  return [
    figures.name,
    figures.documents.toLocaleString('en'),
    ofAll(figures.right, answerable),
    percent(figures.wrong, answerable),
    `${figures.unanswerable_empty} of ${figures.unanswerable}`,
    percent(figures.held, answerable),
    ...baselineCells(figures.bm25, answerable),
    ...baselineCells(figures.cosine, answerable),
    `${figures.not_verbatim} of ${figures.quotes}`,
    `${Math.round(latency.p50_ms)} ms`,
    `${Math.round(latency.cpu_ms_each)} ms`,
  ];
}

function baselineCells(right: BaselineRight | null, answerable: number): string[] {
  if (right === null) return ['–', '–'];
  return [percent(right.one, answerable), percent(right.three, answerable)];
}

function ofAll(part: number, whole: number): string {
  return `${part} of ${whole}, ${percent(part, whole)}`;
}

function percent(part: number, whole: number): string {
  return `${Math.round(100 * share(part, whole))} %`;
}
