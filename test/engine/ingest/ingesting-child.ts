/** A process of its own that ingests many documents, to be killed in the middle: `node ingesting-child.ts FOLDER`. */
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { ingestMany } from './many.ts';

const [path = ''] = process.argv.slice(2);
await using store = await openEmbedded({ path });
await ingestMany(store, (done) => void process.stdout.write(`${done}\n`));
