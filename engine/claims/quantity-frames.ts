/** Quantity values: "X has N Y", "the A of X is Q", "X is Q deep", "X costs Q", "the price rose to Q". */
import type { ClaimAttribute, ClaimValue } from '../../graph/claim.ts';
import { add, decimal, formatDecimal, negate } from '../text/decimals.ts';
import { findQuantities, type QuantityMention } from '../text/quantities.ts';
import type { Token } from '../text/tokens.ts';
import { findVersions } from '../text/versions.ts';
import { foldForComparison, singular } from '../text/word-forms.ts';
import type { ClauseView, Draft } from './draft.ts';
import {
  ATTRIBUTE_NOUNS,
  CHANGE_VERBS,
  COMPOSED_VERBS,
  COST_VERBS,
  HAVE_VERBS,
  MEASURE_NOUNS,
  MEASURE_VERBS,
  NEUTRAL_MODIFIERS,
} from './lexicon.ts';
import { type Adjunct, describe, isDated, keyOf, modifiersOf, readPhrase } from './noun-phrase.ts';
import { type Discourse, resolveOwner } from './subjects.ts';

type Subject = Draft['subject'];
interface Named {
  readonly subject: Subject;
  readonly head: string;
  readonly modifiers: readonly string[];
  /** "the number of provinces": the head is what is counted. */
  readonly counted?: true;
}

const MORE = /^(?:more|fewer|less|than|further|additional|extra|ahead|behind|apart)$/;
const ADDED = /(?:^|\s)(?:more|fewer|further|additional|extra|new|other|another)(?:\s|$)/;
const VERB_NOUNS: ReadonlyMap<string, string> = new Map([
  ['weigh', 'weight'],
  ['last', 'duration'],
  ['rise', 'height'],
  ['stand', 'height'],
  ['tower', 'height'],
  ['cover', 'area'],
  ['span', 'length'],
]);

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
    if (changed.length > 0 || lemma !== 'rise') return changed;
  }
  if (view.subject.key === 'there') return lemma === 'be' ? readThere(view, first) : [];
  if (isMeasure(view)) return readMeasure(view, discourse, first);
  return readCount(view, quantities);
}

function isComparison(rest: readonly Token[], quantity: QuantityMention): boolean {
  const after = rest[quantity.toToken];
  const beforeUnit = rest[quantity.fromToken + 1];
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
  if (!leadsTo(rest, quantity, /^(?:at|to|for|from|of)$/)) return [];
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
  return [draft(view, named, quantity, money ? 'cost' : 'be', skip)];
}

/** Only small words may stand between the verb and its number. */
function leadsTo(rest: readonly Token[], quantity: QuantityMention, prepositions: RegExp): boolean {
  return rest
    .slice(0, quantity.fromToken)
    .every(
      (token) =>
        token.pos === 'ADV' || token.pos === 'ADJ' || prepositions.test(token.norm) || isBoundWord(token),
    );
}

function isBoundWord(token: Token): boolean {
  return /^(?:about|around|over|than|nearly|almost|up|to|some|under|least|most|an?|estimated|now|between|just|roughly)$/.test(
    token.norm,
  );
}

/** The attribute that a subject phrase names ("the minimum wage in Germany"), else one by the kind of value. */
function nameMeasure(view: ClauseView, discourse: Discourse, quantity: QuantityMention): Named | null {
  const { subject, clause } = view;
  const described = COST_VERBS.has(clause.verb.lemma) ? null : describe(subject.phrase);
  const place = readPhrase(clause.fronted).adjuncts.find(
    (adjunct) => adjunct.preposition === 'in' && !isDated(adjunct),
  );
  const owner = described?.owner ?? (described?.definite ? place?.tokens : null) ?? null;
  if (described && owner && subject.phrase.tokens.length > 1)
    return nameOwned(view, discourse, { ...described, owner });
  if (quantity.dimension === 'money') return { subject, head: 'price', modifiers: [] };
  const byVerb = VERB_NOUNS.get(clause.verb.lemma);
  if (byVerb !== undefined && quantity.unit !== '') return { subject, head: byVerb, modifiers: [] };
  const unnamed = quantity.unit === '' || quantity.dimension === 'length';
  return unnamed ? null : { subject, head: quantity.dimension, modifiers: [] };
}

