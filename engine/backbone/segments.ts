/**
 * Clauses at boundaries that a reader would call clear. They keep a value with its own subject and serve values,
 * never quotes: a citation is the full sentence (decisions §9).
 */
import type { Span } from '../../graph/claim.ts';

const BOUNDARY =
  /;\s+|\s[–—]\s|:\s+(?=(?:\p{Lu}|(?:it|they|he|she|there|that|this|these|those|we|you|nobody)\s))|,?\s(?=(?:while|whereas|although|though|whilst|mientras)\s)|,\s(?=(?:but|pero)\s)|,\s(?=(?:of|from|with)\s(?:whom|which|them)\s)|,\s(?=and\s(?:the|an?|its?|they|their|there|this|these|those|we|you|he|she|his|her|every|each|all|most|many|some|no)\s)/gu;

/** Cuts a sentence into segments, in order, touching, together the whole sentence. */
export function segmentsOf(text: string): Span[] {
  const segments: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(BOUNDARY)) {
    const end = match.index + match[0].length;
    if (end === start) continue;
    segments.push({ start, end });
    start = end;
  }
  segments.push({ start, end: text.length });
  return segments;
}
