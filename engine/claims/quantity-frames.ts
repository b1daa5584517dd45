import { findQuantities, type QuantityMention } from '../text/quantities.ts';
import type { Token } from '../text/token.ts';
import { findVersions } from '../text/versions.ts';
import { foldForComparison, singular } from '../text/word-forms.ts';
import { type ClauseView, type Draft, explicitSubject } from './draft.ts';
import {
  ATTRIBUTE_NOUNS,
  CHANGE_VERBS,
  COMPOSED_VERBS,
  COST_VERBS,
  HAVE_VERBS,
  MEASURE_NOUNS,
  MEASURE_VERBS,
} from './lexicon.ts';
import { nameChanged, nameMeasure } from './measure-names.ts';
import { describe, keyOf, modifiersOf, placeOf, readPhrase, surfaceOf } from './noun-phrase.ts';
import { countedNoun, quantityDraft } from './quantity-draft.ts';
import type { Discourse } from './subjects.ts';

const MORE = /^(?:more|fewer|less|than|further|additional|extra|ahead|behind|apart)$/;
const ADDED = /(?:^|\s)(?:more|fewer|further|additional|extra|new|other|another)(?:\s|$)/;

/** Reads the quantities of a clause; none where the construction is unclear. */
export function readQuantityFrames(view: ClauseView, discourse: Discourse): Draft[] {
  const { rest } = view.clause;
  const versions = findVersions(view.sentence);
  const all = findQuantities(view.sentence, rest).filter((mention) => !mention.ordinal);
  const quantities = all.filter(
    (q) => !versions.some((v) => v.start < q.end && q.start < v.end && q.unit === ''),
  );
  const first = quantities[0];
  if (first === undefined || isComparison(rest, first)) return [];
  const { lemma } = view.clause.verb;
  if (CHANGE_VERBS.has(lemma)) {
    const changed = readChange(view, discourse, quantities);
    if (changed.length > 0 || !MEASURE_VERBS.has(lemma)) return changed;
  }
  if (view.subject.key === 'there') return lemma === 'be' ? readThere(view, first) : [];
  if (isMeasure(view)) return readMeasure(view, discourse, first);
  return readCount(view, quantities);
}

function isComparison(rest: readonly Token[], quantity: QuantityMention): boolean {
  const [after, beforeUnit] = [rest[quantity.toToken], rest[quantity.fromToken + 1]];
  return MORE.test(after?.norm ?? '') || MORE.test(beforeUnit?.norm ?? '') || ADDED.test(quantity.unit);
}

function isMeasure({ clause }: ClauseView): boolean {
  const { lemma, passive } = clause.verb;
  if (COST_VERBS.has(lemma)) return true;
  if (passive || !MEASURE_VERBS.has(lemma)) return false;
  return !(lemma === 'be' && /^(?:home|made)$/.test(clause.rest[0]?.norm ?? ''));
}

function readMeasure(view: ClauseView, discourse: Discourse, quantity: QuantityMention): Draft[] {
  const { rest, verb } = view.clause;
  if (!leadsTo(rest, quantity, /^(?:at|to|for|from|of|down)$/)) {
    // "covers an area of 7,700 km²": the verb adds nothing to the noun that names the amount.
    const contained = quantity.dimension === 'count' ? null : readContained(view, quantity, 'have');
    return contained === null ? [] : [contained];
  }
  const adjective = MEASURE_NOUNS.get(rest[quantity.toToken]?.norm ?? '');
  const money = quantity.dimension === 'money';
  if (quantity.dimension === 'count') return verb.lemma === 'be' ? [] : readCount(view, [quantity]);
  const lasting = quantity.dimension === 'duration' && adjective === undefined && verb.lemma !== 'last';
  if (lasting && !describe(view.subject.phrase)) return [];
  const named =
    adjective === undefined
      ? nameMeasure(view, discourse, quantity)
      : { subject: view.subject, head: adjective, modifiers: [] };
  if (named === null) return [];
  const skip = adjective === undefined ? 0 : 1;
  return [quantityDraft(view, named, quantity, money ? 'cost' : 'be', skip)];
}

/** Only small words may stand between the verb and its number. */
function leadsTo(rest: readonly Token[], quantity: QuantityMention, prepositions: RegExp): boolean {
  const isSmall = (token: Token) =>
    /^(?:ADV|ADJ)$/.test(token.pos) || prepositions.test(token.norm) || isBoundWord(token);
  return rest.slice(0, quantity.fromToken).every(isSmall);
}

function isBoundWord(token: Token): boolean {
  return /^(?:about|around|over|than|nearly|almost|up|to|some|under|least|most|an?|estimated|now|between|just|roughly)$/.test(
    token.norm,
  );
}

