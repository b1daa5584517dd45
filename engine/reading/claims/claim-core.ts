/** The claim that a sentence states, with the context it needs. Ingest and answers make the same claim of the same words. */
import type { ClaimCore, ClaimForm } from '../../../graph/claim.ts';
import { opensWithAnaphor } from '../../text/coreference.ts';
import type { ReadSentence } from './claim-sentence.ts';
import { standsAlone } from './score-claim.ts';

/** Longest part of a context: of a longer title or heading the beginning says what it is. */
const MAX_PART = 200;

/**
 * @param form a structured reading of the sentence; a sentence below the threshold has none
 */
export function claimCoreOf(corpus: string, sentence: ReadSentence, form?: ClaimForm): ClaimCore {
  const context = standsAlone(sentence) ? [] : contextOf(sentence);
  return {
    v: 1,
    corpus,
    lang: sentence.lang,
    text: sentence.text.normalize('NFC').trim(),
    ...(context.length > 0 && { context }),
    ...(form !== undefined && { form }),
  };
}

/** Title, headings, lead-in, head row; of a sentence that opens with an anaphor also the sentence before it. */
function contextOf({ tokens, context }: ReadSentence): string[] {
  const { title, headings, leadIn, header, before } = context;
  const antecedent = opensWithAnaphor(tokens) || isDemonstrative(tokens[0]?.norm) ? before : null;
  const row = header?.filter((cell) => cell !== '').join(' | ');
  return [title, ...headings, leadIn, row, antecedent]
    .map((part) => (part ?? '').normalize('NFC').trim().slice(0, MAX_PART).toWellFormed().trim())
    .filter((part) => part !== '');
}

function isDemonstrative(word = ''): boolean {
  return /^(?:this|these|that|those|such)$/.test(word);
}
