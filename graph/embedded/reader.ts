/** Everything that can be read, over one connection. */
import type { GraphReader } from '../store.ts';
import type { Connection } from './connection.ts';
import { fingerprintReader } from './fingerprints.ts';
import { artefactLists } from './list-artefacts.ts';
import { claimLists } from './list-claims.ts';
import { annotationReader } from './read-annotations.ts';
import { answerReader } from './read-answers.ts';
import { artefactReader } from './read-artefacts.ts';
import { claimReader } from './read-claims.ts';
import { countReader } from './read-counts.ts';
import { edgeReader } from './read-edges.ts';
import { ledgerReader } from './read-ledger.ts';
import { logReader } from './read-log.ts';
import { pageReader } from './read-pages.ts';
import { sharingReader } from './sharing.ts';
import { textReader } from './text-index.ts';

/**
 * Each read is one statement, and so sees one committed state (or, on the writer's connection, the transaction's); but what
 * looks at all of a corpus goes slice by slice (`slices.ts`), where its view bounds it.
 */
export function readerOf(connection: Connection): GraphReader {
  return {
    ...logReader(connection),
    ...artefactReader(connection),
    ...claimReader(connection),
    ...ledgerReader(connection),
    ...pageReader(connection),
    ...annotationReader(connection),
    ...textReader(connection),
    ...answerReader(connection),
    ...countReader(connection),
    ...claimLists(connection),
    ...artefactLists(connection),
    ...edgeReader(connection),
    ...fingerprintReader(connection),
    ...sharingReader(connection),
  };
}
