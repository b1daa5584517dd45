/** What a reply says of a model that failed: for `coverage.note` of answers and searches. */
import type { UnavailableModel } from './vector-lane.ts';

/** Longer names are cut: a note has a bound. */
const MAX_NAME = 64;

/** `model: <name> could not be asked; ranked without it`; nothing where no model failed. */
export function unavailableNote(unavailable: UnavailableModel | null): string[] {
  if (unavailable === null) return [];
  const name = unavailable.model.slice(0, MAX_NAME).toWellFormed();
  return [`model: ${name} could not be asked; ranked without it`];
}
