/** The subject of a clause: its own words, an antecedent, or the title. */
import type { Span } from '../../graph/claim.ts';
import { type Antecedent, antecedentOfPhrase, antecedentOfPronoun, isPronoun } from '../text/coreference.ts';
import type { Mention } from '../text/names.ts';
import type { Token } from '../text/token.ts';
import { explicitSubject, type ResolvedSubject } from './draft.ts';
import { keyOf, type Phrase, phraseKey, readPhrase, surfaceOf } from './noun-phrase.ts';

/** Subjects of earlier clauses and sentences, the nearest last, with offsets in the document. */
export interface Discourse {
  /** Per earlier sentence its first subject, the nearest sentence first; null where it had none. */
  readonly previous: readonly (Mention | null)[];
  readonly mentions: readonly Mention[];
  readonly title: Antecedent | null;
}

/** Resolves the words of a subject; null when a pronoun finds no antecedent or the phrase lists several things. */
export function resolveSubject(
  tokens: readonly Token[],
  sentence: string,
  discourse: Discourse,
): ResolvedSubject | null {
  const phrase = readPhrase(withoutTime(tokens));
  const first = phrase.base[0];
  if (first === undefined || listsSeveral(phrase.base) || !hasNominal(phrase)) return null;
  if (phrase.tokens.length === 1 && isPronoun(first.norm))
    return fromAntecedent(pronounIn(discourse), phrase);
  if (first.pos === 'PRON' && !isPronoun(first.norm) && first.norm !== 'there') return null;
  if (/^(?:its|their|his|her)$/.test(first.norm)) return possessedSubject(phrase, discourse);
  const surface = surfaceOf(phrase.tokens, sentence);
  const short = first.norm === 'the' && phrase.tokens.length === 2 && phrase.base[1]?.pos === 'NOUN';
  const antecedent = short ? antecedentOfPhrase(surface, discourse.mentions) : null;
  if (antecedent !== null) return fromAntecedent(antecedent, phrase);
  return { ...explicitSubject(phraseKey(phrase), surface), phrase };
}

/** "Its main span": the key names the possessor, so that two documents' "its" never meet by their wording. */
function possessedSubject(phrase: Phrase, discourse: Discourse): ResolvedSubject | null {
  const owner = fromAntecedent(pronounIn(discourse), phrase);
  if (owner === null) return null;
  return { ...owner, key: `${phraseKey({ ...phrase, base: phrase.base.slice(1) })} of ${owner.key}` };
}

/** Resolves the possessor of "its depth"; a stated possessor is explicit. */
export function resolveOwner(
  owner: readonly Token[],
  sentence: string,
  discourse: Discourse,
): Omit<ResolvedSubject, 'phrase'> | null {
  if (owner.length === 1 && isPronoun(owner[0]?.norm ?? ''))
    return fromAntecedent(pronounIn(discourse), readPhrase(owner));
  const key = keyOf(owner);
  return key === '' ? null : explicitSubject(key, surfaceOf(owner, sentence));
}

/** The place of a subject as later sentences may refer to it. */
export function mentionOf(subject: ResolvedSubject, offset: number): Mention | null {
  if (subject.how !== 'explicit') return null;
  const [first, last] = [subject.phrase.tokens[0], subject.phrase.tokens.at(-1)];
  if (first === undefined || last === undefined || subject.key === 'there') return null;
  const span: Span = { start: offset + first.start, end: offset + last.end };
  return { ...span, surface: subject.surface, key: subject.key };
}

function pronounIn({ previous, title }: Discourse): Antecedent | null {
  return antecedentOfPronoun(previous) ?? title;
}

function fromAntecedent(antecedent: Antecedent | null, phrase: Phrase): ResolvedSubject | null {
  if (antecedent === null) return null;
  const { key, surface, span } = antecedent;
  return { key, surface, how: span === null ? 'title' : 'coref', context: span, phrase };
}

/** "In July 2023 South African Sign Language": a time without a comma is no part of the subject. */
function withoutTime(tokens: readonly Token[]): readonly Token[] {
  const first = tokens[0];
  if (first === undefined || !/^(?:ADP|SCONJ)$/.test(first.pos)) return tokens;
  const lastNumber = tokens.findIndex((token) => /^(?:1[5-9]|20)\d\d$/.test(token.text));
  return lastNumber < 0 ? [] : tokens.slice(lastNumber + 1);
}

function hasNominal({ base }: Phrase): boolean {
  return base.some(({ pos, norm }) => /^(?:NOUN|PROPN|PRON|NUM)$/.test(pos) || norm.endsWith('ing'));
}

const QUANTIFIER =
  /^(?:one|some|most|many|several|each|every|all|both|few|half|another|no|neither|more|at|nearly|about|over|around)$/;

function listsSeveral(base: readonly Token[]): boolean {
  if (base[0]?.pos === 'NUM' && base[1]?.pos !== 'PROPN') return true;
  return (
    QUANTIFIER.test(base[0]?.norm ?? '') || base.some((token) => token.pos === 'CCONJ' && token.text !== '&')
  );
}
