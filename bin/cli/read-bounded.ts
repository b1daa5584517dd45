/** Reads files that are named on the command line, up to a bound: their contents are untrusted. */
import { type FileHandle, open } from 'node:fs/promises';
import { type CommandFailure, usage } from './failure.ts';

/** 64 MiB: a receipt of the demo corpus has 0.1 MB, its page 0.4 MB. */
export const MAX_RECEIPT_BYTES = 67_108_864;

const CHUNK_BYTES = 1_048_576;
/** Advice by Node's error code. */
const FAULTS: Readonly<Partial<Record<string, string>>> & { readonly EISDIR: string } = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder: name a file in it',
  EACCES: 'its permissions do not let you',
};

/** The bytes of a receipt's file. @throws {CommandFailure} as `readBounded` does */
export function readReceiptBytesOf(path: string): Promise<Uint8Array> {
  return readBounded(path, MAX_RECEIPT_BYTES);
}

/** @throws {CommandFailure} where the file cannot be read or is longer; nothing beyond the bound is read */
export async function readBounded(path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    await using file = await open(path);
    const found = await file.stat();
    // The error of reading a folder depends on the system.
    if (found.isDirectory()) throw usage(`${path} cannot be read: ${FAULTS.EISDIR}`);
    if (found.size > maxBytes) throw tooLong(path, maxBytes);
    return await readUpTo(file, path, maxBytes);
  } catch (fault) {
    throw unreadable(path, fault);
  }
}

/** A pipe has no size before its end. */
async function readUpTo(file: FileHandle, path: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return Buffer.concat(chunks, length);
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
    if (length > maxBytes) throw tooLong(path, maxBytes);
  }
}

function tooLong(path: string, maxBytes: number): CommandFailure {
  return usage(`${path} has more than ${maxBytes} bytes, which is more than is read here`);
}

function unreadable(path: string, fault: unknown): unknown {
  if (!(fault instanceof Error) || !('syscall' in fault)) return fault;
  const code = 'code' in fault ? String(fault.code) : '';
  return usage(`${path} cannot be read: ${FAULTS[code] ?? fault.message}`);
}
