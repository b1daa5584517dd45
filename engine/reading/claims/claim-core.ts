/** The claim that a sentence states, with the context it needs. Ingest and answers make the same claim of the same words. */
import type { ClaimCore, ClaimForm } from '../../../graph/claim.ts';
import { clausesOf, hasOpenPronoun } from '../../claims/clauses.ts';
import { isPronoun, opensWithAnaphor } from '../../text/coreference.ts';
import { isEnglish } from '../../text/tokens.ts';
import { standsAlone } from './claim-policy.ts';
import type { ReadSentence } from './claim-sentence.ts';

/** Longest part of a context: of a longer title or heading the beginning says what it is. */
const MAX_PART = 200;

/** Where a sentence stands. */
export interface SentencePlace {
  readonly corpus: string;
  /** Id of its document. */
  readonly document: string;
}

/**
 * @param form a structured reading of the sentence; a sentence below the threshold has none
 */
export function claimCoreOf(
  { corpus, document }: SentencePlace,
  sentence: ReadSentence,
  form?: ClaimForm,
): ClaimCore {
  const open = opensWithPronoun(sentence) || leansOnPronoun(sentence);
  const context = standsAlone(sentence) && !open ? [] : contextOf(sentence, document, open);
  return {
    v: 1,
    corpus,
    lang: sentence.lang,
    text: sentence.text.normalize('NFC').trim(),
    ...(context.length > 0 && { context }),
    ...(form !== undefined && { form }),
  };
}

function opensWithPronoun({ tokens }: ReadSentence): boolean {
  return isPronoun(tokens[0]?.norm ?? '');
}

function leansOnPronoun({ tokens, lang }: ReadSentence): boolean {
  return isEnglish(lang) && hasOpenPronoun(clausesOf(tokens));
}

/**
 * Title, headings, lead-in, head row; of a sentence that leans on what was said before it also the sentence before. Where
 * nothing was, only its document tells what a pronoun stands for.
 */
function contextOf({ tokens, context }: ReadSentence, document: string, open: boolean): string[] {
  const { title, headings, leadIn, header, before } = context;
  const leans = open || opensWithAnaphor(tokens) || isDemonstrative(tokens[0]?.norm);
  const antecedent = leans ? (before ?? (open ? document : null)) : null;
  const row = header?.filter((cell) => cell !== '').join(' | ');
  return [title, ...headings, leadIn, row, antecedent]
    .map((part) => (part ?? '').normalize('NFC').trim().slice(0, MAX_PART).toWellFormed().trim())
    .filter((part) => part !== '');
}

function isDemonstrative(word = ''): boolean {
  return /^(?:this|these|that|those|such)$/.test(word);
}
