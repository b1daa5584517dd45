/**
 * The log, blobs, records and ranges on a PostgreSQL server (≥ 13), which several processes share.
 *
 * The head is a row whose lock makes one order of all transactions. A gateway needs sessions of its own on the server: a pooler
 * that gives each transaction another session breaks prepared statements, timeouts and notifications.
 */
import { randomUUID } from 'node:crypto';
import { forEverybody, throwIfLeft } from '../caller.ts';
import { beat } from './beats.ts';
import { CommitWatch } from './commit-watch.ts';
import { Link } from './link.ts';
import { checkOptions, type PostgresOptions } from './options.ts';
import { readerOf } from './reader.ts';
import type { PostgresStore } from './roles.ts';
import { makeSchema } from './schema.ts';
import { Writer } from './writer.ts';

/**
 * Opens the store and makes its tables where they are missing.
 * Throws `RangeError` for a wrong URL, `StoreUnavailable` (also when the server refuses the account) or `SchemaMismatch`.
 */
export async function openPostgres(given: PostgresOptions): Promise<PostgresStore> {
  const options = checkOptions(given);
  const link = new Link(options);
  try {
    await makeSchema(link, options.schema);
    return storeOver(link, `${options.schema}_commits`);
  } catch (error) {
    await link.close();
    throw error;
  }
}

function storeOver(link: Link, channel: string): PostgresStore {
  const origin = randomUUID();
  const watch = new CommitWatch(link, channel, origin);
  const writer = new Writer(link, channel, origin, (size) => watch.notify(size));
  return {
    ...readerOf(link.reads),
    transact: (work) => forEverybody(() => writer.transact(work)),
    writeRefusal: async () => {
      throwIfLeft();
      return forEverybody(() => writer.refusal());
    },
    beat: (name, value) => forEverybody(() => beat(link.reads, name, value)),
    onCommit: (listener) => forEverybody(() => watch.add(listener)),
    [Symbol.asyncDispose]: async () => {
      watch.stop();
      await writer.drained();
      await link.close();
    },
  };
}
