/** Whether the disk of a store has room: what a file system says of free space leaves out quotas and what it reserves. */
import { rm, writeFile } from 'node:fs/promises';

/** As much as many appends need; a refused one may have left less in its write-ahead log. */
const ENOUGH = new Uint8Array(1024 * 1024);

/** Writes as much beside the file and removes it again. */
export async function hasRoomBeside(file: string): Promise<boolean> {
  const trial = `${file}-room-${process.pid}`;
  try {
    await writeFile(trial, ENOUGH);
    return true;
  } catch {
    return false;
  } finally {
    await rm(trial, { force: true }).catch(() => undefined);
  }
}
