/** The service's own log, JSON lines in the data folder: faults and requests, which are no facts of the claim log. */
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { ExchangeRecord } from '../../../gateway/http/exchange-record.ts';

const FILE = 'service.log';
/** A file of this size is rotated; one older file is stored. */
const MAX_BYTES = 64 * 1_024 * 1_024;
/** Lines share a write until they are so long, or the first of them so old: a write of its own cost more than a small reply. */
const SHARED_BYTES = 4_096;
const SHARED_MS = 250;
/** From this level on a line is written at once. */
const WARN = 40;
const FIRST_FAULT = 500;

export interface ServiceLog {
  readonly logger: Logger;
  /** One line of a request that is over: `warn` where the service failed it, else `info`. */
  readonly logExchange: (record: ExchangeRecord) => void;
  /** Writes what is still buffered. */
  flush(): void;
}

/** @throws where the folder cannot be written */
export async function openServiceLog(dataFolder: string, maxBytes = MAX_BYTES): Promise<ServiceLog> {
  // Before the stream is opened: its failures are thrown to no caller.
  await mkdir(dataFolder, { recursive: true });
  const path = join(dataFolder, FILE);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size >= maxBytes) await rename(path, olderOf(path));
  const stream = destination({ dest: path, sync: false, minLength: SHARED_BYTES });
  // A full disk must not end the service: its facts are in the store.
  const complain = (fault: unknown) => process.stderr.write(`adduce: ${path}: ${String(fault)}\n`);
  stream.on('error', complain);
  const isOpen = await once(stream, 'ready').then(
    () => true,
    () => false,
  );
  let written = size >= maxBytes ? 0 : size;
  stream.on('write', (bytes: number) => {
    written += bytes;
    if (written < maxBytes) return;
    written = 0;
    try {
      renameSync(path, olderOf(path));
      stream.reopen();
    } catch (fault) {
      complain(fault);
    }
  });
  // What could not be opened throws at each write.
  const level = isOpen ? 'info' : 'silent';
  const logger = pino({ base: { pid: process.pid }, level }, sharingWrites(stream));
  return {
    logger,
    logExchange: (record) => logger[record.status < FIRST_FAULT ? 'info' : 'warn'](lineOf(record), 'request'),
    flush: () => isOpen && stream.flushSync(),
  };
}

function sharingWrites(stream: ReturnType<typeof destination>): DestinationStream {
  let due: NodeJS.Timeout | undefined;
  let isAsked = false;
  const flush = () => {
    clearTimeout(due);
    due = undefined;
    isAsked = true;
    stream.flush();
  };
  // A flush during a write does nothing: what it was for would wait for the next line.
  stream.on('drain', () => {
    if (!isAsked) return;
    isAsked = false;
    stream.flush();
  });
  return Object.assign(
    {
      // pino says here of which level the line is that it writes, where the symbol asks for it.
      lastLevel: 0,
      write(line: string) {
        stream.write(line);
        if (this.lastLevel >= WARN) flush();
        else due ??= setTimeout(flush, SHARED_MS).unref();
      },
    },
    { [Symbol.for('pino.metadata')]: true },
  );
}

function olderOf(path: string): string {
  return `${path}.1`;
}

/** In the wire's names; absent members are left out. */
function lineOf({ tokenId, keyId, reason, ...rest }: ExchangeRecord): Record<string, unknown> {
  return {
    ...rest,
    ...(reason !== null && { reason }),
    ...(tokenId !== null && { token_id: tokenId }),
    ...(keyId !== null && { key_id: keyId }),
  };
}
