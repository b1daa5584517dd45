/** GET /v1/log/checkpoint: from the head alone, whatever the size of the log. */

import { treeHead } from '../../graph/log/check-log.ts';
import { parseCheckpoint } from '../../graph/log/checkpoint-note.ts';
import type { TreeHead } from '../../graph/log/merkle.ts';
import type { HeadReader } from '../../graph/store/log.ts';

/** Signs a tree head as a C2SP checkpoint. Throws `LogForked` for a tree that contradicts what was signed before. */
export type CheckpointSigner = (head: TreeHead) => Promise<string>;

/** A tree and the note that its operator signs (C2SP tlog-checkpoint). */
export interface SignedTree extends TreeHead {
  /** The log's name, which the note begins with. */
  readonly origin: string;
  readonly note: string;
}

export async function readCheckpoint(reader: HeadReader, sign: CheckpointSigner): Promise<SignedTree> {
  const head = await treeHead(reader);
  const note = await sign(head);
  const origin = parseCheckpoint(note)?.origin;
  if (origin === undefined) throw new TypeError('the signer makes no checkpoints');
  return { origin, ...head, note };
}
