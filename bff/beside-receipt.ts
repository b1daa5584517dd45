/**
 * The parts of an answer that its receipt does not contain: its confidence, and the passages of an empty answer. They are not
 * verified when an answer is read again: the engine is asked for them, and leaves out words that may no longer be shown.
 */
import { z } from 'zod';
import type { CallOptions } from '../gateway/client/transport.ts';
import type { PassageV1 } from '../gateway/wire/answers.ts';
import type { NamedDocumentV1 } from '../gateway/wire/receipt.ts';
import type { BffContext } from './bff-context.ts';

const QUERY = `query Beside($id: ID!) { answer(id: $id) {
  confidence passages { title quote start end artefact { artefactId url domain lang observedAt } } } }`;

/** The document of a passage. */
export type PassageDocument = Omit<NamedDocumentV1, 'title'>;

/** A sentence near to the question, verbatim; nothing vouches that it answers. */
export interface ShownPassage extends Pick<PassageV1, 'title' | 'quote' | 'start' | 'end'> {
  /** Null where it cannot be read. */
  readonly document: PassageDocument | null;
}

export interface BesideReceipt {
  /** 0 to 1; null where it is not known. */
  readonly confidence: number | null;
  /** Best first; a quote is empty where its words may not be shown. */
  readonly passages: readonly ShownPassage[];
}

const artefact = z
  .object({
    artefactId: z.string(),
    url: z.string(),
    domain: z.string(),
    lang: z.string(),
    observedAt: z.string(),
  })
  .transform(({ artefactId, observedAt, ...rest }): PassageDocument => {
    return { artefact_id: artefactId, observed_at: observedAt, ...rest };
  });

const result = z.object({
  data: z.object({
    answer: z.object({
      confidence: z.number().min(0).max(1).nullable(),
      passages: z.array(
        z
          .object({
            title: z.string(),
            quote: z.string(),
            start: z.int().min(0),
            end: z.int().min(0),
            artefact: artefact.nullable(),
          })
          .transform(({ artefact: document, ...rest }): ShownPassage => ({ ...rest, document })),
      ),
    }),
  }),
});

/** Optional: null where the engine cannot be asked, and the answer is shown without. */
export async function readBesideReceipt(
  { client }: Pick<BffContext, 'client'>,
  call: CallOptions,
  answerId: string,
): Promise<BesideReceipt | null> {
  const reply = await client.graphql({ query: QUERY, variables: { id: answerId } }, call).catch(() => null);
  const read = result.safeParse(reply);
  return read.success ? read.data.data.answer : null;
}

/** Passages of a reply whose receipt was verified, each with the document that the engine names. */
export function passagesOf(
  passages: readonly PassageV1[],
  documents: readonly NamedDocumentV1[],
): ShownPassage[] {
  const places = new Map(documents.map(({ title: _, ...place }) => [place.artefact_id, place]));
  return passages.map(({ title, quote, start, end, artefact_id }) => {
    return { title, quote, start, end, document: places.get(artefact_id) ?? null };
  });
}
