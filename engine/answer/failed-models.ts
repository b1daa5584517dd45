/** Models that an answer was made without, because they failed (docs/adr/0032-…). */

import type { UnavailableModel } from '../unavailable-model.ts';
import { unavailableNote } from '../unavailable-model.ts';
import type { Assembly } from './assemble.ts';

type Made = Pick<Assembly, 'retrieval' | 'choosing' | 'unavailable'>;

/** Longer names are cut: a note has a bound. */
const MAX_NAME = 64;

/** Each once: one model may serve the retrieval and the ranking. */
export function failedModels({ retrieval, choosing, unavailable }: Made): readonly UnavailableModel[] {
  const failed = [retrieval.unavailable, unavailable, choosing.unavailable].filter((one) => one !== null);
  return failed.filter(
    (one, at) => failed.findIndex(({ model_hash }) => model_hash === one.model_hash) === at,
  );
}

/** What `coverage.note` says of them: `chooser: <name> could not be asked; answered without it`. */
export function failureNotes({ retrieval, choosing, unavailable }: Made): string[] {
  const chooser = choosing.unavailable?.model.slice(0, MAX_NAME).toWellFormed();
  return [
    ...unavailableNote(retrieval.unavailable ?? unavailable),
    ...(chooser === undefined ? [] : [`chooser: ${chooser} could not be asked; answered without it`]),
  ];
}
