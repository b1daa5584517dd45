/** Reads of corpora, of artefacts and of when their bytes were seen. */
import type { ArtefactState, Observation } from '../artefact.ts';
import type { RangeReads } from '../store/ranges.ts';
import type { RecordReader, RecordReads } from '../store/records.ts';
import type { CorpusRecord } from '../store/rows.ts';
import type { Connection } from './connection.ts';
import { recordOf } from './records.ts';

export function corpusReader(connection: Connection): Pick<RecordReader, 'corpora'> {
  return { corpora: async () => connection.records<CorpusRecord>('SELECT record FROM corpora ORDER BY id') };
}

export function artefactRecords(connection: Connection): RecordReads<'corpora' | 'artefacts'> {
  return {
    corpora: async (names) => connection.recordPerKey<CorpusRecord>(CORPORA, names),
    artefacts: async (ids) => connection.recordPerKey<ArtefactState>(BY_ID, ids),
  };
}

export function artefactRanges(
  connection: Connection,
): RangeReads<'artefacts' | 'versions' | 'artefactsByRef' | 'observations'> {
  return {
    artefacts: async ({ by, limit }) =>
      by.map(({ corpus, after }) => connection.records<ArtefactState>(OF_CORPUS, { corpus, after, limit })),
    versions: async ({ corpus, by }) => connection.recordsPerKey<ArtefactState>(BY_DOC, by, { corpus }),
    artefactsByRef: async ({ corpus, by }) => connection.recordsPerKey<ArtefactState>(BY_REF, by, { corpus }),
    observations: async ({ by }) =>
      connection
        .rowsPerKey<Observation & { readonly i: number }>(OBSERVATIONS, by)
        .map((rows) => rows.map(({ i: _, ...observation }) => observation)),
  };
}

const RECORD = `${recordOf('artefact', 'a')} AS record`;

const CORPORA =
  'SELECT k.key AS i, c.record FROM json_each(@keys) k CROSS JOIN corpora c ON c.name = k.value';
const BY_ID = `SELECT k.key AS i, ${RECORD} FROM json_each(@keys) k CROSS JOIN artefacts a ON a.id = k.value`;

const BY_DOC = `
  SELECT k.key AS i, ${RECORD} FROM json_each(@keys) k
  CROSS JOIN artefacts a ON a.corpus = @corpus AND a.doc_id = k.value
  ORDER BY a.version, a.seq`;

const OF_CORPUS = `
  SELECT ${RECORD} FROM artefacts a WHERE corpus = @corpus AND seq > @after
  ORDER BY seq LIMIT @limit`;

const BY_REF = `
  SELECT k.key AS i, a.seq, ${RECORD} FROM json_each(@keys) k
  CROSS JOIN artefacts a ON a.corpus = @corpus AND a.url = k.value
  UNION
  SELECT k.key AS i, a.seq, ${RECORD} FROM json_each(@keys) k
  CROSS JOIN artefacts a ON a.corpus = @corpus AND a.hash = k.value
  ORDER BY 2`;

const OBSERVATIONS = `
  SELECT k.key AS i, o.artefact, o.hash, o.observed_at, o.seq FROM json_each(@keys) k
  CROSS JOIN observations o ON o.hash = k.value
  ORDER BY o.observed_at, o.seq, o.artefact`;
