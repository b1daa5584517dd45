/** From a quantity and the attribute that it states to a draft: value, unit, predicate and what follows the value. */
import type { ClaimValue } from '../../graph/claim.ts';
import { add, decimal, formatDecimal, negate } from '../text/decimals.ts';
import type { QuantityMention } from '../text/quantities.ts';
import type { Token } from '../text/token.ts';
import type { ClauseView, Draft } from './draft.ts';
import { ATTRIBUTE_NOUNS, NEUTRAL_MODIFIERS } from './lexicon.ts';
import { type Adjunct, keyOf, readPhrase } from './noun-phrase.ts';

/** Whose amount it is and what the amount is called. */
export interface Named {
  readonly subject: Draft['subject'];
  readonly head: string;
  readonly modifiers: readonly string[];
  /** "the number of provinces": the head is what is counted. */
  readonly counted?: true;
}

/** Head and modifiers of the counted noun: "species of bees" keeps what is of interest. */
export function countedNoun(
  rest: readonly Token[],
  quantity: QuantityMention,
): { head: string; modifiers: string[] } {
  const words = (quantity.unit.split('/')[0] ?? '').split(' ');
  const head = words.pop() ?? '';
  const modifiers = words.filter((word) => !NEUTRAL_MODIFIERS.has(word));
  const [of] = readPhrase(rest.slice(quantity.toToken)).adjuncts;
  if (of?.preposition === 'of' && rest[quantity.toToken]?.norm === 'of')
    modifiers.push(`of ${keyOf(of.tokens)}`);
  return { head: ATTRIBUTE_NOUNS.get(head) ?? head, modifiers: modifiers.sort() };
}

/** The draft of one quantity; `skip` tokens after it belong to its unit ("metres deep"). */
export function quantityDraft(
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
  const countedAs = people || bare ? thing : countUnit(quantity.unit);
  const unit = dimension === 'count' ? countedAs : quantity.unit;
  return {
    subject,
    attribute: { head, modifiers, predicate: predicateFor(people, bare, predicate), dimension },
    value: intervalOf(quantity, unit),
    valueTokens: rest.slice(quantity.fromToken, quantity.toToken + skip),
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
  const [noun = '', rate] = unit.split('/');
  const last = noun.split(' ').at(-1) ?? '';
  return rate === undefined ? last : `${last}/${rate}`;
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
