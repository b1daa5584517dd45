/** Reads of corpora, of artefacts and of when their bytes were seen. */
import type { ArtefactState, Observation } from '../artefact.ts';
import type { RangeReads } from '../store/ranges.ts';
import type { RecordReader, RecordReads } from '../store/records.ts';
import type { CorpusRecord } from '../store/rows.ts';
import { indexable } from './bolt-values.ts';
import { eachOf, type Neo4jConnection, perKey } from './connection.ts';

export function corpusReader(connection: Neo4jConnection): Pick<RecordReader, 'corpora'> {
  return { corpora: () => connection.records<CorpusRecord>(CORPORA) };
}

export function artefactRecords(connection: Neo4jConnection): RecordReads<'corpora' | 'artefacts'> {
  return {
    corpora: (names) => connection.recordPerKey<CorpusRecord>(CORPORA_BY_NAME, names),
    artefacts: (ids) => connection.recordPerKey<ArtefactState>(BY_ID, ids),
  };
}

export function artefactRanges(
  connection: Neo4jConnection,
): RangeReads<'artefacts' | 'versions' | 'artefactsByRef' | 'observations'> {
  return {
    artefacts: ({ by, limit }) =>
      eachOf(by, ({ corpus, after }) =>
        connection.records<ArtefactState>(OF_CORPUS, { corpus, after, limit }),
      ),
    versions: ({ corpus, by }) =>
      connection.recordsPerKey<ArtefactState>(BY_DOC, by.map(indexable), { corpus }),
    artefactsByRef: ({ corpus, by }) =>
      connection.recordsPerKey<ArtefactState>(BY_REF, by.map(indexable), { corpus }),
    observations: ({ by }) => connection.recordsPerKey<Observation>(OBSERVATIONS, by),
  };
}

const CORPORA = 'MATCH (c:Corpus) RETURN c.record AS record ORDER BY c.ordinal';
const CORPORA_BY_NAME = perKey('MATCH (c:Corpus {name: key}) RETURN i, c.record AS record');
const BY_ID = perKey('MATCH (a:Artefact {id: key}) RETURN i, a.record AS record');

const BY_DOC = perKey(`
  MATCH (a:Artefact {corpus: $corpus, docId: key}) USING INDEX a:Artefact(corpus, docId)
  RETURN i, a.record AS record ORDER BY a.version, a.seq`);

/** Ordered by every property of the index: see `read-ledger.ts`. */
const OF_CORPUS = `
  MATCH (a:Artefact) USING INDEX a:Artefact(corpus, seq, id)
  WHERE a.corpus = $corpus AND a.seq > $after AND a.id IS NOT NULL
  RETURN a.record AS record ORDER BY a.corpus, a.seq LIMIT $limit`;

/**
 * Plans are made from the counts of the moment: without these hints, one that was made for an empty store goes through all
 * nodes of a label for each key. `UNION` drops the second of two rows for an artefact whose url is its hash.
 */
const BY_REF = perKey(`
  CALL (key) {
    MATCH (a:Artefact {corpus: $corpus, url: key}) USING INDEX a:Artefact(corpus, url) RETURN a
    UNION
    MATCH (a:Artefact {corpus: $corpus, hash: key}) USING INDEX a:Artefact(corpus, hash) RETURN a
  }
  RETURN i, a.record AS record ORDER BY a.seq`);

const OBSERVATIONS = perKey(`
  MATCH (o:Observation {hash: key}) USING INDEX o:Observation(hash)
  RETURN i, o.record AS record ORDER BY o.observedAt, o.seq, o.artefact`);
