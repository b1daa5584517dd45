/** The coarse key under which forms meet that may agree or disagree (docs/spec/decisions.md#9-cluster). */
import type { ClaimForm } from '../../graph/claim.ts';

/** "The museum", "a model": which one is known only to its own document. */
const BARE_NOUN = /^(?:[Tt]he|[Aa]n?|[Tt]his|[Tt]hat|[Oo]ur)\s\p{Ll}+$/u;

/**
 * The slot of a form; null where no comparison is ever made: planned, hypothetical or reported statements, former
 * values without a period, parts, ranks and differences, and subjects that are taken from a title or name no particular thing.
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