function nameOwned(
  view: ClauseView,
  discourse: Discourse,
  described: NonNullable<ReturnType<typeof describe>>,
): Named | null {
  const { head, modifiers, owner, others } = described;
  if (owner === null) return null;
  const whole = others.find((adjunct) => /^(?:of|in|at|on)$/.test(adjunct.preposition));
  if (head === 'number' && whole !== undefined) {
    const subject = resolveOwner(whole.tokens, view.sentence, discourse);
    const counted = singular(foldForComparison(owner.at(-1)?.text ?? ''));
    return subject && { subject, head: counted, modifiers: modifiersOf(owner.slice(0, -1)), counted: true };
  }
  const subject = resolveOwner(owner, view.sentence, discourse);
  const extra = others.map((adjunct) => `${adjunct.preposition} ${keyOf(adjunct.tokens)}`);
  return (
    subject && {
      subject,
      head: ATTRIBUTE_NOUNS.get(head) ?? head,
      modifiers: [...modifiers, ...extra].sort(),
    }
  );
}

/** "rose from A to B", "was cut to B": B is the value from then on. A change without "to" states no level. */
function readChange(view: ClauseView, discourse: Discourse, quantities: readonly QuantityMention[]): Draft[] {
  const { rest } = view.clause;
  const level = quantities.find(
    (quantity) => rest.slice(0, quantity.fromToken).findLast((t) => !isBoundOnly(t))?.norm === 'to',
  );
  if (level === undefined) return [];
  const named = nameChanged(view, discourse, level);
  if (named === null) return [];
  const things = level.dimension === 'count' && named.head !== 'population' ? 'have' : 'be';
  const predicate = level.dimension === 'money' ? 'cost' : things;
  return [{ ...draft(view, named, level, predicate, 0), starts: true }];
}

/** What was changed: the object of "raised its minimum wage to", else the subject. */
function nameChanged(view: ClauseView, discourse: Discourse, level: QuantityMention): Named | null {
  const { clause, subject } = view;
  const object = readPhrase(clause.rest).base.filter((token) => token.pos !== 'ADV');
  const counted = level.dimension === 'count' && describe(subject.phrase)?.owner == null;
  if (clause.verb.passive || object.length === 0) {
    return counted ? { subject, ...countedNoun(clause.rest, level) } : nameMeasure(view, discourse, level);
  }
  const described = describe(readPhrase(clause.rest.slice(0, level.fromToken)));
  if (
    described === null ||
    described.owner === null ||
    described.others.some((a) => !/^(?:from|to)$/.test(a.preposition))
  )
    return null;
  const { head, modifiers, owner } = described;
  if (/^(?:its|their)$/.test(owner[0]?.norm ?? '')) return { subject, head, modifiers };
  return nameOwned(view, discourse, { ...described, others: [] });
}

function isBoundOnly(token: Token): boolean {
  return token.norm !== 'to' && (token.pos === 'ADV' || isBoundWord(token));
}

/** "There are 12 courts in the Sable Club." */
function readThere(view: ClauseView, quantity: QuantityMention): Draft[] {
  const { rest } = view.clause;
  if (quantity.dimension !== 'count' || !leadsTo(rest, quantity, /^$/)) return [];
  const { adjuncts } = readPhrase(rest.slice(quantity.toToken));
  const place = adjuncts.find((adjunct) => /^(?:in|at|on)$/.test(adjunct.preposition) && !isDated(adjunct));
  if (place === undefined) return [];
  const key = keyOf(place.tokens);
  const surface = view.sentence.slice(place.tokens[0]?.start ?? 0, place.tokens.at(-1)?.end ?? 0);
  const subject: Subject = { key, surface, how: 'explicit', context: null };
  const made = draft(view, { subject, ...countedNoun(rest, quantity) }, quantity, 'have', 0);
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
      draft(view, { subject, ...countedNoun(clause.rest, quantity) }, quantity, predicate, 0),
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
  const [determiner, ...noun] = before.slice(0, -1);
  const head = noun.at(-1);
  if (
    before.at(-1)?.norm !== 'of' ||
    !/^(?:an?|the|its|their)$/.test(determiner?.norm ?? '') ||
    head?.pos !== 'NOUN'
  )
    return null;
  if (noun.some((token) => !/^(?:NOUN|ADJ)$/.test(token.pos))) return null;
  const name = singular(foldForComparison(head.text));
  const modifiers = [
    ...modifiersOf(noun.slice(0, -1)),
    ...(quantity.dimension === 'count' ? [quantity.unit] : []),
  ];
  const plain = ATTRIBUTE_NOUNS.get(name) ?? name;
  const named = {
    subject: view.subject,
    head: plain,
    modifiers: plain === 'population' ? [] : modifiers.sort(),
  };
  return draft(view, named, quantity, predicate === 'have' || predicate === 'reach' ? 'be' : predicate, 0);
}

