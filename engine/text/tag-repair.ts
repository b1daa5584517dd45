/** Repairs of the small tagger's systematic slips, by neighbours only; no word is named but auxiliaries. */
import { setOf } from './rows.ts';
import type { Token } from './token.ts';
import { singular } from './word-forms.ts';

const NOMINAL: ReadonlySet<string> = new Set(['NOUN', 'PROPN']);
const BEFORE_NOUN: ReadonlySet<string> = new Set(['DET', 'ADJ', 'NUM']);
const AFTER_VERB: ReadonlySet<string> = new Set(['NUM', 'SYM', 'DET', 'ADP']);
const AUXILIARY = setOf(
  'is are was were be been being am has have had does do did will would can could may might shall should must',
);

/** Returns the tokens with likely tags: names in capitals, nouns after a determiner, one finite verb. */
export function repairTags(tokens: readonly Token[]): Token[] {
  const acting = tokens.map((token, i) => repairNegated(token, tokens[i - 1], tokens[i - 2]));
  const opened = acting.map((token, i) => (i === 0 ? repairOpening(token, acting) : token));
  const named = opened.map((token, i) => repairNoun(token, opened[i - 1], opened[i + 1], i));
  const isFiniteVerb = ({ pos, norm }: Token) => pos === 'AUX' || (pos === 'VERB' && !norm.endsWith('ing'));
  if (named.some(isFiniteVerb)) return named;
  return promoteVerb(named);
}

/** "Does not open", "didn't lower": the word behind a negated "do" or modal is the verb. */
function repairNegated(token: Token, before: Token | undefined, earlier: Token | undefined): Token {
  const negated = before !== undefined && /^(?:not|n['’]t|never)$/.test(before.norm);
  const auxiliary = /^(?:do|does|did|will|would|can|could|ca|wo|may|might|shall|should|must)$/.test(
    earlier?.norm ?? '',
  );
  if (!negated || !auxiliary || !/^(?:ADJ|NOUN|ADV)$/.test(token.pos) || token.norm.endsWith('ly'))
    return token;
  return { ...token, pos: 'VERB', lemma: token.norm };
}

/** "Standing 828 metres high, it …": a participle that opens a sentence is no name. */
function repairOpening(token: Token, tokens: readonly Token[]): Token {
  const next = tokens[1];
  const participle = token.pos === 'PROPN' && /\p{Ll}{3}(?:ing|ed)$/u.test(token.text);
  if (!participle || next === undefined || !/^(?:NUM|ADP|ADV|DET)$/.test(next.pos)) return token;
  const fronted = next.norm !== 'of' && tokens.some(({ text }) => text === ',');
  return fronted ? { ...token, pos: 'VERB' } : token;
}

function repairNoun(token: Token, before: Token | undefined, after: Token | undefined, i: number): Token {
  if (AUXILIARY.has(token.norm) && token.text === token.norm) {
    const modal = token.norm === 'may' || token.norm === 'might' || token.norm === 'must';
    return modal && before !== undefined && BEFORE_NOUN.has(before.pos) ? token : { ...token, pos: 'AUX' };
  }
  const capital = /^\p{Lu}/u.test(token.text) || /^\p{Ll}\p{Lu}/u.test(token.text);
  if (capital && i > 0 && token.pos !== 'PUNCT' && token.pos !== 'PRON' && token.pos !== 'DET') {
    return { ...token, pos: token.pos === 'NUM' ? 'NUM' : 'PROPN', lemma: token.norm };
  }
  if (token.norm === 'home') return { ...token, pos: 'NOUN', lemma: 'home' };
  const amount = after?.pos === 'NUM' || after?.pos === 'SYM';
  if (token.pos === 'NOUN' && before?.pos === 'AUX' && amount) return { ...token, pos: 'VERB' };
  if (token.pos === 'NOUN' && takesPronoun(token, before, after)) return { ...token, pos: 'VERB' };
  const afterDeterminer = before !== undefined && BEFORE_NOUN.has(before.pos);
  const base = token.pos === 'VERB' && token.lemma === token.norm;
  const closes = after === undefined || !NOMINAL.has(after.pos) || after.norm.endsWith('s');
  if (base && afterDeterminer && closes) return { ...token, pos: 'NOUN', lemma: singular(token.norm) };
  return token;
}

/** "A swim costs them £4": only a verb has a pronoun for its object. */
function takesPronoun(token: Token, before: Token | undefined, after: Token | undefined): boolean {
  const object = /^(?:them|him|us|me)$/.test(after?.norm ?? '');
  return object && /[^s]s$/.test(token.norm) && NOMINAL.has(before?.pos ?? '');
}

/** "The stadium seats 40,000 fans": without another finite verb, the noun before the object is the verb. */
function promoteVerb(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex((token, i) => {
    const [before, after] = [tokens[i - 1], tokens[i + 1]];
    if (before === undefined || after === undefined || token.pos !== 'NOUN') return false;
    if (!/[^s]s$/.test(token.norm) || !AFTER_VERB.has(after.pos) || after.norm === 'of') return false;
    return mayPrecedeVerb(before, tokens[i - 2], after);
  });
  return tokens.map((token, i) => (i === at ? { ...token, pos: 'VERB' } : token));
}

/** A subject ends in a noun, in the number of a name ("Ferrite 3"), or in the comma of an apposition. */
function mayPrecedeVerb(before: Token, earlier: Token | undefined, after: Token): boolean {
  if (NOMINAL.has(before.pos)) return true;
  if (before.pos === 'NUM') return earlier?.pos === 'PROPN';
  return before.text === ',' && after.pos === 'NUM';
}
