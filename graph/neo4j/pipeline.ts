/**
 * Statements of one transaction, sent one behind the other without a wait between them: the server runs them in order, and a
 * transaction pays the way to it once and not for each.
 */
import type { BoltParams } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';
import { ignore } from './waiting.ts';

/** Where a statement is sent whose rows nobody reads. */
export type StatementSink = Pick<Neo4jConnection, 'run'>;

export class Pipeline implements StatementSink {
  readonly #connection: Neo4jConnection;
  readonly #sent: Promise<void>[] = [];

  constructor(connection: Neo4jConnection) {
    this.#connection = connection;
  }

  /** Resolves once the statement is sent; what becomes of it, `settled` tells. */
  async run(cypher: string, params: BoltParams = {}): Promise<void> {
    const done = this.#connection.run(cypher, params);
    done.catch(ignore);
    this.#sent.push(done);
  }

  /** Waits for all of them. Throws the fault of the first that failed: those behind it were not run. */
  async settled(): Promise<void> {
    for (const outcome of await Promise.allSettled(this.#sent)) {
      if (outcome.status === 'rejected') throw outcome.reason;
    }
  }
}
