import {
  type ClaimContext,
  type ClaimSentence,
  type ReadSentence,
  readSentence,
} from '../../../../engine/reading/claims/claim-sentence.ts';

type Place = Partial<ClaimContext> & Partial<Pick<ClaimSentence, 'kind' | 'lang'>>;

/** A sentence of a paragraph under the title "Harbour guide", unless the place says otherwise. */
export function sentence(
  text: string,
  { kind = 'paragraph', lang = 'en', ...place }: Place = {},
): ReadSentence {
  const context = {
    title: 'Harbour guide',
    headings: [],
    leadIn: null,
    header: null,
    before: null,
    ...place,
  };
  return readSentence({ text, kind, lang, context });
}
