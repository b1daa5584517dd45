/** A model that was to be asked and could not be: what it ranks was ranked without it. */
export interface UnavailableModel {
  readonly model: string;
  /** BLAKE3-256 of what decides about its vectors. */
  readonly model_hash: string;
}

/** Longer names are cut: a note has a bound. */
const MAX_NAME = 64;

/**
 * For `coverage.note` of answers and searches: `model: <name> could not be asked; ranked without it`. Empty where no
 * model failed.
 */
export function unavailableNote(unavailable: UnavailableModel | null): string[] {
  if (unavailable === null) return [];
  const name = unavailable.model.slice(0, MAX_NAME).toWellFormed();
  return [`model: ${name} could not be asked; ranked without it`];
}
