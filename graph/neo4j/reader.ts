/** Everything that can be read, over one connection. */
import type { GraphReader } from '../store.ts';
import type { Connection } from './connection.ts';
import { fingerprintReader } from './fingerprints.ts';
import { annotationReader } from './read-annotations.ts';
import { answerReader } from './read-answers.ts';
import { artefactReader } from './read-artefacts.ts';
import { claimReader } from './read-claims.ts';
import { countReader } from './read-counts.ts';
import { edgeReader } from './read-edges.ts';
import { ledgerReader } from './read-ledger.ts';
import { listReader } from './read-lists.ts';
import { logReader } from './read-log.ts';
import { pageReader } from './read-pages.ts';
import { sharingReader } from './sharing.ts';
import type { TextIndexes } from './text-index.ts';
import { textReader } from './text-index.ts';

/** Each read is one statement, of its own or of the transaction that the connection belongs to. */
export function readerOf(connection: Connection, indexes: TextIndexes): GraphReader {
  return {
    ...logReader(connection),
    ...artefactReader(connection),
    ...claimReader(connection),
    ...ledgerReader(connection),
    ...pageReader(connection),
    ...annotationReader(connection),
    ...textReader(connection, indexes),
    ...answerReader(connection),
    ...countReader(connection),
    ...listReader(connection),
    ...edgeReader(connection),
    ...fingerprintReader(connection),
    ...sharingReader(connection, indexes),
  };
}
