import type { Span } from '../../graph/claim.ts';

/** A word, number or mark. Offsets are UTF-16 units within the sentence; `pos` is a universal tag or 'X'. */
export interface Token extends Span {
  readonly text: string;
  /** NFC and lower case. */
  readonly norm: string;
  readonly lemma: string;
  readonly pos: string;
}
