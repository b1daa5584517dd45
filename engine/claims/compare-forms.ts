/**
 * Whether two claims say the same, contradict each other, or neither (docs/spec/decisions.md#9-cluster). Unclear means
 * no verdict: a missed contradiction costs a warning, an invented one costs trust.
 */
import type { ClaimForm, ClaimScope, ClaimValue } from '../../graph/claim.ts';
import { agree, disjoint, intervalOf } from './intervals.ts';

/** "The museum", "a model": which one is known only to its own document. */
const BARE_NOUN = /^(?:[Tt]he|[Aa]n?|[Tt]his|[Tt]hat|[Oo]ur)\s\p{Ll}+$/u;

export type FormVerdict = 'same' | 'contradicts' | 'unclear';

/**
 * The coarse key under which forms meet that may agree or disagree; null where no comparison is ever made: planned, hypothetical
 * or reported statements, former values without a period, parts, ranks and differences, and subjects that are taken from a
 * title or name no particular thing.
 */
export function slotOf(form: ClaimForm): string | null {
  const { subject, attribute, value, scope, role, modality } = form;
  if (modality !== 'asserted' || subject.how === 'title' || subject.key === '') return null;
  if (subject.how === 'explicit' && BARE_NOUN.test(subject.surface)) return null;
  if (role !== 'current' && role !== 'old') return null;
  const period = role === 'old' || scope.valid_to !== null;
  if (period && (scope.valid_from === null || scope.valid_to === null)) return null;
  const when = period ? `${scope.valid_from}/${scope.valid_to}` : 'now';
  const { head, modifiers, predicate } = attribute;
  return [subject.key, head, modifiers.join(','), predicate, value.kind, when].join('|');
}

/** Judges two forms. Both must share a slot; scopes must overlap and narrow alike. Symmetric. */
export function compareForms(a: ClaimForm, b: ClaimForm): FormVerdict {
  const slot = slotOf(a);
  if (slot === null || slot !== slotOf(b)) return 'unclear';
  if (!scopesMatch(a.scope, b.scope, a.attribute.dimension)) return 'unclear';
  if (a.value.kind !== 'boolean' && (a.polarity === 'negated' || b.polarity === 'negated')) return 'unclear';
  return compareValues(a.value, b.value);
}

/**
 * Whether the attribute is a state that a later observation can supersede (a capital, a price, a count now), rather
 * than a dated event or one year of a series.
 */
export function isStateLike(form: ClaimForm): boolean {
  if (form.value.kind === 'date') return false;
  return form.role === 'current' && form.modality === 'asserted' && form.scope.valid_to === null;
}

/** Equal qualifiers; equal places, except that a price or holder without a place is not a part of the whole. */
function scopesMatch(a: ClaimScope, b: ClaimScope, dimension: string): boolean {
  if (a.qualifiers.join('|') !== b.qualifiers.join('|')) return false;
  if (a.place === b.place) return true;
  const partly = dimension === 'count' || dimension === 'boolean' || dimension === 'date';
  return !partly && (a.place === null || b.place === null);
}

function compareValues(a: ClaimValue, b: ClaimValue): FormVerdict {
  if (a.kind === 'quantity' && b.kind === 'quantity') return compareQuantities(a, b);
  if (a.kind === 'entity' && b.kind === 'entity') return compareNames(a.key, b.key);
  if (a.kind === 'version' && b.kind === 'version') return compareVersions(a.version, b.version);
  if (a.kind === 'boolean' && b.kind === 'boolean') return a.value === b.value ? 'same' : 'contradicts';
  if (a.kind === 'date' && b.kind === 'date') return compareDates(a, b);
  return 'unclear';
}

type Of<K extends ClaimValue['kind']> = Extract<ClaimValue, { readonly kind: K }>;

function compareQuantities(a: Of<'quantity'>, b: Of<'quantity'>): FormVerdict {
  const [left, right] = [intervalOf(a), intervalOf(b)];
  if (left.base !== right.base) return 'unclear';
  if (agree(left, right)) return 'same';
  return disjoint(left, right) ? 'contradicts' : 'unclear';
}

/** Names that share no word are two things; one inside the other, or initials, may be one. */
function compareNames(a: string, b: string): FormVerdict {
  if (a === b) return 'same';
  const [left, right] = [a.split(' '), b.split(' ')];
  const contained = left.every((word) => right.includes(word)) || right.every((word) => left.includes(word));
  const sameLast = left.at(-1) === right.at(-1) && left[0]?.[0] === right[0]?.[0];
  if (contained || sameLast || initials(left) === b || initials(right) === a) return 'unclear';
  return 'contradicts';
}

function initials(words: readonly string[]): string {
  return words.map((word) => word[0] ?? '').join('');
}

/** "3.9" and "3.9.0" are one release. */
function compareVersions(a: string, b: string): FormVerdict {
  const [left, right] = [a.split('.'), b.split('.')];
  const longer = left.length < right.length ? right : left;
  return longer.every((_, i) => Number(left[i] ?? 0) === Number(right[i] ?? 0)) ? 'same' : 'contradicts';
}

function compareDates(a: Of<'date'>, b: Of<'date'>): FormVerdict {
  if (a.from === b.from && a.to === b.to) return 'same';
  return a.to < b.from || b.to < a.from ? 'contradicts' : 'unclear';
}
