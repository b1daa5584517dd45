/** The GraphQL documents that an operator lists, read and checked before anything listens. */
import { readFileSync } from 'node:fs';
import { readDocuments } from '../../../gateway/graphql/transport/documents.ts';
import { usage } from '../failure.ts';

/** @throws {CommandFailure} that names the file, and the document in it that would be refused */
export function listedDocuments(file: string): ReadonlyMap<string, string> {
  try {
    return readDocuments(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw usage(`ADDUCE_GRAPHQL_DOCUMENTS is ${JSON.stringify(file)}: ${why}`);
  }
}
