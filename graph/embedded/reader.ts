/** Everything that can be read, over one connection. */

import { beliefReader } from '../store/beliefs.ts';
import { readerByKind } from '../store/by-kind.ts';
import type { RangeReads } from '../store/ranges.ts';
import type { RecordReads } from '../store/records.ts';
import type { GraphReader } from '../store/store.ts';
import type { Connection } from './connection.ts';
import { fingerprintReader } from './fingerprints.ts';
import { annotationLists } from './list-annotations.ts';
import { artefactLists } from './list-artefacts.ts';
import { claimAddrs, claimLists } from './list-claims.ts';
import { annotationCounts, annotationRecords, voiceRanges } from './read-annotations.ts';
import { answerLists, answerRanges, answerRecords } from './read-answers.ts';
import { artefactRanges, artefactRecords, corpusReader } from './read-artefacts.ts';
import { beliefReads } from './read-beliefs.ts';
import { chainMembers } from './read-chains.ts';
import { claimRanges, claimRecords } from './read-claims.ts';
import { countReader } from './read-counts.ts';
import { edgeReader } from './read-edges.ts';
import { citations, ledgerRanges, ledgerRecords } from './read-ledger.ts';
import { blobReader, entryRecords, logReader } from './read-log.ts';
import { pageRanges } from './read-pages.ts';
import { sharingReader } from './sharing.ts';
import { tallyLists } from './tallies.ts';
import { sectionRecords, textReader } from './text-index.ts';

/**
 * Each read is one statement, and so sees one committed state (or, on the writer's connection, the transaction's); but what
 * looks at all of a corpus goes slice by slice (`slices.ts`), where its view bounds it.
 */
export function readerOf(connection: Connection): GraphReader {
  return {
    ...logReader(connection),
    ...blobReader(connection),
    ...corpusReader(connection),
    ...readerByKind({
      records: recordsOf(connection),
      ranges: rangesOf(connection),
      lists: {
        claims: claimLists(connection),
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
    ...textReader(connection),
    ...sharingReader(connection),
    ...fingerprintReader(connection),
    ...beliefReader(beliefReads(connection)),
  };
}

function recordsOf(connection: Connection): RecordReads {
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

function rangesOf(connection: Connection): RangeReads {
  return {
    ...artefactRanges(connection),
    ...claimRanges(connection),
    ...ledgerRanges(connection),
    ...voiceRanges(connection),
    ...answerRanges(connection),
    ...pageRanges(connection),
  };
}
