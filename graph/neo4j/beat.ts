/** Says at intervals that this process is at work on a transaction; see `LockWatch`. */
import neo4j, { type Transaction } from 'neo4j-driver';
import { toBeatFault } from './faults.ts';
import { ignore } from './waiting.ts';

/** Several of them must be missing until a writer counts as stopped. */
const BEAT_MS = 400;
const BEAT = 'CALL tx.setMetaData({adduceWriter: $process, beat: $beat})';

export class Beat {
  readonly #timer: NodeJS.Timeout;
  #count = 0;
  #fault: unknown = null;

  constructor(tx: Transaction, process: string) {
    this.#timer = setInterval(() => this.#run(tx, process), BEAT_MS).unref();
  }

  /** Why the transaction has ended, as far as a beat was the first to find out; null: none was. */
  get fault(): unknown {
    return this.#fault;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #run(tx: Transaction, process: string): void {
    this.#count += 1;
    tx.run(BEAT, { process, beat: neo4j.int(this.#count) }).then(ignore, (error: unknown) => {
      this.#fault ??= toBeatFault(error);
      this.stop();
    });
  }
}
