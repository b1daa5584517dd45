/** Models that an answer was made without, because they failed (docs/adr/0032-…). */
import { unavailableNote } from '../retrieve/unavailable-note.ts';
import type { UnavailableModel } from '../retrieve/vector-lane.ts';
import type { Assembly } from './assemble.ts';

type Made = Pick<Assembly, 'retrieval' | 'choosing'>;

/** Longer names are cut: a note has a bound. */
const MAX_NAME = 64;

export function failedModels({ retrieval, choosing }: Made): readonly UnavailableModel[] {
  return [retrieval.unavailable, choosing.unavailable].filter((one) => one !== null);
}

/** What `coverage.note` says of them: `chooser: <name> could not be asked; answered without it`. */
export function failureNotes({ retrieval, choosing }: Made): string[] {
  const chooser = choosing.unavailable?.model.slice(0, MAX_NAME).toWellFormed();
  return [
    ...unavailableNote(retrieval.unavailable),
    ...(chooser === undefined ? [] : [`chooser: ${chooser} could not be asked; answered without it`]),
  ];
}
