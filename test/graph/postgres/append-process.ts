/**
 * A process of its own that appends entries, one transaction each, and prints the seq of each acknowledged one, or the code of
 * a refusal. Arguments: URL, schema, how many entries, how long it holds the lock in each transaction (ms), and the hash of a
 * blob that it reads under the lock, or nothing. It prints `locked` each time before it waits.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../../graph/postgres/open.ts';
import { append } from './append.ts';

const [url = '', schema = '', count = '0', holdMs = '0', blob = ''] = process.argv.slice(2);
const store = await openPostgres({ url, schema });
for (let n = 0; n < Number(count); n += 1) {
  try {
    const seq = await store.transact(async (tx) => {
      if (Number(holdMs) > 0) {
        console.log('locked');
        if (blob !== '') await tx.blobs([blob]);
        await sleep(Number(holdMs));
      }
      return append(tx);
    });
    console.log(seq);
  } catch (error) {
    console.log(error instanceof Error && 'code' in error ? error.code : error);
  }
}
await store[Symbol.asyncDispose]();
