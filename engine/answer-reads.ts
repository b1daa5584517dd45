/** The engine's reads of stored answers; who first sees that bytes have changed tells the monitor. */
import type { AnswerId } from '../graph/address.ts';
import { type GraphStore, StoreCorrupted } from '../graph/store/store.ts';
import { AnswerDamaged } from './answer/answer-damaged.ts';
import { listAnswers } from './answer/list-answers.ts';
import { wholeAnswer } from './answer/read-answer.ts';
import { readCurrentAnswers, readPastAnswers } from './answer/read-current-answer.ts';
import { withShownPassages } from './answer/shown-passages.ts';
import type { Beliefs } from './belief/read-beliefs.ts';
import type { Engine } from './engine.ts';
import { listFindings } from './findings/list-findings.ts';
import type { FindingsMonitor } from './findings/monitor.ts';
import type { CheckpointSigner } from './log/read-checkpoint.ts';
import type { Clock } from './ports.ts';
import { readReceipt, readReceipts } from './receipt/read-receipt.ts';
import { readAllReceiptProofs } from './receipt/receipt-proofs.ts';
import type { LicenceFilter } from './retrieve/licence-filter.ts';
import { readTrustReport } from './trust-report/read-trust-report.ts';

export interface AnswerReadsOptions {
  readonly store: GraphStore;
  readonly beliefs: Beliefs;
  readonly monitor: FindingsMonitor;
  readonly clock: Clock;
  readonly sign: CheckpointSigner;
  readonly licences: LicenceFilter;
}

type AnswerReads = Pick<
  Engine,
  | 'answer'
  | 'answers'
  | 'listAnswers'
  | 'listFindings'
  | 'receipt'
  | 'receipts'
  | 'receiptProofs'
  | 'trustReport'
>;

export function createAnswerReads(options: AnswerReadsOptions): AnswerReads {
  const { store, beliefs, monitor, clock, sign, licences } = options;
  const answers: AnswerReads['answers'] = async (ids, tenant, view) => {
    const found =
      view === null
        ? await readCurrentAnswers(store, ids, tenant, clock.now())
        : await readPastAnswers(store, ids, tenant, view);
    await tellDamaged(monitor, ids, found);
    return withShownPassages(store, licences, found);
  };
  return {
    answer: async (id, tenant) => {
      const [found = null] = await answers([id], tenant, null);
      return wholeAnswer(found);
    },
    answers,
    listAnswers: (request) => listAnswers(store, request),
    listFindings: (request) => listFindings(store, request),
    receipt: (id, tenant) => noticing(monitor, id, () => readReceipt(store, sign, id, tenant)),
    receipts: async (ids, tenant) => {
      const found = await readReceipts(store, ids, tenant);
      await tellDamaged(monitor, ids, found);
      return found;
    },
    receiptProofs: (receipts) => readAllReceiptProofs(store, sign, receipts),
    trustReport: (id, tenant) =>
      noticing(monitor, id, () => readTrustReport({ reader: store, beliefs, sign }, id, tenant)),
  };
}

async function tellDamaged(
  monitor: FindingsMonitor,
  ids: readonly AnswerId[],
  found: readonly unknown[],
): Promise<void> {
  const damaged = ids.filter((_, index) => found[index] instanceof AnswerDamaged);
  if (damaged.length > 0) await monitor.noticed({ damaged, whole: [] }).catch(() => undefined);
}

/** Where the bytes of an answer or its receipt have changed, the first read reports it. */
async function noticing<T>(monitor: FindingsMonitor, id: AnswerId, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (fault) {
    const told = { damaged: [id], whole: [] };
    if (fault instanceof StoreCorrupted) await monitor.noticed(told).catch(() => undefined);
    throw fault;
  }
}
