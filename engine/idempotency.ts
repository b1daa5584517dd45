/**
 * `Idempotency-Key`: a retry of a write is the write that it repeats (docs/spec/decisions.md#3-idempotency). A key
 * stands in the entry that it was first sent with, and is known from there alone, so that a rebuilt store knows the
 * same keys. A write whose content is there already keeps its key in an entry of its own: without one, a late retry
 * would be done again, over whatever its sender has said since.
 */

import type { NewEntry } from '../graph/log/command.ts';
import type { Idempotency, IdempotencyKept } from '../graph/log/entry.ts';
import type { RecordReader } from '../graph/store/records.ts';
import { done, type Outcome, refused } from './refusal.ts';

/** A write that may carry a key. */
export interface GuardedRequest {
  readonly writer: { readonly actorRoot: string };
  /** `Idempotency-Key` with the hash of the request's canonical body. */
  readonly idempotency: { readonly key: string; readonly requestHash: string } | null;
}

/** What the entry keeps of the request's key. */
export function keptKey(request: GuardedRequest): Idempotency | null {
  const { idempotency } = request;
  return idempotency && { key: scopedKey(request), request_hash: idempotency.requestHash };
}

/** What a key can guard, by the form of its results' ids. */
export type GuardedWrite = 'evidence' | 'annotation';

/**
 * The id of what an earlier request with the same key led to, null when there was none. `invalid:idempotency_key` where
 * that one was another write, or had another body: `details.used_for` says which write it was.
 */
export async function earlierResult(
  state: RecordReader,
  write: GuardedWrite,
  request: GuardedRequest,
): Promise<Outcome<string | null>> {
  if (request.idempotency === null) return done(null);
  const [known] = await state.records('idempotency', [scopedKey(request)]);
  if (!known) return done(null);
  const used_for = writeOf(known.result_id);
  if (used_for === write && known.request_hash === request.idempotency.requestHash) {
    return done(known.result_id);
  }
  const how = used_for === write ? 'with another body' : 'for another write';
  return refused('invalid:idempotency_key', `this Idempotency-Key was used ${how}`, { used_for });
}

function writeOf(resultId: IdempotencyKept['result_id']): GuardedWrite {
  return resultId.startsWith('e1') ? 'evidence' : 'annotation';
}

/** What keeps a key that came with content that is there already; nothing where there is no key. */
export function keepKey(request: GuardedRequest, resultId: IdempotencyKept['result_id']): NewEntry[] {
  const idempotency = keptKey(request);
  if (idempotency === null) return [];
  const body: IdempotencyKept = { type: 'idempotency.kept', idempotency, result_id: resultId };
  return [{ corpus: null, tenant: null, effectiveAt: null, body }];
}

/** Each writer has keys of its own. */
function scopedKey({ idempotency, writer }: GuardedRequest): string {
  return `${writer.actorRoot}\n${idempotency?.key ?? ''}`;
}
