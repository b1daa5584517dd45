/** What a document states, read from the document alone and ready to be related to what the log holds. Pure. */
import type { ClaimCore, Span } from '../../graph/claim.ts';
import { type ReadableDocument, readClaims } from '../claims/read-claims.ts';
import { claimCoreOf } from '../reading/claims/claim-core.ts';
import { isClaim } from '../reading/claims/claim-policy.ts';

/** A document with its id in its corpus. */
export interface NamedDocument extends ReadableDocument {
  readonly docId: string;
}

export interface StatedClaim {
  readonly core: ClaimCore;
  /** The words that carry it. */
  readonly span: Span;
  readonly sentence: Span;
  readonly contextSpans: readonly Span[];
  /** False: the sentence is no claim, but states a figure: it is asserted where it contradicts another document's claim. */
  readonly isClaim: boolean;
}

const FIGURE = /\p{N}/u;

/**
 * One claim a structured value, or the sentence itself where nothing was structured, at each place that states it. Behind the
 * claims come the other sentences with a figure: rows of tables, instructions and fragments state values too.
 */
export function statedClaims(document: NamedDocument, corpus: string): StatedClaim[] {
  const source = { corpus, document: document.docId };
  const stated = readClaims(document).flatMap(({ said, claims, sentence, contextSpans }): StatedClaim[] => {
    const place = { sentence, contextSpans, isClaim: isClaim(said) };
    if (!place.isClaim && !FIGURE.test(said.text)) return [];
    if (!place.isClaim || claims.length === 0)
      return [{ core: claimCoreOf(source, said), span: sentence, ...place }];
    return claims.map(({ form, span }) => ({ core: claimCoreOf(source, said, form), span, ...place }));
  });
  return [...stated.filter((one) => one.isClaim), ...stated.filter((one) => !one.isClaim)];
}
