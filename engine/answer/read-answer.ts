/** Reading stored answers with their verdicts in the log. */
import type { AnswerId } from '../../graph/address.ts';
import { decodeCanonical, STORED_LIMITS } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { AnswerRecord, FindingRecord, View } from '../../graph/store/rows.ts';
import { latestFindings } from '../findings/latest-findings.ts';
import type { Answer, AnswerView, Trust } from './answer.ts';
import { AnswerDamaged } from './answer-damaged.ts';

/**
 * The result of looking up an answer: null for an unknown id and for another tenant's, alike; a fault where its bytes
 * changed.
 */
export type FoundAnswer = AnswerView | AnswerDamaged | null;

/** Null for an unknown id and for another tenant's, alike. @throws {AnswerDamaged} where its bytes have changed */
export async function readAnswer(
  reader: BlobReader & RecordReader & RangeReader,
  id: AnswerId,
  tenant: string,
): Promise<AnswerView | null> {
  const [found = null] = await readAnswers(reader, [id], tenant, null);
  return wholeAnswer(found);
}

/** @throws {AnswerDamaged} where the bytes have changed */
export function wholeAnswer(found: FoundAnswer): AnswerView | null {
  if (found instanceof AnswerDamaged) throw found;
  return found;
}

/** In the order of the ids. Three batch reads at most. @param view answers that existed by then; null: now */
export async function readAnswers(
  reader: BlobReader & RecordReader & RangeReader,
  ids: readonly AnswerId[],
  tenant: string,
  view: View | null,
): Promise<FoundAnswer[]> {
  const records = await recordsOf(reader, ids, tenant, view);
  const own = [
    ...new Map(records.flatMap((one) => (one === null ? [] : [[one.body.answer_id, one]]))).values(),
  ];
  if (own.length === 0) return records.map(() => null);
  const blobs = await reader.blobs(own.map(({ body }) => body.answer_hash));
  const findings = await latestFindings(
    reader,
    tenant,
    own.map(({ body }) => body.answer_id),
    view,
  );
  const views = new Map(
    own.map((record, index) => [
      record.body.answer_id,
      viewOf(record, blobs[index] ?? null, findings[index] ?? null),
    ]),
  );
  return records.map((record) => (record === null ? null : (views.get(record.body.answer_id) ?? null)));
}

/** Those of the tenant in the view, in the order of the ids. */
async function recordsOf(
  reader: RecordReader,
  ids: readonly AnswerId[],
  tenant: string,
  view: View | null,
): Promise<(AnswerRecord | null)[]> {
  const records = await reader.records('answers', ids);
  const isSeen = ({ seq }: AnswerRecord) => view === null || seq <= view.seq;
  return records.map((record) => (record?.tenant === tenant && isSeen(record) ? record : null));
}

function viewOf(
  { seq, at, tenant, body }: AnswerRecord,
  bytes: Uint8Array | null,
  finding: FindingRecord | null,
): AnswerView | AnswerDamaged {
  if (bytes === null || blake3Hex(bytes) !== body.answer_hash) {
    return new AnswerDamaged('answer', body.answer_id, seq);
  }
  // The bytes are what `ask` encoded: their hash stands in the log.
  const answer = decodeCanonical(bytes, STORED_LIMITS) as Answer;
  return { answer, tenant, seq, at, trust: trustOf(finding) };
}

function trustOf(finding: FindingRecord | null): Trust {
  if (finding === null) {
    const reasons = [{ code: 'not_evaluated' as const, claim: null }];
    return { findings_state: 'UNKNOWN', reasons, seq: -1, at: null };
  }
  const { to, reasons } = finding.body;
  return { findings_state: to, reasons, seq: finding.seq, at: finding.at };
}
