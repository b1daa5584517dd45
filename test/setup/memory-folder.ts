/** A folder in memory for the stores of tests: on a disk each of their commits waits for it. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** The tests' stores together take a tenth of it. */
const LEAST_BYTES = 4_000_000_000;

/**
 * Goes away with this process. The system's own temporary folder where there is no such memory, little of it, or where it runs no
 * programs, as some tests do.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < LEAST_BYTES) return tmpdir();
    const folder = mkdtempSync(join(MEMORY, 'adduce-tests-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    // The PostgreSQL server runs as another user.
    chmodSync(folder, 0o711);
    const probe = join(folder, 'probe');
    writeFileSync(probe, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(probe);
    return folder;
  } catch {
    return tmpdir();
  }
}
