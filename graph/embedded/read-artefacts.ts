/** Reads of corpora, of artefacts and of when their bytes were seen. */
import type { ArtefactState, Observation } from '../artefact.ts';
import type { CorpusRecord, GraphReader } from '../store.ts';
import type { Connection } from './connection.ts';

type ArtefactReader = Pick<
  GraphReader,
  'corpora' | 'corpus' | 'artefacts' | 'versions' | 'artefactsOf' | 'artefactsByRef' | 'observations'
>;

export function artefactReader(connection: Connection): ArtefactReader {
  return {
    corpora: async () => connection.records<CorpusRecord>('SELECT record FROM corpora ORDER BY id'),
    corpus: async (name) =>
      connection.record<CorpusRecord>('SELECT record FROM corpora WHERE name = @name', { name }),
    artefacts: async (ids) => connection.recordPerKey<ArtefactState>(BY_ID, ids),
    versions: async (corpus, docIds) => connection.recordsPerKey<ArtefactState>(BY_DOC, docIds, { corpus }),
    artefactsOf: async (corpus, after, limit) =>
      connection.records<ArtefactState>(OF_CORPUS, { corpus, after, limit }),
    artefactsByRef: async (corpus, refs) => connection.recordsPerKey<ArtefactState>(BY_REF, refs, { corpus }),
    observations: async (hashes) => connection.recordsPerKey<Observation>(OBSERVATIONS, hashes),
  };
}

const BY_ID = 'SELECT k.key AS i, a.record FROM json_each(@keys) k CROSS JOIN artefacts a ON a.id = k.value';

const BY_DOC = `
  SELECT k.key AS i, a.record FROM json_each(@keys) k
  CROSS JOIN artefacts a ON a.corpus = @corpus AND a.doc_id = k.value
  ORDER BY a.version, a.seq`;

const OF_CORPUS =
  'SELECT record FROM artefacts WHERE corpus = @corpus AND seq > @after ORDER BY seq LIMIT @limit';

const BY_REF = `
  SELECT k.key AS i, a.seq, a.record FROM json_each(@keys) k
  CROSS JOIN artefacts a ON a.corpus = @corpus AND a.url = k.value
  UNION
  SELECT k.key AS i, a.seq, a.record FROM json_each(@keys) k
  CROSS JOIN artefacts a ON a.corpus = @corpus AND a.hash = k.value
  ORDER BY 2`;

const OBSERVATIONS = `
  SELECT k.key AS i, o.record FROM json_each(@keys) k
  CROSS JOIN observations o ON o.hash = k.value
  ORDER BY o.observed_at, o.seq, o.artefact`;
