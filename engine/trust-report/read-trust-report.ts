/**
 * Reading what a trust report is made of, as of one position of the log (docs/spec/contract.md#ae-trust-report).
 * No clock is asked: that a snapshot grows old by itself is said as the time from which it will be.
 */
import type { AnswerId, ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState, Observation } from '../../graph/artefact.ts';
import type { LogReader } from '../../graph/store/log.ts';
import { type RangeReader, readRange } from '../../graph/store/ranges.ts';
import { type RecordReader, readRecord } from '../../graph/store/records.ts';
import type { CorpusRecord, FindingRecord, View } from '../../graph/store/rows.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { StoreCorrupted } from '../../graph/store/store.ts';
import type { Answer, AnswerView } from '../answer/answer.ts';
import { freshUntil } from '../answer/freshness.ts';
import { readAnswer } from '../answer/read-answer.ts';
import { readDatedWord } from '../artefact/dated-word.ts';
import type { Beliefs } from '../belief/read-beliefs.ts';
import type { CheckpointSigner } from '../log/read-checkpoint.ts';
import { readReceipt } from '../receipt/read-receipt.ts';
import { nextSlice } from '../slices.ts';
import { viewOf } from '../view.ts';
import { buildTrustReport } from './build-trust-report.ts';
import { MAX_EXPLAINED_LEDGER, type ReadBelief } from './explain-claim.ts';
import { artefactIdsOf } from './report-artefacts.ts';
import { REPORT_BOUNDS, type ReportPosition, type TrustReport } from './trust-report.ts';

/** How often a reading starts again because its corpus has moved on meanwhile, before it takes the earlier state. */
const MAX_TRIES = 5;
const FINDINGS_PAGE = 1_000;

export interface ReportReading {
  readonly reader: GraphReader;
  readonly beliefs: Beliefs;
  readonly sign: CheckpointSigner;
}

/** Null for an unknown id and for another tenant's, alike. */
export async function readTrustReport(
  reading: ReportReading,
  id: AnswerId,
  tenant: string,
): Promise<TrustReport | null> {
  const { reader, sign } = reading;
  const stored = await readAnswer(reader, id, tenant);
  const receipt = stored && (await readReceipt(reader, sign, id, tenant));
  if (stored === null || receipt === null) return null;
  const { answer } = stored;
  const position = await readPosition(reading, answer);
  const history = await readHistory(reader, id, tenant, position.tree_size);
  const artefacts = await readArtefacts(reader, artefactIdsOf(answer, receipt.receipt));
  return buildTrustReport({
    answer: asOf(stored, history.transitions),
    receipt,
    position,
    history,
    beliefs: await readBeliefs(reading, answer, position.view),
    artefacts,
    saidAt: await readSaidAt(reader, artefacts),
    observations: await readObservations(reader, artefacts, position),
  });
}

/** The verdict is that of the last transition in the log by then. */
function asOf(stored: AnswerView, transitions: readonly FindingRecord[]): AnswerView {
  const last = transitions.at(-1);
  if (last === undefined) return stored;
  const { to, reasons } = last.body;
  return { ...stored, trust: { findings_state: to, reasons, seq: last.seq, at: last.at } };
}

/** The corpus as it is at the head: both are read until the one has not moved while the other was read. */
async function readPosition({ reader, sign }: ReportReading, answer: Answer): Promise<ReportPosition> {
  const { name } = answer.corpus;
  let corpus = await readCorpus(reader, name);
  let { size } = await reader.head();
  for (let tries = 1; tries < MAX_TRIES; tries += 1) {
    const again = await readCorpus(reader, name);
    if (again.size === corpus.size && again.observedAt === corpus.observedAt) break;
    corpus = again;
    size = (await reader.head()).size;
  }
  const [newest] = await reader.entries({ after: size - 2, limit: 1, types: null });
  if (newest?.entry.seq !== size - 1) throw new StoreCorrupted(`entry ${size - 1} is missing`, size - 1);
  const { request } = answer;
  const window = { mode: request.mode, maxSnapshotAge: request.max_snapshot_age, asOf: request.as_of };
  return {
    tree_size: size,
    root: newest.root,
    checkpoint: await sign({ size, root: Buffer.from(newest.root, 'hex') }),
    view: viewOf(corpus, request.as_of).view,
    observed_at: corpus.observedAt,
    // An answer that says nothing rests on no snapshot.
    fresh_until: answer.claims.length === 0 ? null : freshUntil(corpus, window),
  };
}

