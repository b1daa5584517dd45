/** The port of a log's signed notes, outside its store. */

/** The journal while its user has it alone, also across processes. */
export interface HeldJournal {
  /** The note that was appended last; null before the first. */
  readonly newest: string | null;
  /** Resolves when the note is on disk. */
  append(note: string): Promise<void>;
}

export interface NoteJournal {
  /** Names the journal in messages. */
  readonly place: string;
  /**
   * Runs the work with the journal to itself. Throws `StoreUnavailable` where it cannot be read or written now, and
   * `StoreCorrupted` where it has lost or damaged a note.
   */
  exclusive<T>(work: (journal: HeldJournal) => Promise<T>): Promise<T>;
}
