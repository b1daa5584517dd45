/** The documents that a receipt and passages name by id: titles and places, which no receipt has. */
import type { Passage } from '../../engine/answer/answer.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Receipt } from '../../engine/receipt/receipt.ts';
import type { NamedDocumentV1 } from '../wire/receipt.ts';

/** Each once, in the order of the candidates; what is not there any more is left out. One batch read, no retrieval. */
export async function namedDocuments(
  engine: Pick<Engine, 'artefacts'>,
  { artefacts, candidates }: Pick<Receipt, 'artefacts' | 'candidates'>,
  passages: readonly Passage[] = [],
): Promise<NamedDocumentV1[]> {
  const ids = new Set([...candidates, ...artefacts, ...passages].map((one) => one.artefact_id));
  const states = await engine.artefacts([...ids]);
  return states.flatMap((state): NamedDocumentV1[] => {
    if (state === null) return [];
    const { artefact_id, title, url, domain, lang, observed_at } = state.record;
    return [{ artefact_id, title, url, domain, lang, observed_at }];
  });
}
