/** Blobs for a server, in batches of about one size: a batch is in its memory, and on its way, at once. */
const BATCH_BYTES = 8 * 1024 * 1024;

export interface NamedBytes {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** In their order; a blob that is larger than a batch is a batch of its own. */
export function blobBatches(blobs: readonly NamedBytes[]): NamedBytes[][] {
  const batches: NamedBytes[][] = [];
  let room = 0;
  for (const blob of blobs) {
    if (blob.bytes.byteLength > room) {
      batches.push([]);
      room = BATCH_BYTES;
    }
    batches.at(-1)?.push(blob);
    room -= blob.bytes.byteLength;
  }
  return batches;
}
