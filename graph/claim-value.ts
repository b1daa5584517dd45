/** What a claim's value is queried by in a store that is a graph: text, bounds, unit, days. */
import type { ClaimValue } from './claim.ts';

export interface ClaimValueFacets {
  readonly valueKind: ClaimValue['kind'];
  /** As stated: `274`, `17..` (at least 17), `..9`, `3..5`, `2004-01-01..2004-12-31`, the entity's surface, `true`. */
  readonly value: string;
  readonly unit: string | null;
  /** Bounds of a quantity, for comparison; null: none is stated, or it has no finite double. The digits are in `value`. */
  readonly min: number | null;
  readonly max: number | null;
  /** First and last day of a date, ISO 8601. */
  readonly from: string | null;
  readonly to: string | null;
}

export function claimValueFacets(value: ClaimValue): ClaimValueFacets {
  const none = { unit: null, min: null, max: null, from: null, to: null };
  switch (value.kind) {
    case 'quantity': {
      const { min, max, unit } = value;
      const bounds = { min: finite(min), max: finite(max) };
      return { ...none, ...bounds, valueKind: value.kind, value: range(min, max), unit: unit || null };
    }
    case 'date':
      return {
        ...none,
        valueKind: value.kind,
        value: range(value.from, value.to),
        from: value.from,
        to: value.to,
      };
    case 'entity':
      return { ...none, valueKind: value.kind, value: value.surface };
    case 'version':
      return { ...none, valueKind: value.kind, value: value.version };
    case 'boolean':
      return { ...none, valueKind: value.kind, value: String(value.value) };
  }
}

function range(from: string | null, to: string | null): string {
  return from === to ? (from ?? '') : `${from ?? ''}..${to ?? ''}`;
}

function finite(digits: string | null): number | null {
  const value = digits === null ? Number.NaN : Number(digits);
  return Number.isFinite(value) ? value : null;
}
