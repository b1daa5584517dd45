/** Provenance of an artefact (docs/spec/contract.md#ae-provenance). */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { LogEntry } from '../../graph/log/entry.ts';
import { readRecord } from '../../graph/store/records.ts';
import type { View } from '../../graph/store/rows.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { StoreCorrupted } from '../../graph/store/store.ts';
import { readBytesState } from '../artefact/bytes-state.ts';
import { readDatedWord } from '../artefact/dated-word.ts';
import { readLoggedWords } from '../artefact/logged-words.ts';
import { recordFault } from '../artefact/record-fault.ts';
import { readLogPlace, withoutEntry } from '../log/log-place.ts';
import type { CheckpointSigner } from '../log/read-checkpoint.ts';
import { type LicenceFilter, withoutWords } from '../retrieve/licence-filter.ts';
import { holdsBy, viewOf } from '../view.ts';
import { readAnswersOn } from './answers-on.ts';
import { artefactBrief } from './artefact-brief.ts';
import { bounded } from './bounded.ts';
import { readClaimsOf } from './claims-of.ts';
import { freshnessScore } from './freshness-score.ts';
import { readMirrorsOf } from './mirrors-of.ts';
import type { Provenance } from './provenance.ts';

const MAX_OBSERVATIONS = 100;
export const MAX_VERSIONS = 50;

export interface ProvenanceReading {
  readonly reader: GraphReader;
  readonly sign: CheckpointSigner;
  readonly licences: LicenceFilter;
}

/**
 * A fixed number of reads, whatever rests on the artefact. Null for an unknown one. The record is the log's: where the store
 * holds another one, that is named, and not believed.
 * @param tenant whose answers are shown
 * @param past as of when; null: now. Bytes, faults and the proof are as they are now, and so is a redaction.
 * @throws {StoreCorrupted} where the log has no entry of the artefact at the place that the store names
 */
export async function readProvenance(
  { reader, sign, licences }: ProvenanceReading,
  id: ArtefactId,
  tenant: string,
  past: View | null,
): Promise<Provenance | null> {
  const [held] = await reader.records('artefacts', [id]);
  if (!holdsBy(held, past?.until ?? null)) return null;
  const [logged] = await reader.entries({ after: held.seq - 1, limit: 1, types: null });
  // Whose words the store says were redacted, of that nothing is shown, whatever the log says of it.
  const state = asLogged(held, logged?.entry);
  const { fault: wordFault, withdrawn, redacted } = await readLoggedWords(reader, held);
  const { record } = state;
  const isClosed = (await licences.refusedAmong([state])).has(id);
  const corpus = await readRecord(reader, 'corpora', record.corpus);
  if (corpus === null) throw new StoreCorrupted(`the corpus of artefact ${id} is missing`, state.seq);
  const view = viewOf(corpus, past?.until ?? null);
  const { asOf } = view;
  const [seen = []] = await reader.ranges('observations', { by: [record.hash] });
  const [versions = []] = await reader.ranges('versions', { corpus: record.corpus, by: [record.doc_id] });
  const [occurrences = []] = await reader.ranges('occurrencesIn', { by: [id] });
  const mine = seen
    .filter(({ artefact, observed_at }) => artefact === id && (asOf === null || observed_at <= asOf))
    .map(({ observed_at }) => observed_at);
  const place = await readLogPlace(reader, sign, state.seq);
  return {
    view,
    record: isClosed || state.redacted !== undefined ? withoutWords(state).record : record,
    recordFault: recordFault(held, logged?.entry ?? null) ?? wordFault,
    bytes: await readBytesState(reader, { record, redacted }),
    freshness: freshnessScore(seen, state.effective_at, view.view.until),
    observations: bounded(mine.toReversed(), MAX_OBSERVATIONS),
    versions: bounded(
      versions.filter((one) => holdsBy(one, asOf)).map((one) => artefactBrief(one, asOf)),
      MAX_VERSIONS,
    ),
    ...(await readMirrorsOf(reader, record, asOf)),
    claims: await readClaimsOf(reader, licences, state, occurrences, asOf),
    answers: await readAnswersOn(reader, id, tenant, past),
    withdrawn: holdsBy(withdrawn, asOf) ? await readDatedWord(reader, withdrawn) : null,
    redacted: redacted === undefined ? null : await readDatedWord(reader, redacted),
    // The entry holds the summary.
    log: isClosed || state.redacted !== undefined ? withoutEntry(place) : place,
  };
}

function asLogged(held: ArtefactState, entry: LogEntry | undefined): ArtefactState {
  const { seq, record } = held;
  const observed = entry?.seq === seq && entry.body.type === 'artefact.observed' ? entry.body.artefact : null;
  if (observed?.artefact_id === record.artefact_id) return { ...held, record: observed };
  throw new StoreCorrupted(`entry ${seq} of the log does not observe artefact ${record.artefact_id}`, seq);
}
