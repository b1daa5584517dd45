/** The records of each test of the suite that every database of them passes, and entries for them. */
import { afterEach, beforeEach } from 'vitest';
import type { HistoryRecord, LinkRecord, RecordStore, SaveRecord, VerdictRecord } from '../../bff/records.ts';

/** A database that is empty at the beginning of each test. */
export interface EmptyRecords extends AsyncDisposable {
  open(): Promise<RecordStore>;
}

/** Those of the running test. */
export let records: RecordStore;
let place: EmptyRecords;

/** @param makePlace is called before each test */
export function openRecordsForEachTest(makePlace: () => Promise<EmptyRecords>): void {
  beforeEach(async () => {
    place = await makePlace();
    records = await place.open();
  });
  afterEach(async () => {
    await records[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });
}

export function openAnother(): Promise<RecordStore> {
  return place.open();
}

export async function reopen(): Promise<void> {
  await records[Symbol.asyncDispose]();
  records = await place.open();
}

export function entry(id: string, changes: Partial<HistoryRecord> = {}): HistoryRecord {
  return {
    id,
    user_id: 'u_1',
    org_id: 'acme',
    mode: 'verified',
    requested_at: 1_000,
    answer_id: 'ans_1',
    q: "Robert'); DROP TABLE queries;--",
    as_of: null,
    corpus: null,
    summary_hash: '0'.repeat(64),
    receipt_hash: null,
    metadata: '{}',
    findings_state: 'PASS',
    ...changes,
  };
}

export function verdict(
  answer_id: string,
  findings_state: VerdictRecord['findings_state'],
  seq: number,
): VerdictRecord {
  return { answer_id, findings_state, seq, at: null, reasons: [] };
}

export function saved(id: string, changes: Partial<SaveRecord> = {}): SaveRecord {
  return {
    id,
    user_id: 'u_1',
    answer_id: 'ans_1',
    snapshot_id: '1.a',
    created_at: 1_000,
    title: 'Moons',
    folder: null,
    q: 'How many?',
    summary: 'So many.',
    summary_hash: '0'.repeat(64),
    receipt_hash: null,
    as_of: null,
    corpus: null,
    findings_state: 'PASS',
    tags: [],
    ...changes,
  };
}

export function link(id: string, answer_id = 'ans_1'): LinkRecord {
  const made = { id, user_id: 'u_1', kind: 'page', answer_id, created_at: 1 } as const;
  return { ...made, q: 'Rings?', summary_hash: '0'.repeat(64), receipt_hash: null };
}

export const idsOf = async (filter: Parameters<RecordStore['history']>[0]) =>
  (await records.history(filter)).rows.map(({ id }) => id);

/** A tag of the user of these entries. */
export const TAGGED = { user: 'u_1', name: 'moons' };
