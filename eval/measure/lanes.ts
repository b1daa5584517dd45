/** `text`: full text alone; `default`: with vectors trained on the corpus; the others: with a sentence model. */
export const LANES = ['text', 'default', 'minilm', 'bge-small'] as const;
/** A lane that retrieval can be measured with. */
export type LaneName = (typeof LANES)[number];