function continuesList(
  rest: readonly Token[],
  before: QuantityMention | undefined,
  quantity: QuantityMention,
): boolean {
  if (before === undefined || quantity.dimension !== 'count') return false;
  return quantity.fromToken === before.toToken + 1 && rest[before.toToken]?.norm === 'and';
}

/** Head and modifiers of the counted noun: "species of bees" keeps what is of interest. */
function countedNoun(
  rest: readonly Token[],
  quantity: QuantityMention,
): { head: string; modifiers: string[] } {
  const words = (quantity.unit.split('/')[0] ?? '').split(' ');
  const head = words.at(-1) ?? '';
  const modifiers = words.slice(0, -1).filter((word) => !NEUTRAL_MODIFIERS.has(word));
  const [of] = readPhrase(rest.slice(quantity.toToken)).adjuncts;
  const kind =
    of?.preposition === 'of' && rest[quantity.toToken]?.norm === 'of' ? [`of ${keyOf(of.tokens)}`] : [];
  return { head: ATTRIBUTE_NOUNS.get(head) ?? head, modifiers: [...modifiers, ...kind].sort() };
}

function draft(
  view: ClauseView,
  { subject, head, modifiers, counted }: Named,
  quantity: QuantityMention,
  predicate: string,
  skip: number,
): Draft {
  const { rest } = view.clause;
  const people = head === 'population';
  const thing = people ? 'person' : head;
  const bare = quantity.unit === '' && (people || counted === true);
  const dimension = bare ? 'count' : quantity.dimension;
  const attribute: ClaimAttribute = {
    head,
    modifiers,
    predicate: predicateFor(people, bare, predicate),
    dimension,
  };
  const countedAs = people || bare ? thing : countUnit(quantity.unit);
  const unit = dimension === 'count' ? countedAs : quantity.unit;
  return {
    subject,
    attribute,
    value: intervalOf(quantity, unit),
    valueTokens: rest.slice(quantity.fromToken, quantity.toToken + skip),
    role: 'current',
    starts: false,
    adjuncts: adjunctsAfter(rest, quantity.toToken + skip),
  };
}

/** A population is, whether it is "had", "stands at" or "is"; a bare number of things is what the owner has. */
function predicateFor(people: boolean, bare: boolean, predicate: string): string {
  if (people) return 'be';
  return bare ? 'have' : predicate;
}

/** "About 20,000" is the interval that rounds to the stated digits. */
function intervalOf(quantity: QuantityMention, unit: string): ClaimValue {
  const { min, max, precision, approximate } = quantity;
  if (!approximate || min === null) return { kind: 'quantity', min, max, unit, precision };
  const half = { coefficient: 5n, exponent: precision - 1 };
  const low = formatDecimal(add(decimal(min), negate(half)));
  return { kind: 'quantity', min: low, max: formatDecimal(add(decimal(min), half)), unit, precision };
}

/** The counted noun is the attribute already; of the unit only a rate is left to tell apart. */
function countUnit(unit: string): string {
  const rate = unit.split('/')[1];
  const noun = (unit.split('/')[0] ?? '').split(' ').at(-1) ?? '';
  return rate === undefined ? noun : `${noun}/${rate}`;
}

/** Prepositional parts behind the value, up to a second value or a connective. */
function adjunctsAfter(rest: readonly Token[], from: number): readonly Adjunct[] {
  const tokens = rest.slice(from);
  const stop = tokens.findIndex((token) => token.pos === 'CCONJ' || token.norm === 'up');
  const phrase = readPhrase(stop < 0 ? tokens : tokens.slice(0, stop));
  return phrase.adjuncts.filter(
    (adjunct, i) => !(i === 0 && adjunct.preposition === 'of' && phrase.base.length === 0),
  );
}
