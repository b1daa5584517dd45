import type { ClaimOccurrence, Span } from '../../../../graph/claim.ts';

/** A place that states a claim which is seen at a time. */
export class OccurrenceNode {
  readonly occurrence: ClaimOccurrence;
  readonly asOf: string | null;

  constructor(occurrence: ClaimOccurrence, asOf: string | null) {
    this.occurrence = occurrence;
    this.asOf = asOf;
  }

  get span(): Span {
    return this.occurrence.span;
  }

  get sentence(): Span {
    return this.occurrence.sentence;
  }

  get contextSpans(): readonly Span[] {
    return this.occurrence.context_spans;
  }

  get logSeq(): number {
    return this.occurrence.seq;
  }

  get effectiveAt(): string {
    return this.occurrence.effective_at;
  }
}
