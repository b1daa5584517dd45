/** Features of the grammar of a sentence, from the tags of its words. They are read in English. */
import { clausesOf } from '../../claims/clauses.ts';
import { findVerbGroup } from '../../claims/verb-group.ts';
import { isPronoun } from '../../text/coreference.ts';
import type { Token } from '../../text/token.ts';
import { tokenise } from '../../text/tokens.ts';
import { singular } from '../../text/word-forms.ts';
import type { ReadSentence } from './claim-sentence.ts';
import { type ClaimFeature, feature, share } from './feature.ts';

const VERBAL = /^(?:VERB|AUX)$/;
const MARK = /^(?:PUNCT|SYM)$/;
/** Words of a label. */
const MAX_LABEL = 5;
/** Words that tell a request from a noun. */
const MAX_RETAGGED = 6;

/** The first word: marks, adverbs and interjections before it are ignored. */
function first({ tokens }: ReadSentence): Token | undefined {
  return tokens.find(({ pos }) => !MARK.test(pos) && pos !== 'ADV' && pos !== 'INTJ');
}

function beforeVerb({ tokens, verb }: ReadSentence): readonly Token[] {
  return verb < 0 ? [] : tokens.slice(0, verb);
}

function isBase(token: Token | undefined): boolean {
  return token !== undefined && VERBAL.test(token.pos) && token.norm === token.lemma;
}

/** The words behind marks; adverbs are ignored: "If it fails, then raise the limit". */
function clauseStarts(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((mark, i) => {
    if (i === 0 || !MARK.test(mark.pos)) return [];
    return tokens.slice(i + 1).find(({ pos }) => pos !== 'ADV' && !MARK.test(pos)) ?? [];
  });
}

/**
 * The tagger takes a capital for a name, and a bare imperative for a noun: it is asked again about the first words where
 * no finite verb behind them could have that noun for its subject.
 */
function isRequest({ text, kind, tokens }: ReadSentence, start: Token | undefined): boolean {
  if (start === undefined || kind === 'row' || !/^(?:NOUN|PROPN|ADJ|X)$/.test(start.pos)) return false;
  const after = tokens.slice(tokens.indexOf(start) + 1);
  if (!/^\p{L}\p{Ll}+$/u.test(start.text) || after[0]?.text === ':' || hasMainVerb(after)) return false;
  const rest = text.slice(start.end).trim().split(/\s+/, MAX_RETAGGED).join(' ');
  return isBase(tokenise(`please ${start.norm} ${rest}`, 'en')[1]);
}

/** "Bug #311: Count links once": the word behind the first colon. */
function behindLabel({ tokens }: ReadSentence): Token | undefined {
  const colon = tokens.findIndex(({ text }) => text === ':');
  return colon < 1 || colon > MAX_LABEL ? undefined : tokens[colon + 1];
}

/** Tagged as a name and written like one. */
function isName({ pos, text }: Token): boolean {
  return pos === 'PROPN' && /\p{Lu}/u.test(text);
}

function isSingular(token: Token | undefined): boolean {
  return token !== undefined && singular(token.norm) === token.norm;
}

function verbGroups(tokens: readonly Token[]): number {
  let groups = 0;
  for (let at = 0; ; groups++) {
    const group = findVerbGroup(tokens, at);
    if (group === null) return groups;
    at = group.to;
  }
}

function hasMainVerb(tokens: readonly Token[]): boolean {
  return verbGroups(tokens) > tokens.filter(opensClause).length;
}

function opensClause({ pos, norm }: Token): boolean {
  return pos === 'SCONJ' || /^(?:who|whose|whom|which|what|where|when|why|how|whether)$/.test(norm);
}

export const GRAMMAR_FEATURES: readonly ClaimFeature[] = [
  feature(
    'main-verb',
    'has more finite verbs than words that open a clause under another one',
    ({ tokens, verb }) => verb >= 0 && hasMainVerb(tokens),
  ),
  feature(
    'clause-subject',
    'a main clause has a subject of its own',
    ({ tokens, verb }) =>
      verb >= 0 && clausesOf(tokens).some(({ kind, subject }) => kind === 'main' && subject.length > 0),
  ),
  feature('instruction', 'begins with the base form of a verb', (sentence) => isBase(first(sentence))),
  feature(
    'request',
    'begins, or goes on behind its label, with a word that would be the base form of a verb after "please": "Check out the guide"',
    (sentence) => isRequest(sentence, first(sentence)) || isRequest(sentence, behindLabel(sentence)),
  ),
  feature(
    'begins-with-inflected-verb',
    'begins with another form of a verb: its subject is in the heading',
    (sentence) => {
      const token = first(sentence);
      return token !== undefined && VERBAL.test(token.pos) && !isBase(token);
    },
  ),
  feature(
    'later-instruction',
    'a clause behind a mark begins with the base form of a verb: "If it fails, raise the limit"',
    ({ tokens }) => clauseStarts(tokens).some(isBase),
  ),
  feature('addresses-reader', 'its subject is a first or second person', (sentence) =>
    beforeVerb(sentence).some(({ pos, norm }) => pos === 'PRON' && /^(?:you|we|i)$/.test(norm)),
  ),
  feature('pronoun-subject', 'begins with a pronoun of the third person', (sentence) =>
    isPronoun(first(sentence)?.norm ?? ''),
  ),
  feature('demonstrative', 'begins with "this", "these", "that", "those", "such"', (sentence) => {
    const token = sentence.tokens[0];
    return /^(?:this|these|that|those|such)$/.test(token?.norm ?? '');
  }),
  feature(
    'definite-subject',
    'begins with "the" and has no name before its verb',
    (sentence) => sentence.tokens[0]?.norm === 'the' && !beforeVerb(sentence).some(isName),
  ),
  feature(
    'begins-with-name',
    'begins with a name in the singular',
    ({ tokens }) => tokens[0]?.pos === 'PROPN' && isSingular(tokens[0]),
  ),
  feature('named-subject', 'a name stands before its finite verb, behind the first word', (sentence) =>
    beforeVerb(sentence).slice(1).some(isName),
  ),
  feature('names', 'share of words behind the first that are names', ({ tokens }) =>
    share(tokens.slice(1), isName),
  ),
  feature('verbs', 'share of words that are verbs', ({ tokens }) =>
    share(tokens, ({ pos }) => VERBAL.test(pos)),
  ),
];