/** "rose from A to B", "was cut to B": B is the value from then on. A change without "to" states no level. */
function readChange(view: ClauseView, discourse: Discourse, quantities: readonly QuantityMention[]): Draft[] {
  const { rest } = view.clause;
  const leads = (token: Token) => token.norm === 'to' || (token.pos !== 'ADV' && !isBoundWord(token));
  const level = quantities.find(({ fromToken }) => rest.slice(0, fromToken).findLast(leads)?.norm === 'to');
  if (level === undefined) return [];
  const named = nameChanged(view, discourse, level);
  if (named === null) return [];
  const things = level.dimension === 'count' && named.head !== 'population' ? 'have' : 'be';
  const predicate = level.dimension === 'money' ? 'cost' : things;
  return [{ ...quantityDraft(view, named, level, predicate, 0), starts: true }];
}

/** "There are 12 courts in the Sable Club." */
function readThere(view: ClauseView, quantity: QuantityMention): Draft[] {
  const { rest } = view.clause;
  if (quantity.dimension !== 'count' || !leadsTo(rest, quantity, /^$/)) return [];
  const place = placeOf(readPhrase(rest.slice(quantity.toToken)), /^(?:in|at|on)$/);
  if (place === undefined) return [];
  const key = keyOf(place.tokens);
  const subject = explicitSubject(key, surfaceOf(place.tokens, view.sentence));
  const made = quantityDraft(view, { subject, ...countedNoun(rest, quantity) }, quantity, 'have', 0);
  return [{ ...made, adjuncts: made.adjuncts.filter((adjunct) => keyOf(adjunct.tokens) !== key) }];
}

/** "has 274 known moons and 7 rings", "comprises four lines", "has a maximum depth of 1,642 m". */
function readCount(view: ClauseView, quantities: readonly QuantityMention[]): Draft[] {
  const { clause, subject } = view;
  const [first] = quantities;
  if (first === undefined || (clause.verb.passive && !COMPOSED_VERBS.has(clause.verb.lemma))) return [];
  const predicate = predicateOf(view);
  const contained = readContained(view, first, predicate);
  if (contained !== null) return [contained];
  if (first.dimension !== 'count' || !leadsTo(clause.rest, first, /^(?:of|to|home|up|into)$/)) return [];
  if (/^(?:of|whom)$/.test(clause.rest[first.fromToken + 1]?.norm ?? '')) return [];
  return quantities
    .filter((quantity, i) => i === 0 || continuesList(clause.rest, quantities[i - 1], quantity))
    .map((quantity) =>
      quantityDraft(view, { subject, ...countedNoun(clause.rest, quantity) }, quantity, predicate, 0),
    );
}

function predicateOf({ clause }: ClauseView): string {
  const { lemma } = clause.verb;
  const home = lemma === 'be' && /^(?:home|made)$/.test(clause.rest[0]?.norm ?? '');
  return HAVE_VERBS.has(lemma) || COMPOSED_VERBS.has(lemma) || home ? 'have' : lemma;
}

/** "has a population of 90,000": the noun before "of" names the amount. */
function readContained(view: ClauseView, quantity: QuantityMention, predicate: string): Draft | null {
  const { rest } = view.clause;
  const before = rest
    .slice(0, quantity.fromToken)
    .filter((token) => !isBoundWord(token) || /^an?$/.test(token.norm));
  const of = before.pop();
  const [determiner, ...noun] = before;
  const head = noun.at(-1);
  if (of?.norm !== 'of' || !/^(?:an?|the|its|their)$/.test(determiner?.norm ?? '')) return null;
  if (head?.pos !== 'NOUN' || noun.some((token) => !/^(?:NOUN|ADJ)$/.test(token.pos))) return null;
  const name = singular(foldForComparison(head.text));
  const modifiers = modifiersOf(noun.slice(0, -1));
  if (quantity.dimension === 'count') modifiers.push(quantity.unit);
  const plain = ATTRIBUTE_NOUNS.get(name) ?? name;
  const own = plain === 'population' ? [] : modifiers.sort();
  const verb = /^(?:have|reach)$/.test(predicate) ? 'be' : predicate;
  return quantityDraft(view, { subject: view.subject, head: plain, modifiers: own }, quantity, verb, 0);
}

function continuesList(
  rest: readonly Token[],
  before: QuantityMention | undefined,
  quantity: QuantityMention,
): boolean {
  if (before === undefined || quantity.dimension !== 'count') return false;
  return quantity.fromToken === before.toToken + 1 && rest[before.toToken]?.norm === 'and';
}
