/** Signs of life of processes, as notes that are written without the head's lock. */
import { checkBeat } from '../store/beats.ts';
import type { Neo4jLink } from './link.ts';

const SAVE = 'MERGE (n:Note {name: $name}) SET n.value = $value';
const READ = 'MATCH (n:Note {name: $name}) RETURN n.value AS value';

/** See `Beats.beat`. */
export async function beat(link: Neo4jLink, name: string, value?: string): Promise<string | null> {
  checkBeat(name, value);
  const note = `beat.${name}`;
  if (value !== undefined) await link.alone.run(SAVE, { name: note, value });
  const row = await link.alone.row<{ value: string }>(READ, { name: note });
  return row?.value ?? null;
}
