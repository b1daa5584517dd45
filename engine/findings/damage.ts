/**
 * Stored bytes that no longer match the log (F4): no entry can say so, since it is this store that is damaged and not
 * what was written. A note of the installation does, for every monitor on the store.
 */
import type { AnswerId, ArtefactId } from '../../graph/address.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { Appender } from '../../graph/log/writer.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';

const NOTE = 'damage';

/** An artefact whose bytes or text have changed or are gone; an answer whose own bytes or receipt have. */
export type Damageable = ArtefactId | AnswerId;

/** Looked at just now. */
export interface Looked {
  readonly damaged: readonly Damageable[];
  readonly whole: readonly Damageable[];
}

export async function readDamage(reader: BlobReader): Promise<ReadonlySet<string>> {
  const note = await reader.note(NOTE);
  // Only `noteDamage` writes the note.
  return new Set(note === null ? [] : (JSON.parse(note) as string[]));
}

/** Gives what has become damaged or whole by it; where that is nothing, nothing is locked and nothing written. */
export async function noteDamage(
  reader: BlobReader,
  writer: Appender,
  looked: Looked,
): Promise<Damageable[]> {
  if (newsIn(await readDamage(reader), looked).length === 0) return [];
  return writer.append(async (state) => {
    const known = await readDamage(state);
    const changed = newsIn(known, looked);
    const now = [...known.difference(new Set(looked.whole)).union(new Set(looked.damaged))].sort(byCodeUnit);
    return { entries: [], notes: [[NOTE, JSON.stringify(now)]], result: () => changed };
  });
}

function newsIn(known: ReadonlySet<string>, { damaged, whole }: Looked): Damageable[] {
  return [...damaged.filter((id) => !known.has(id)), ...whole.filter((id) => known.has(id))];
}
