/** What `migrate`, `backup` and `restore` share: copying a log from store to store, and verifying the copy. */
import { CURSOR_NOTE } from '../../engine/findings/monitor.ts';
import { type CopiedLog, copyLog, OtherLog } from '../../graph/log/copy-log.ts';
import { readLogKeys } from '../../graph/log/log-keys.ts';
import { verifyLog } from '../../graph/log/verify-log.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { LogReader } from '../../graph/store/log.ts';
import type { LogStore } from '../../graph/store/store.ts';
import { usage } from './failure.ts';
import { TOKEN_KEY_NOTE } from './open-keys.ts';
import { Progress } from './progress.ts';

/** The name of the continuing store in a backup's log: a backup accepts nothing but the next backup. */
export const BACKED_UP = 'the store that this is a backup of';

/** Notes that an installation goes on with in another store: its token key, and how far its answers were looked at. */
const NOTES = [TOKEN_KEY_NOTE, CURSOR_NOTE] as const;

export interface MoveOptions {
  /** Of the progress on standard error. */
  readonly label: string;
  /** Where the log goes on while it is copied. */
  readonly successor: string;
}

/** @throws {CommandFailure} where the target holds another log; as well as what `copyLog` throws */
export async function moveLog(
  from: LogReader & BlobReader,
  to: LogStore,
  { label, successor }: MoveOptions,
): Promise<CopiedLog> {
  const progress = new Progress(label);
  try {
    return await copyLog(from, to, {
      notes: NOTES,
      successor,
      onProgress: ({ entries, of }) => progress.update(entries, of),
    });
  } catch (fault) {
    if (fault instanceof OtherLog) throw usage(fault.message);
    throw fault;
  } finally {
    progress.end();
  }
}

/**
 * Every entry of the copy, its tree, its blobs, and that it begins with the copied tree.
 * @throws {StoreCorrupted} naming the first bad entry
 */
export async function verifyCopy(to: LogReader & BlobReader, { size, root }: CopiedLog): Promise<void> {
  const verifiers = (await readLogKeys(to)).map(({ verifier }) => verifier);
  const progress = new Progress('verify');
  const seen = root === null ? null : { size, root: Buffer.from(root, 'hex') };
  await verifyLog(to, { verifiers, seen, onProgress: (done, of) => progress.update(done, of) });
  progress.end();
}
