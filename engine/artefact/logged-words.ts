/** What the log has of an operator's words on an artefact: a row can be rewritten, a leaf cannot. */
import type { ArtefactState, OperatorWord } from '../../graph/artefact.ts';
import { sameBytes } from '../../graph/bytes.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import type { EntryType } from '../../graph/log/entry.ts';
import { wordOf } from '../../graph/project.ts';
import type { LogReader } from '../../graph/store/log.ts';

/** The words of the store that the log has too, as the log has them. */
export interface LoggedWords extends Pick<ArtefactState, 'withdrawn' | 'redacted'> {
  /** The first word of the store that is not the log's, in one line; null where each is. */
  readonly fault: string | null;
}

type EntryReader = LogReader;

/** One read for each word. A word that the store lacks is not looked for: only a walk over the log would find it. */
export async function readLoggedWords(reader: EntryReader, held: ArtefactState): Promise<LoggedWords> {
  const redacted = await readWord(reader, held, held.redacted, ['artefact.redacted']);
  const said = await readWord(reader, held, held.withdrawn, ['artefact.withdrawn', 'artefact.redacted']);
  const withdrawn = said && asRedacted(said, redacted);
  const fault =
    faultOf('redaction', held.redacted ?? null, redacted) ?? faultOf('withdrawal', held.withdrawn, withdrawn);
  return { fault, withdrawn, ...(redacted !== null && { redacted }) };
}

/** Null where the entry that the word names says nothing of the kind of this artefact. */
async function readWord(
  reader: EntryReader,
  { record }: ArtefactState,
  word: OperatorWord | null | undefined,
  types: readonly EntryType[],
): Promise<OperatorWord | null> {
  if (!word) return null;
  const [stored] = await reader.entries({ after: word.seq - 1, limit: 1, types: null });
  if (stored?.entry.seq !== word.seq) return null;
  const { body } = stored.entry;
  if (body.type !== 'artefact.withdrawn' && body.type !== 'artefact.redacted') return null;
  return types.includes(body.type) && body.artefact === record.artefact_id
    ? wordOf(stored.entry, body)
    : null;
}

/** A redaction holds from when it says, whatever an earlier withdrawal said. */
function asRedacted(withdrawn: OperatorWord, redacted: OperatorWord | null): OperatorWord {
  if (redacted === null || redacted.seq < withdrawn.seq) return withdrawn;
  return { ...withdrawn, effective_at: redacted.effective_at };
}

function faultOf(what: string, held: OperatorWord | null, logged: OperatorWord | null): string | null {
  if (held === null || (logged !== null && sameBytes(encodeCanonical(held), encodeCanonical(logged))))
    return null;
  return `the store holds another ${what} than entry ${held.seq} of the log`;
}
