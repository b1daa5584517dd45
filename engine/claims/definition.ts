/** Statements of what something is. */
import type { ClaimForm } from '../../graph/claim.ts';

/** "Vite is a build tool": it names its subject, and affirms that it is something. */
export function isDefinition({ subject, attribute, polarity, modality }: ClaimForm): boolean {
  const isSaid = polarity === 'affirmed' && modality === 'asserted';
  return (
    isSaid && subject.how === 'explicit' && attribute.predicate === 'be' && attribute.dimension === 'boolean'
  );
}
