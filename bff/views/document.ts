/** The text of a document that an answer names, with a passage in its place. */
import { z } from 'zod';
import { AdduceError } from '../../gateway/client/adduce-error.ts';
import { visibleEntry } from '../ask.ts';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';

export const documentInput = z.object({
  answer_id: z.string().min(1).max(64),
  artefact_id: z.string().min(1).max(64),
});
export const documentOutput = z.object({
  /** As it was extracted: citations are places in it. Null where only a newer version can be read, or none. */
  text: z.string().nullable(),
});

const receiptArtefacts = z.object({
  content: z.object({
    corpus: z.object({ name: z.string() }),
    artefacts: z.array(z.object({ artefact_id: z.string(), doc_id: z.string() })),
  }),
});

/** @throws {AdduceError} what the engine refuses, except the text @throws {BffRefusal} 404 for another's answer, 429 */
export function readDocument(
  bff: BffContext,
  visitor: Visitor,
  { answer_id, artefact_id }: z.infer<typeof documentInput>,
): Promise<z.infer<typeof documentOutput>> {
  return bff.limits.engine(visitor, 'view', async () => {
    const owner = (await visibleEntry(bff, visitor, answer_id)).owner;
    const { receipt } = await bff.client.receipt(answer_id, callFor(bff, visitor, owner));
    const { content } = receiptArtefacts.parse(receipt);
    const named = content.artefacts.find((one) => one.artefact_id === artefact_id);
    if (named === undefined) return { text: null };
    const addr = `wx://${content.corpus.name}/article/${encodeURIComponent(named.doc_id)}`;
    const { trace, signal } = visitor;
    const { item } = await bff.reader.item(addr, {}, { trace, signal }).catch(withoutItem);
    return { text: item?.artefact_id === artefact_id ? item.text : null };
  });
}

/** Withdrawn, redacted, or under a licence that is refused here: the page shows no more than the quote. */
function withoutItem(error: unknown): { readonly item: null } {
  if (error instanceof AdduceError && error.status < 500 && error.status !== 429) return { item: null };
  throw error;
}