async function readCorpus(reader: RecordReader, name: string): Promise<CorpusRecord> {
  const corpus = await readRecord(reader, 'corpora', name);
  if (corpus === null) throw new StoreCorrupted(`corpus ${name} is missing`, 0);
  return corpus;
}

/** Transitions before that size of the log: the newest ones, and how many came before them. */
async function readHistory(
  reader: RangeReader,
  id: AnswerId,
  tenant: string,
  size: number,
): Promise<{ transitions: FindingRecord[]; earlier: number }> {
  let transitions: FindingRecord[] = [];
  let earlier = 0;
  for (let after = -1; ; ) {
    const page: FindingRecord[] = await readRange(
      reader,
      'findings',
      { tenant, after, answers: [id] },
      { limit: FINDINGS_PAGE },
    );
    const all = [...transitions, ...page.filter(({ seq }) => seq < size)];
    transitions = all.slice(-REPORT_BOUNDS.transitions);
    earlier += all.length - transitions.length;
    const last = page.at(-1);
    if (last === undefined || page.length < FINDINGS_PAGE) return { transitions, earlier };
    after = last.seq;
  }
}

/** Ledgers that are short enough to be explained are read whole. */
async function readBeliefs(
  { beliefs }: ReportReading,
  answer: Answer,
  view: View,
): Promise<Map<ClaimAddr, ReadBelief>> {
  const claims = answer.claims.slice(0, REPORT_BOUNDS.claims).map(({ addr }) => addr);
  const found = await beliefs.read(claims, view);
  const read = new Map<ClaimAddr, ReadBelief>();
  for (const [claim, { fold, context, ledger }] of found) {
    await nextSlice();
    const { count } = ledger;
    const entries = count > MAX_EXPLAINED_LEDGER ? [] : await ledger.page(0, count);
    read.set(claim, { fold, context, events: count, entries, until: view.until });
  }
  return read;
}

async function readArtefacts(
  reader: RecordReader,
  ids: readonly ArtefactId[],
): Promise<Map<ArtefactId, ArtefactState>> {
  const states = ids.length === 0 ? [] : await reader.records('artefacts', ids);
  return new Map(states.flatMap((one) => (one === null ? [] : [[one.record.artefact_id, one] as const])));
}

/** Withdrawals are few: a read for each. */
async function readSaidAt(
  reader: LogReader,
  artefacts: ReadonlyMap<ArtefactId, ArtefactState>,
): Promise<Map<number, string>> {
  const words = [...artefacts.values()].flatMap(({ withdrawn, redacted }) => [
    withdrawn ?? [],
    redacted ?? [],
  ]);
  const said = new Map<number, string>();
  for (const word of words.flat()) said.set(word.seq, (await readDatedWord(reader, word)).at);
  return said;
}

async function readObservations(
  reader: RangeReader,
  artefacts: ReadonlyMap<ArtefactId, ArtefactState>,
  { tree_size: size }: ReportPosition,
): Promise<Map<ArtefactId, readonly Observation[]>> {
  const states = [...artefacts.values()];
  const seen =
    states.length === 0
      ? []
      : await reader.ranges('observations', { by: states.map(({ record }) => record.hash) });
  return new Map(
    states.map(({ record }, index) => [
      record.artefact_id,
      (seen[index] ?? []).filter(({ seq }) => seq < size),
    ]),
  );
}
