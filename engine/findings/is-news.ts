import type { FindingReason } from '../../graph/log/entry.ts';
import type { FindingRecord, View } from '../../graph/store/rows.ts';
import type { Verdict } from './evaluate.ts';

/** Whether a verdict is news: another state or other reasons, from a look that is not older than the last. */
export function isNews(before: FindingRecord | null, verdict: Verdict, view: View): boolean {
  if (before === null) return true;
  if (before.body.evaluated_seq > view.seq) return false;
  const { to: state, reasons } = before.body;
  return !isSameVerdict({ state, reasons }, verdict);
}

export function isSameVerdict(a: Verdict, b: Verdict): boolean {
  return a.state === b.state && sameReasons(a.reasons, b.reasons);
}

function sameReasons(a: readonly FindingReason[], b: readonly FindingReason[]): boolean {
  return a.length === b.length && a.every((reason, index) => textOf(reason) === textOf(b[index]));
}

/** A later dispute of a claim that is contested already is no other reason. */
function textOf(reason: FindingReason | undefined): string {
  return reason === undefined ? '' : [reason.code, reason.claim, reason.artefact].join(' ');
}
