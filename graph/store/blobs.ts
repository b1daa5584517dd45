/**
 * Blobs and notes (a role of the store port): bytes named by their hash, and values named by hand. Neither is a projection:
 * `clearProjections` leaves both.
 *
 * - **Order.** That of the arguments.
 * - **Absence.** Null.
 * - **Cost.** One look-up by key each, and the bytes themselves.
 */

export interface BlobReader {
  /** Blobs by BLAKE3 hex. */
  blobs(hashes: readonly string[]): Promise<(Uint8Array | null)[]>;
  /** A named position or value of this installation, such as the findings monitor's cursor. Not part of the log. */
  note(name: string): Promise<string | null>;
}

export interface BlobWriter {
  /** Idempotent: the name is the hash of the bytes. */
  saveBlobs(blobs: readonly { readonly hash: string; readonly bytes: Uint8Array }[]): Promise<void>;
  /** Absent blobs are ignored. See `GraphStore.purge`. */
  removeBlobs(hashes: readonly string[]): Promise<void>;
  saveNote(name: string, value: string): Promise<void>;
}
