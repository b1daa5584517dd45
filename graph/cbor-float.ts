/** Half-precision floats, which the language's library does not yet offer in our target. */

const SCRATCH = new DataView(new ArrayBuffer(4));
const HALF_EXPONENT_BIAS = 15;
const SINGLE_EXPONENT_BIAS = 127;
const MANTISSA_BITS_DROPPED = 13;

/** The 16 bits of a finite number as IEEE 754 binary16, or -1 where that would lose something. */
export function halfBits(value: number): number {
  SCRATCH.setFloat32(0, value);
  const bits = SCRATCH.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - SINGLE_EXPONENT_BIAS;
  const mantissa = bits & 0x7fffff;
  if (exponent > HALF_EXPONENT_BIAS) return -1;
  if (exponent >= -14) {
    if ((mantissa & 0x1fff) !== 0) return -1;
    return sign | ((exponent + HALF_EXPONENT_BIAS) << 10) | (mantissa >>> MANTISSA_BITS_DROPPED);
  }
  // Below 2^-14 halves are multiples of 2^-24: the hidden bit becomes visible and moves right.
  const shift = MANTISSA_BITS_DROPPED + (-14 - exponent);
  if (shift > 23) return -1;
  const full = mantissa | 0x800000;
  return (full & ((1 << shift) - 1)) === 0 ? sign | (full >>> shift) : -1;
}

/** The number that 16 bits of IEEE 754 binary16 stand for; NaN and infinities included. */
export function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const mantissa = bits & 0x3ff;
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1024 + mantissa) * 2 ** (exponent - 25);
}
