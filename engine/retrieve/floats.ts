/** Numbers of blobs as bytes: little-endian float32, on every machine. */

const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Little-endian float32 bytes, also on a machine that stores numbers the other way. */
export function floatBytes(values: Float32Array): Uint8Array {
  if (LITTLE_ENDIAN) return new Uint8Array(values.slice().buffer);
  const bytes = new Uint8Array(values.length * Float32Array.BYTES_PER_ELEMENT);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i += 1) view.setFloat32(i * 4, values[i] ?? 0, true);
  return bytes;
}

/** The inverse of `floatBytes`; null when the length is not that of whole numbers. */
export function floatsOf(bytes: Uint8Array): Float32Array | null {
  if (bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return null;
  // Reading millions of numbers one by one would block the serving thread.
  if (LITTLE_ENDIAN) return new Float32Array(bytes.slice().buffer);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => view.getFloat32(index * 4, true));
}
