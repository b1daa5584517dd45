/** What a claim is listed by, beside its address: so that every store filters by the same. */
import type { ClaimCore, ClaimForm, ClaimRecord } from './claim.ts';
import { claimValueFacets } from './claim-value.ts';
import { canonicalClaim } from './cluster.ts';

export interface ClaimFacets {
  /** Its slot where it is the canonical claim of its cluster: the others share its place there. */
  readonly slot: string | null;
  /** Its text as `foldText` gives it. */
  readonly words: string;
  /** Folded key of the subject, null where there is no structured reading. */
  readonly subject: string | null;
  /** The same where it says what the subject is; null elsewhere. */
  readonly defines: string | null;
  /** Folded key of a value that is an entity. */
  readonly object: string | null;
  /** Folded head of the attribute, such as `moon`. */
  readonly attribute: string | null;
  /** Kind of its value: `count`, `date`, `entity`, … */
  readonly dimension: string | null;
  /** Of a value that is a quantity; empty where it has none. */
  readonly unit: string | null;
  /** Least and most of a quantity as doubles, null without a bound there. */
  readonly least: number | null;
  readonly most: number | null;
  /** First and last day of a value that is a date, ISO 8601. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

const NOTHING_STATED = {
  ...{ subject: null, defines: null, object: null, attribute: null, dimension: null },
  ...{ unit: null, least: null, most: null, firstDay: null, lastDay: null },
} as const;

/** Texts that differ in case or in their Unicode form only are equal once folded. No locale enters. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** "Vite is a build tool", "Vite is free": it names its subject, and affirms that it is something. */
export function saysWhatItIs({ subject, attribute, polarity, modality }: ClaimForm): boolean {
  const isSaid = polarity === 'affirmed' && modality === 'asserted' && subject.how === 'explicit';
  return isSaid && attribute.predicate === 'be' && attribute.dimension === 'boolean';
}

/** Folded keys of the things that a claim names: its subject, and the value where it is one. Null without a structured reading. */
export function claimEntities({ form }: ClaimCore): Pick<ClaimFacets, 'subject' | 'object'> {
  if (form === undefined) return { subject: null, object: null };
  const { subject, value } = form;
  return { subject: foldText(subject.key), object: value.kind === 'entity' ? foldText(value.key) : null };
}

export function claimFacets(claim: ClaimRecord): ClaimFacets {
  const { core } = claim;
  const slot = canonicalClaim(claim) === claim.addr ? claim.slot : null;
  const words = foldText(core.text);
  if (core.form === undefined) return { slot, words, ...NOTHING_STATED };
  const { attribute, value } = core.form;
  const { min: least, max: most, from: firstDay, to: lastDay } = claimValueFacets(value);
  const unit = value.kind === 'quantity' ? value.unit : null;
  const stated = { unit, least, most, firstDay, lastDay };
  const entities = claimEntities(core);
  return {
    slot,
    words,
    ...entities,
    defines: saysWhatItIs(core.form) ? entities.subject : null,
    attribute: foldText(attribute.head),
    dimension: attribute.dimension,
    ...stated,
  };
}
