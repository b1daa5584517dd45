/** Whether the store says of an artefact what the log's entry says: a row can be rewritten, a leaf cannot. Pure. */
import type { ArtefactRecord, ArtefactState } from '../../graph/artefact.ts';
import { sameBytes } from '../../graph/bytes.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import type { LogEntry } from '../../graph/log/entry.ts';

/** Words of the text: a redaction takes them out of the record, and leaves the entry. */
const OF_THE_TEXT: ReadonlySet<string> = new Set(['summary', 'sections'] satisfies (keyof ArtefactRecord)[]);

/** Null where every member is the entry's; else the first that is not, in one line. @param entry at the state's `seq` */
export function recordFault({ record, seq, redacted }: ArtefactState, entry: LogEntry | null): string | null {
  if (entry?.seq !== seq || entry.body.type !== 'artefact.observed')
    return `entry ${seq} observes no artefact`;
  const logged = entry.body.artefact;
  const names = new Set([...Object.keys(logged), ...Object.keys(record)]) as Set<keyof ArtefactRecord>;
  const isKept = (name: string) => redacted === undefined || !OF_THE_TEXT.has(name);
  const other = [...names].find((name) => isKept(name) && !isSame(record[name], logged[name]));
  return other === undefined ? null : `the store holds another ${other} than entry ${seq} of the log`;
}

function isSame(stored: unknown, logged: unknown): boolean {
  if (stored === undefined || logged === undefined) return stored === logged;
  return sameBytes(encodeCanonical(stored), encodeCanonical(logged));
}
