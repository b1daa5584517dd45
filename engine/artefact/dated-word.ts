import type { OperatorWord } from '../../graph/artefact.ts';
import type { LogReader } from '../../graph/store/log.ts';
import { StoreCorrupted } from '../../graph/store/store.ts';

/** An operator's word with the time of its entry, which its effective time may long precede. */
export interface DatedWord extends OperatorWord {
  /** RFC 3339 UTC with ms. */
  readonly at: string;
}

/** @throws {StoreCorrupted} where the log lacks the entry */
export async function readDatedWord(reader: LogReader, word: OperatorWord): Promise<DatedWord> {
  const [stored] = await reader.entries({ after: word.seq - 1, limit: 1, types: null });
  if (stored?.entry.seq !== word.seq) throw new StoreCorrupted(`entry ${word.seq} is missing`, word.seq);
  return { ...word, at: stored.entry.at };
}
