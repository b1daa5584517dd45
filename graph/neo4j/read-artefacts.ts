/** Reads of corpora, of artefacts and of when their bytes were seen. */
import type { ArtefactState, Observation } from '../artefact.ts';
import type { CorpusRecord, GraphReader } from '../store.ts';
import { indexable } from './bolt-values.ts';
import { type Connection, perKey } from './connection.ts';

type ArtefactReader = Pick<
  GraphReader,
  'corpora' | 'corpus' | 'artefacts' | 'versions' | 'artefactsOf' | 'artefactsByRef' | 'observations'
>;

export function artefactReader(connection: Connection): ArtefactReader {
  return {
    corpora: () => connection.records<CorpusRecord>(CORPORA),
    corpus: (name) => connection.record<CorpusRecord>(CORPUS, { name }),
    artefacts: (ids) => connection.recordPerKey<ArtefactState>(BY_ID, ids),
    versions: (corpus, docIds) =>
      connection.recordsPerKey<ArtefactState>(BY_DOC, docIds.map(indexable), { corpus }),
    artefactsOf: (corpus, after, limit) =>
      connection.records<ArtefactState>(OF_CORPUS, { corpus, after, limit }),
    artefactsByRef: (corpus, refs) =>
      connection.recordsPerKey<ArtefactState>(BY_REF, refs.map(indexable), { corpus }),
    observations: (hashes) => connection.recordsPerKey<Observation>(OBSERVATIONS, hashes),
  };
}

const CORPORA = 'MATCH (c:Corpus) RETURN c.record AS record ORDER BY c.ordinal';
const CORPUS = 'MATCH (c:Corpus {name: $name}) RETURN c.record AS record';
const BY_ID = perKey('MATCH (a:Artefact {id: key}) RETURN i, a.record AS record');

const BY_DOC = perKey(`
  MATCH (a:Artefact {corpus: $corpus, docId: key})
  RETURN i, a.record AS record ORDER BY a.version, a.seq`);

/** Ordered by every property of the index: see `read-ledger.ts`. */
const OF_CORPUS = `
  MATCH (a:Artefact) WHERE a.corpus = $corpus AND a.seq > $after
  RETURN a.record AS record ORDER BY a.corpus, a.seq LIMIT $limit`;

/** `UNION` drops the second of two rows for an artefact whose url is its hash. */
const BY_REF = perKey(`
  CALL (key) {
    MATCH (a:Artefact {corpus: $corpus, url: key}) RETURN a
    UNION
    MATCH (a:Artefact {corpus: $corpus, hash: key}) RETURN a
  }
  RETURN i, a.record AS record ORDER BY a.seq`);

const OBSERVATIONS = perKey(`
  MATCH (o:Observation {hash: key})
  RETURN i, o.record AS record ORDER BY o.observedAt, o.seq, o.artefact`);
