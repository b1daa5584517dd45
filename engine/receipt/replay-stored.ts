/** Re-executes the receipts that a store holds, of every tenant: each must come out byte for byte as it is stored. */
import type { AnswerId } from '../../graph/address.ts';
import { sameBytes } from '../../graph/bytes.ts';
import { decodeCanonical, encodeCanonical, STORED_LIMITS } from '../../graph/canonical.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { LogReader } from '../../graph/store/log.ts';
import { readRange } from '../../graph/store/ranges.ts';
import type { AnswerRecord } from '../../graph/store/rows.ts';
import { type GraphReader, StoreUnavailable } from '../../graph/store/store.ts';
import { rootAt } from './check-store-tree.ts';
import { receiptBytes } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import { replayReceipt } from './replay-receipt.ts';

export interface ReplayedAnswer {
  readonly answer_id: AnswerId;
  readonly receipt_id: string;
  /** Null where the re-execution gave the stored bytes; else what is wrong, in one line. */
  readonly fault: string | null;
}

const PAGE = 200;

/** By corpus in order of appearance, then by position in the log. */
export async function* replayStored(reader: GraphReader): AsyncGenerator<ReplayedAnswer> {
  for (const { name } of await reader.corpora()) {
    let after = -1;
    for (;;) {
      const page = await readRange(reader, 'answersOfCorpus', { corpus: name, after }, { limit: PAGE });
      for (const record of page) yield await replayOne(reader, record);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.seq;
    }
  }
}

async function replayOne(reader: LogReader & BlobReader, record: AnswerRecord): Promise<ReplayedAnswer> {
  const { answer_id, receipt_id } = record.body;
  return { answer_id, receipt_id, fault: await faultOf(reader, record) };
}

async function faultOf(reader: LogReader & BlobReader, record: AnswerRecord): Promise<string | null> {
  try {
    const bytes = await receiptBytes(reader, record);
    // Made by `buildReceipt`: the hash stands in the log.
    const receipt = decodeCanonical(bytes, STORED_LIMITS) as Receipt;
    const again = encodeCanonical(replayReceipt(receipt, await rootAt(reader, receipt.view.seq + 1)));
    return sameBytes(again, bytes) ? null : 're-executing gives other bytes';
  } catch (fault) {
    if (fault instanceof StoreUnavailable) throw fault;
    return fault instanceof Error ? fault.message : String(fault);
  }
}
