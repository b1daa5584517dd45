import { openEmbedded } from '../../../graph/embedded/open.ts';
import { madeFile } from '../../setup/made-file.ts';

/** Writes an embedded store without an entry into a folder that has none. */
export const writeEmptyStore = madeFile('graph.sqlite', async (path) => {
  await (await openEmbedded({ path }))[Symbol.asyncDispose]();
});
