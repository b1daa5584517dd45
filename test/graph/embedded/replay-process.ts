/** A process of its own that opens a store and replays its projections, and prints each step. Argument: the store's path. */
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { replay } from '../../../graph/log/replay.ts';

const [path = ''] = process.argv.slice(2);
const store = await openEmbedded({ path });
await replay(store, ({ entries }) => console.log(entries));
await store[Symbol.asyncDispose]();
