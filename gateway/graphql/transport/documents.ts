/** Documents that an operator lists: asked for by their hash, and, where only these are taken, the only ones. */
import { createHash } from 'node:crypto';
import { GraphQLError, validate } from 'graphql';
import type { DocumentPolicy } from '../config.ts';
import { parseWithinLimits } from '../cost/limits.ts';
import { schema } from '../schema.ts';

export const ANY_DOCUMENT: DocumentPolicy = { listed: new Map(), only: false };

/** What may stand in a request beside its query. */
interface Asked {
  readonly query?: string | undefined;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
}

const HASH = /^(?:sha256:)?([0-9a-f]{64})$/;

/**
 * The text that a request means: its own, else the listed one that `documentId` (`sha256:…`) or
 * `extensions.persistedQuery.sha256Hash` names; undefined where it names none.
 * @throws {GraphQLError} `missing:document`; of `persistedQuery` the codes by which its clients fall back to the text:
 * `PERSISTED_QUERY_NOT_FOUND`, and where nothing is listed `PERSISTED_QUERY_NOT_SUPPORTED`
 */
export function documentOf(
  { listed }: DocumentPolicy,
  { query, documentId, extensions }: Asked,
): string | undefined {
  if (query !== undefined && query !== '') return query;
  const persisted = hashIn(extensions);
  const id = documentId ?? persisted;
  if (id === undefined) return query;
  const [, hash = ''] = HASH.exec(String(id)) ?? [];
  const text = listed.get(hash);
  if (text !== undefined) return text;
  if (documentId === undefined) throw persistedError(listed.size > 0 ? 'Found' : 'Supported');
  throw requestError('missing:document', 'no document of this hash is listed here', 404);
}

/** In the words of automatic persisted queries, which clients of them look for. */
function persistedError(not: 'Found' | 'Supported'): GraphQLError {
  return requestError(`PERSISTED_QUERY_NOT_${not.toUpperCase()}`, `PersistedQueryNot${not}`, 404);
}

/** @throws {GraphQLError} `denied:document` for a text that is not listed, where only those are taken */
export function checkListed({ listed, only }: DocumentPolicy, text: string): void {
  if (!only || listed.has(sha256(text))) return;
  throw requestError('denied:document', 'only listed documents are taken here: name one by its hash', 403);
}

/**
 * Reads an operator's list: an object of texts by their SHA-256.
 * @throws {Error} in words that name the hash which is wrong: not its text's, or a document that would be refused
 */
export function readDocuments(json: string): ReadonlyMap<string, string> {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Error('it holds no object of documents by their SHA-256');
  }
  const texts = Object.entries(parsed);
  for (const [hash, text] of texts) checkDocument(hash, text);
  return new Map(texts);
}

function checkDocument(hash: string, text: unknown): asserts text is string {
  if (typeof text !== 'string' || sha256(text) !== hash)
    throw new Error(`${hash} is not the SHA-256 of its text`);
  const [fault] = validate(schema, parseWithinLimits(text));
  if (fault !== undefined) throw new Error(`${hash}: ${fault.message}`);
}

function hashIn(extensions: unknown): unknown {
  if (typeof extensions !== 'object' || extensions === null || !('persistedQuery' in extensions))
    return undefined;
  const { persistedQuery } = extensions;
  if (typeof persistedQuery !== 'object' || persistedQuery === null) return undefined;
  return 'sha256Hash' in persistedQuery ? persistedQuery.sha256Hash : undefined;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function requestError(code: string, message: string, status: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}
