/** `text`: full text alone; `default`: with vectors trained on the corpus; `minilm`: with a sentence model. */
export const LANES = ['text', 'default', 'minilm'] as const;
/** A lane that retrieval can be measured with. */
export type LaneName = (typeof LANES)[number];
