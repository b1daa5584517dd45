/**
 * A process of its own that holds the head's lock: saves a note, prints `held`, and commits once a line comes in. Prints
 * `committed`, or the code of its fault. Arguments: url, user, password, value of the note.
 */
import { once } from 'node:events';
import { openNeo4j } from '../../../graph/neo4j/open.ts';

const [url = '', user = '', password = '', value = ''] = process.argv.slice(2);
const store = await openNeo4j({ url, user, password });
try {
  await store.transact(async (tx) => {
    await tx.saveNote('held', value);
    console.log('held');
    await once(process.stdin, 'data');
  });
  console.log('committed');
} catch (error) {
  console.log(error instanceof Error && 'code' in error ? error.code : error);
}
await store[Symbol.asyncDispose]();
process.exit();
