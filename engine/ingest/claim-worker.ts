/** A thread of `ClaimReaders`: documents go in, what they state comes out, one reply a request. */
import { parentPort } from 'node:worker_threads';
import { type NamedDocument, type StatedClaim, statedClaims } from './stated-claims.ts';

export interface ClaimRequest {
  readonly id: number;
  readonly corpus: string;
  readonly documents: readonly NamedDocument[];
}

export type ClaimReply =
  | { readonly id: number; readonly stated: readonly (readonly StatedClaim[])[] }
  | { readonly id: number; readonly fault: string };

parentPort?.on('message', (request: ClaimRequest) => parentPort?.postMessage(replyTo(request)));

function replyTo({ id, corpus, documents }: ClaimRequest): ClaimReply {
  try {
    return { id, stated: documents.map((document) => statedClaims(document, corpus)) };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}
