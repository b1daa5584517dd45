/** Signs of life of processes, as notes that are written without the head's lock. */
import { checkBeat } from '../store/beats.ts';
import type { PostgresConnection } from './connection.ts';
import { logReader } from './read-log.ts';
import { blobWriter } from './save-log.ts';

/** See `Beats.beat`. */
export async function beat(
  connection: PostgresConnection,
  name: string,
  value?: string,
): Promise<string | null> {
  checkBeat(name, value);
  const note = `beat.${name}`;
  if (value !== undefined) await blobWriter(connection).saveNote(note, value);
  return logReader(connection).note(note);
}
