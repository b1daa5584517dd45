/** Everything that can be read, over one connection. */

import { beliefReader } from '../store/beliefs.ts';
import { readerByKind } from '../store/by-kind.ts';
import type { RangeReads } from '../store/ranges.ts';
import type { RecordReads } from '../store/records.ts';
import type { GraphReader } from '../store/store.ts';
import type { Neo4jConnection } from './connection.ts';
import { fingerprintReader } from './fingerprints.ts';
import { annotationLists } from './list-annotations.ts';
import { artefactLists } from './list-artefacts.ts';
import { annotationCounts, annotationRecords, voiceRanges } from './read-annotations.ts';
import { answerLists, answerRanges, answerRecords } from './read-answers.ts';
import { artefactRanges, artefactRecords, corpusReader } from './read-artefacts.ts';
import { beliefReads } from './read-beliefs.ts';
import { chainMembers } from './read-chains.ts';
import { claimRanges, claimRecords } from './read-claims.ts';
import { countReader } from './read-counts.ts';
import { edgeReader } from './read-edges.ts';
import { citations, ledgerRanges, ledgerRecords } from './read-ledger.ts';
import { claimAddrs, claimLists } from './read-lists.ts';
import { blobReader, entryRecords, logReader } from './read-log.ts';
import { pageRanges } from './read-pages.ts';
import { sharingReader } from './sharing.ts';
import { tallyLists } from './tallies.ts';
import type { TextIndexes } from './text-index.ts';
import { sectionRecords, textReader } from './text-index.ts';
import type { CorporaByName } from './whole-counts.ts';

/**
 * Each read is one statement, of its own or of the transaction that the connection belongs to.
 * @param corpora how counts read corpora; by default over the connection
 */
export function readerOf(
  connection: Neo4jConnection,
  indexes: TextIndexes,
  corpora?: CorporaByName,
): GraphReader {
  return {
    ...logReader(connection),
    ...blobReader(connection),
    ...corpusReader(connection),
    ...readerByKind({
      records: recordsOf(connection),
      ranges: rangesOf(connection),
      lists: {
        claims: claimLists(connection, corpora),
        artefacts: artefactLists(connection),
        tallies: tallyLists(connection),
        chainMembers: chainMembers(connection),
        annotations: annotationLists(connection),
      },
    }),
    ...claimAddrs(connection),
    ...countReader(connection),
    ...annotationCounts(connection),
    ...answerLists(connection),
    ...edgeReader(connection),
    ...citations(connection),
    ...textReader(connection, indexes),
    ...sharingReader(connection, indexes),
    ...fingerprintReader(connection),
    ...beliefReader(beliefReads(connection)),
  };
}

function recordsOf(connection: Neo4jConnection): RecordReads {
  return {
    ...entryRecords(connection),
    ...artefactRecords(connection),
    ...sectionRecords(connection),
    ...claimRecords(connection),
    ...ledgerRecords(connection),
    ...annotationRecords(connection),
    ...answerRecords(connection),
  };
}

function rangesOf(connection: Neo4jConnection): RangeReads {
  return {
    ...artefactRanges(connection),
    ...claimRanges(connection),
    ...ledgerRanges(connection),
    ...voiceRanges(connection),
    ...answerRanges(connection),
    ...pageRanges(connection),
  };
}
