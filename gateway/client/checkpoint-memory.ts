/** What a client stores of an engine's log from one verification to the next. */

export interface RememberedLog {
  /** The largest checkpoint that was verified: a signed note (C2SP tlog-checkpoint). */
  readonly note: string;
  /** The keys that are trusted, as /.well-known/adduce-log-keys gives them in text. */
  readonly keys: string;
}

/**
 * Where a client stores it: in a file or a database, so that it survives a restart. Processes that share one may
 * write at the same time; the last one wins, and each of them has verified what it writes.
 */
export interface CheckpointMemory {
  /** Null where nothing is stored of this engine. @param engine its base URL, without a slash at the end */
  read(engine: string): Promise<RememberedLog | null>;
  write(engine: string, log: RememberedLog): Promise<void>;
}

export interface LogOptions {
  /**
   * The log's keys, as /.well-known/adduce-log-keys gives them in text and their operator publishes them: pinned. Left
   * out, the keys that the engine lists at the first verification are trusted from then on.
   */
  readonly keys?: string;
  /** Left out, the memory ends with the process. */
  readonly checkpoints?: CheckpointMemory;
}

/** Until the process ends. */
export function createMemory(): CheckpointMemory {
  const logs = new Map<string, RememberedLog>();
  return {
    read: async (engine) => logs.get(engine) ?? null,
    write: async (engine, log) => {
      logs.set(engine, log);
    },
  };
}
