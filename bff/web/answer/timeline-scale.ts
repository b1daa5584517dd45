/** Where days and values stand on the timeline. Days are days of the world's clock, like the engine's. Pure. */
import type { ValueRun } from '../trpc.ts';

/** Whole months, from the first of the month before the oldest value until today. */
export interface ShownSpan {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly end: number;
  /** How many firsts of a month there are; the step behind the last of them is today. */
  readonly months: number;
}

/** Nearer values share a label. */
const APART = 8;

/** @param oldest RFC 3339, null where nothing is dated @param now epoch milliseconds */
export function spanOf(oldest: string | null, now: number): ShownSpan {
  const first = new Date(oldest === null ? now : Date.parse(oldest));
  const start = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - 1, 1);
  const end = new Date(now);
  const begun = new Date(start);
  const months =
    (end.getUTCFullYear() - begun.getUTCFullYear()) * 12 + end.getUTCMonth() - begun.getUTCMonth() + 1;
  return { start, end: now, months };
}

/** @param month from 0 @returns `YYYY-MM-DD` */
export function dayOfMonth(month: number, { start }: ShownSpan): string {
  const first = new Date(start);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1))
    .toISOString()
    .slice(0, 10);
}

/** The month of a day, within the span. */
export function monthOf(day: string, { start, months }: ShownSpan): number {
  const first = new Date(start);
  const at = new Date(day);
  const month = (at.getUTCFullYear() - first.getUTCFullYear()) * 12 + at.getUTCMonth() - first.getUTCMonth();
  return Math.min(months, Math.max(0, month));
}

/** The value that was known on a day; null before the first. @param asOf null: today */
export function runAt(runs: readonly ValueRun[], asOf: string | null): ValueRun | null {
  if (asOf === null) return runs.at(-1) ?? null;
  const until = asOf.length === 10 ? `${asOf}T23:59:59.999Z` : asOf;
  return runs.findLast(({ from }) => from <= until) ?? null;
}

/** 0 to 100. */
function placeOf(instant: string, { start, end }: ShownSpan): number {
  const part = (Date.parse(instant) - start) / Math.max(1, end - start);
  return Math.round(Math.min(1, Math.max(0, part)) * 1_000) / 10;
}

export interface MarkLabel {
  /** 0 to 100. */
  readonly at: number;
  /** Oldest first. */
  readonly runs: readonly ValueRun[];
}

export function labelsOf(runs: readonly ValueRun[], span: ShownSpan): readonly MarkLabel[] {
  const labels: MarkLabel[] = [];
  for (const run of runs) {
    const at = placeOf(run.from, span);
    const last = labels.at(-1);
    if (last === undefined || at - last.at >= APART) labels.push({ at, runs: [run] });
    else labels.splice(-1, 1, { at: last.at, runs: [...last.runs, run] });
  }
  return labels;
}
