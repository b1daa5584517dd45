/** What an engine answered, a line a question: the form that `judge.py` of the development data reads. */
import { z } from 'zod';

const cited = z.object({ document: z.string(), quote: z.string() });

export const outputLine = z.object({
  q: z.string(),
  as_of: z.string().nullable(),
  summary: z.string(),
  /** Ids of documents, with what is quoted of them. */
  citations: z.array(cited),
  /** Null where the engine gives none apart from its summary. */
  verdict: z.union([z.string(), z.boolean()]).nullable(),
  /** The nearest sentences that were shown beside the summary, unverified. */
  passages: z.array(cited).optional(),
  /** The engine's probability that its answer is right, 0 to 1. */
  confidence: z.number().min(0).max(1).optional(),
  /** Why there is no answer at all. */
  error: z.string().optional(),
});

/** One answer as the judge sees it. */
export type OutputLine = z.infer<typeof outputLine>;

/** A quote of a document. */
export type CitedQuote = z.infer<typeof cited>;
