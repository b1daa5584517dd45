/** Reading a stored answer with its verdict as of now. */
import type { AnswerId } from '../../graph/address.ts';
import { decodeCanonical, STORED_LIMITS } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { FindingRecord, GraphReader } from '../../graph/store.ts';
import type { Answer, AnswerView, Trust } from './answer.ts';
import { AnswerDamaged } from './answer-damaged.ts';

/** Null for an unknown id and for another tenant's, alike. @throws {AnswerDamaged} where its bytes have changed */
export async function readAnswer(
  reader: GraphReader,
  id: AnswerId,
  tenant: string,
): Promise<AnswerView | null> {
  const [record] = await reader.answers([id]);
  if (!record || record.tenant !== tenant) return null;
  const [bytes] = await reader.blobs([record.body.answer_hash]);
  if (!bytes || blake3Hex(bytes) !== record.body.answer_hash) {
    throw new AnswerDamaged('answer', id, record.seq);
  }
  const [finding] = await reader.latestFindings([id]);
  return {
    // The bytes are what `ask` encoded: their hash stands in the log.
    answer: decodeCanonical(bytes, STORED_LIMITS) as Answer,
    tenant: record.tenant,
    seq: record.seq,
    at: record.at,
    trust: trustOf(finding ?? null),
  };
}

function trustOf(finding: FindingRecord | null): Trust {
  if (finding === null) {
    const reasons = [{ code: 'not_evaluated' as const, claim: null }];
    return { findings_state: 'UNKNOWN', reasons, seq: -1, at: null };
  }
  const { to, reasons } = finding.body;
  return { findings_state: to, reasons, seq: finding.seq, at: finding.at };
}
