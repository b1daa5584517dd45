/** The service's own log, JSON lines in the data folder: faults and requests, which are no facts of the claim log. */
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { destination, type Logger, pino } from 'pino';

const FILE = 'service.log';
/** A file past this size makes way at the next start; one older file is kept. */
const MAX_BYTES = 64 * 1_024 * 1_024;

export interface ServiceLog {
  readonly logger: Logger;
  /** Writes what is still buffered. */
  flush(): void;
}

/** @throws where the folder cannot be written */
export async function openServiceLog(dataFolder: string): Promise<ServiceLog> {
  // Before the stream is opened: what fails there is thrown by nobody's call.
  await mkdir(dataFolder, { recursive: true });
  const path = join(dataFolder, FILE);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_BYTES) await rename(path, `${path}.1`);
  const stream = destination({ dest: path, sync: false });
  // A full disk must not end the service: its facts are in the store.
  stream.on('error', (fault: Error) => process.stderr.write(`adduce: ${path}: ${fault.message}\n`));
  return { logger: pino({ base: { pid: process.pid } }, stream), flush: () => stream.flushSync() };
}
