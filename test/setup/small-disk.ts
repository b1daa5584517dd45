/** A disk of a few megabytes that a test can fill: a tmpfs, which only root may mount. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FILLER = 'filler';

/** Why none can be mounted here, null where one can. */
export function whyNoSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'adduce-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'pipe' });
    execFileSync('umount', [folder], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return `no tmpfs can be mounted: ${error instanceof Error ? error.message.trim() : error}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export class SmallDisk implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async mount(bytes: number): Promise<SmallDisk> {
    const folder = mkdtempSync(join(tmpdir(), 'adduce-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
    return new SmallDisk(folder);
  }

  /** Leaves room for about so many bytes, in pages. */
  async fill(leave = 0): Promise<void> {
    await this.clear();
    const { bavail, bsize } = await statfs(this.folder);
    const filler = Buffer.alloc(Math.max(0, bavail * bsize - leave));
    // Somebody else may have taken some of it meanwhile: then the disk is full, as it is to be.
    await writeFile(join(this.folder, FILLER), filler).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
    });
  }

  /** Makes room again. */
  async clear(): Promise<void> {
    await rm(join(this.folder, FILLER), { force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await run('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true });
  }
}
