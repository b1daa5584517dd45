/** Values of claims as one text, for people. */
import type { ClaimValue } from '../../../graph/claim.ts';

/** The one figure of a quantity; null for an interval, and for any other value. */
export function figureOf(value: ClaimValue): string | null {
  return value.kind === 'quantity' && value.min === value.max ? value.min : null;
}

export function valueText(value: ClaimValue): string {
  switch (value.kind) {
    case 'quantity':
      return `${figureOf(value) ?? `${value.min ?? ''}…${value.max ?? ''}`} ${value.unit}`.trim();
    case 'date':
      return value.from === value.to ? value.from : `${value.from}/${value.to}`;
    case 'entity':
      return value.surface;
    case 'version':
      return value.version;
    case 'boolean':
      return String(value.value);
  }
}
