/**
 * A process of its own that appends entries, one transaction each, and prints the seq of each acknowledged one.
 * Arguments: the store's path, how many entries, the size of each in bytes. A refused append ends it with its code.
 */
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { append } from './append.ts';

const [path = '', count = '0', bytes = '0'] = process.argv.slice(2);
const store = await openEmbedded({ path });
try {
  for (let n = 0; n < Number(count); n += 1) console.log(await append(store, Number(bytes)));
} catch (error) {
  console.log(error instanceof Error && 'code' in error ? error.code : error);
  const again = await append(store, 0).catch((refused: unknown) => refused);
  console.log(again instanceof Error ? again.message : again);
  console.log(await store.writeRefusal());
  console.log(`size ${(await store.head()).size}`);
}
await store[Symbol.asyncDispose]();
