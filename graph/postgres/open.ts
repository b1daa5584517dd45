/**
 * The log, blobs, records and ranges on a PostgreSQL server (≥ 14), which several processes share.
 *
 * The head is a row whose lock makes one order of all transactions. A gateway needs sessions of its own on the server: a pooler
 * that gives each transaction another session breaks prepared statements, timeouts and notifications.
 */
import { randomBytes } from 'node:crypto';
import { forEverybody, throwIfLeft } from '../caller.ts';
import type { SharedLog } from '../shared-log/shared-log.ts';
import { beat } from './beats.ts';
import { PostgresCommitWatch } from './commit-watch.ts';
import { PostgresLink } from './link.ts';
import { checkOptions, type PostgresOptions } from './options.ts';
import { readerOf } from './reader.ts';
import { makeSchema } from './schema.ts';
import { whileLocked } from './session-lock.ts';
import { PostgresWriter } from './writer.ts';

/** Of the name of this user of the store, in notifications and in the names of its commits. */
const ORIGIN_BYTES = 6;

/**
 * Opens the store and makes its tables where they are missing.
 * Throws `RangeError` for a wrong URL, `StoreUnavailable` (also when the server refuses the account) or `SchemaMismatch`.
 */
export async function openPostgres(given: PostgresOptions): Promise<SharedLog> {
  const options = checkOptions(given);
  const link = new PostgresLink(options);
  try {
    await makeSchema(link, options.schema);
    const { size } = await readerOf(link.reads).head();
    return storeOver(link, options.schema, size);
  } catch (error) {
    await link.close();
    throw error;
  }
}

function storeOver(link: PostgresLink, schema: string, size: number): SharedLog {
  const channel = `${schema}_commits`;
  const origin = randomBytes(ORIGIN_BYTES).toString('hex');
  const watch = new PostgresCommitWatch(link, channel, origin, size);
  const writer = new PostgresWriter(link, channel, origin, (size) => watch.notify(size));
  return {
    ...readerOf(link.reads),
    transact: (work) => forEverybody(() => writer.transact(work)),
    writeRefusal: async () => {
      throwIfLeft();
      return forEverybody(() => writer.refusal());
    },
    beat: (name, value) => forEverybody(() => beat(link.reads, name, value)),
    // Dead rows go as the server's own settings say (autovacuum).
    purge: async () => undefined,
    onCommit: (listener) => forEverybody(() => watch.add(listener)),
    whileLocked: (name, work, ending) => whileLocked(link, `${schema} ${name}`, work, ending),
    [Symbol.asyncDispose]: async () => {
      watch.stop();
      await writer.drained();
      await link.close();
    },
  };
}
