/** A hash as the wire writes it. */
export function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
