/** Versions ("the latest version of X is 3.13") and dates of things that happen once ("X reaches end of life on D"). */
import type { ClaimValue } from '../../graph/claim.ts';
import { findDates } from '../text/dates.ts';
import type { Token } from '../text/token.ts';
import { type ClauseView, type Draft, draftOf } from './draft.ts';
import { LATEST, ONCE_VERBS, VERSION_NOUNS } from './lexicon.ts';
import { type Adjunct, describe, isDated, keyOf, type Phrase, readPhrase } from './noun-phrase.ts';
import { type Discourse, resolveOwner } from './subjects.ts';

/** A word or bracket straight behind the clause that no connective opens. */
const UNREAD = /^\s*(?:\(|(?!(?:and|but|while|whereas|or|yet|so)\b)\p{L})/u;

const VERSION = /^v?\d+(?:\.\d+){0,4}$/;

/** "The latest version of X is V" and "X V is the latest version". */
export function readVersionFrame(view: ClauseView, discourse: Discourse): Draft | null {
  const { clause, subject } = view;
  if (clause.verb.lemma !== 'be' && clause.verb.lemma !== 'become') return null;
  const forward = latestOf(subject.phrase);
  const version =
    forward === null ? subject.phrase.base.at(-1) : clause.rest.find((token) => VERSION.test(token.text));
  const owner = forward ?? latestOf(readPhrase(clause.rest), subject.phrase.base.slice(0, -1));
  if (owner === null || version === undefined || !VERSION.test(version.text)) return null;
  const resolved = resolveOwner(owner, view.sentence, discourse);
  if (resolved === null) return null;
  return {
    subject: resolved,
    attribute: { head: 'version', modifiers: ['latest'], predicate: 'be', dimension: 'version' },
    value: { kind: 'version', version: version.text.replace(/^v/, '') },
    valueTokens: [version],
    starts: clause.verb.lemma === 'become',
    adjuncts: readPhrase(clause.rest).adjuncts.filter(isDated),
  };
}

/** The product of "the latest (stable) version of X"; null for other phrases. */
function latestOf(phrase: Phrase, named: readonly Token[] = []): readonly Token[] | null {
  const described = describe(phrase);
  if (described === null || !VERSION_NOUNS.has(described.head) || described.others.length > 0) return null;
  const inside = phrase.base.filter((token) => token.pos === 'PROPN');
  const owner = described.owner ?? (inside.length > 0 ? inside : named);
  const latest = phrase.base.some((token) => LATEST.has(token.norm));
  const common = phrase.base.filter(
    (token) => !owner.includes(token) && !/^(?:DET|PART|ADV)$/.test(token.pos),
  );
  const isPlain = (norm: string) => LATEST.has(norm) || /^(?:stable|major|most|version|release)$/.test(norm);
  const narrowed = !common.every(({ norm }) => isPlain(norm));
  return owner.length > 0 && latest && !narrowed ? owner : null;
}

/** Things that happen once: "X was founded in 1902", "X reaches end of life on 11 September 2023". */
export function readDateFrame(view: ClauseView, discourse: Discourse): Draft | null {
  const { clause, subject } = view;
  const { verb } = clause;
  const phrase = readPhrase(clause.rest);
  const times = phrase.adjuncts.filter(isDated);
  const dated = times.find((adjunct) => /^(?:on|in)$/.test(adjunct.preposition));
  const value = dateValue(view, dated?.tokens ?? clause.rest);
  if (value === null) return null;
  if (verb.lemma === 'be') return dated === undefined ? readDateOf(view, discourse, value) : null;
  const named = subject.phrase.tokens.some((token) => token.pos === 'PROPN' || token.pos === 'NUM');
  const object = objectKey(phrase);
  const once = ONCE_VERBS.has(verb.lemma) && object === '';
  const ends = verb.lemma === 'end' && subject.key.startsWith('support');
  const reaches = verb.lemma === 'reach' && object.startsWith('end');
  if (dated === undefined || !(named || subject.how === 'coref') || !(once || ends || reaches)) return null;
  if (times.length > 1 || !isReadInFull(view, dated)) return null;
  const made = dateDraft(subject, object === '' ? verb.lemma : object, value, dated.tokens);
  return { ...made, adjuncts: phrase.adjuncts.filter((adjunct) => adjunct !== dated) };
}

/** Words without a preposition after the date ("northbound", "when …", "(to cars)") narrow it in a way that is not read. */
function isReadInFull({ clause, sentence, published }: ClauseView, dated: Adjunct): boolean {
  const last = dated.tokens.at(-1)?.end ?? 0;
  const closed = findDates(sentence, published).some(({ end }) => end === last);
  return closed && !UNREAD.test(sentence.slice(clause.rest.at(-1)?.end ?? last));
}

/** "Its end of life" without the possessive. */
function objectKey(phrase: Phrase): string {
  const base = keyOf(phrase.base.filter((token) => !/^(?:its|their)$/.test(token.norm)));
  const parts = phrase.adjuncts.filter((adjunct) => adjunct.preposition === 'of');
  return [base, ...parts.map((adjunct) => `of ${keyOf(adjunct.tokens)}`)].join(' ');
}

/** "The end-of-life date of X is 11 September 2023." */
function readDateOf(view: ClauseView, discourse: Discourse, value: ClaimValue): Draft | null {
  const described = describe(view.subject.phrase);
  if (described === null || described.owner === null || described.head !== 'date') return null;
  const subject = resolveOwner(described.owner, view.sentence, discourse);
  const head = [...described.modifiers, described.head].join(' ');
  return subject && dateDraft(subject, head, value, view.clause.rest);
}

function dateValue({ sentence, published }: ClauseView, tokens: readonly Token[]): ClaimValue | null {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [date, ...more] = findDates(sentence, published).filter(
    (d) => d.start >= first.start && d.end <= last.end,
  );
  if (date === undefined || more.length > 0 || date.from === null || date.to === null) return null;
  return { kind: 'date', from: date.from, to: date.to };
}

function dateDraft(
  subject: Draft['subject'],
  head: string,
  value: ClaimValue,
  valueTokens: readonly Token[],
): Draft {
  const attribute = { head, modifiers: [], predicate: 'be', dimension: 'date' };
  return draftOf({ subject, attribute, value, valueTokens });
}
