import { BeliefProjection } from '../../../engine/belief/projection/belief-projection.ts';
import { treeHead } from '../../../graph/log/check-log.ts';
import { rebuildInPlace } from '../../../graph/log/rebuild.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openStore } from '../open-store.ts';
import { Progress } from '../progress.ts';

/** `adduce rebuild`: the projections again from the log, in place. */
export async function rebuild({ settings, output }: CommandContext): Promise<ExitCode> {
  await using store = await openStore(settings.graph);
  const entries = await rebuildInPlace(store, progressOf());
  await new BeliefProjection(store).catchUp();
  const root = await logRoot(store);
  output.result({ entries, root }, [`${entries} entries projected again, root ${root}`]);
  return EXIT.ok;
}

/** The root of the log's tree, hex. */
async function logRoot(store: GraphStore): Promise<string> {
  return Buffer.from((await treeHead(store)).root).toString('hex');
}

function progressOf(): (at: { readonly entries: number; readonly of: number }) => void {
  const progress = new Progress('rebuild');
  return ({ entries, of }) => {
    progress.update(entries, of);
    if (entries === of) progress.end();
  };
}
