/** What an amount is the amount of: named by the subject, by the object of a change, by the verb, or by its dimension. */
import type { QuantityMention } from '../text/quantities.ts';
import { foldForComparison, singular } from '../text/word-forms.ts';
import type { ClauseView } from './draft.ts';
import { ATTRIBUTE_NOUNS, COST_VERBS, VERB_NOUNS } from './lexicon.ts';
import { type Description, describe, keyOf, modifiersOf, placeOf, readPhrase } from './noun-phrase.ts';
import { countedNoun, type Named } from './quantity-draft.ts';
import { type Discourse, resolveOwner } from './subjects.ts';

/** The attribute that a subject phrase names ("the minimum wage in Germany"), else one by the kind of value. */
export function nameMeasure(view: ClauseView, discourse: Discourse, quantity: QuantityMention): Named | null {
  const { subject, clause } = view;
  const described = COST_VERBS.has(clause.verb.lemma) ? null : describe(subject.phrase);
  const place = placeOf(readPhrase(clause.fronted), /^in$/);
  const owner = described?.owner ?? (described?.definite ? place?.tokens : null) ?? null;
  if (described && owner && subject.phrase.tokens.length > 1)
    return nameOwned(view, discourse, { ...described, owner });
  if (quantity.dimension === 'money') return { subject, head: 'price', modifiers: [] };
  const byVerb = VERB_NOUNS.get(clause.verb.lemma);
  if (byVerb !== undefined && quantity.unit !== '') return { subject, head: byVerb, modifiers: [] };
  const unnamed = quantity.unit === '' || quantity.dimension === 'length';
  return unnamed ? null : { subject, head: quantity.dimension, modifiers: [] };
}

function nameOwned(view: ClauseView, discourse: Discourse, described: Description): Named | null {
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
  const named = { head: ATTRIBUTE_NOUNS.get(head) ?? head, modifiers: [...modifiers, ...extra].sort() };
  return subject && { subject, ...named };
}

/** What was changed: the object of "raised its minimum wage to", else the subject. */
export function nameChanged(view: ClauseView, discourse: Discourse, level: QuantityMention): Named | null {
  const { clause, subject } = view;
  const object = readPhrase(clause.rest).base.filter((token) => token.pos !== 'ADV');
  const counted = level.dimension === 'count' && describe(subject.phrase)?.owner == null;
  if (clause.verb.passive || object.length === 0) {
    return counted ? { subject, ...countedNoun(clause.rest, level) } : nameMeasure(view, discourse, level);
  }
  const described = describe(readPhrase(clause.rest.slice(0, level.fromToken)));
  if (described === null || described.owner === null) return null;
  if (described.others.some((a) => !/^(?:from|to)$/.test(a.preposition))) return null;
  const { head, modifiers, owner } = described;
  if (/^(?:its|their)$/.test(owner[0]?.norm ?? '')) return { subject, head, modifiers };
  return nameOwned(view, discourse, { ...described, others: [] });
}
