/** The values that a document states, as the structured reading finds them. Pure. */
import { readClaims } from '../../engine/claims/read-claims.ts';
import { proseLayout } from '../../engine/reading/document/prose-layout.ts';
import type { ClaimForm } from '../../graph/claim.ts';

export interface ReadDocumentText {
  readonly title: string;
  readonly text: string;
  readonly lang: string;
  readonly published: string | null;
}

export interface DocumentClaims {
  readonly sentences: number;
  readonly forms: readonly ClaimForm[];
}

export function claimsIn(document: ReadDocumentText): DocumentClaims {
  const readings = readClaims({ ...document, layout: proseLayout(document.text) });
  return {
    sentences: readings.length,
    forms: readings.flatMap(({ claims }) => claims.map(({ form }) => form)),
  };
}
