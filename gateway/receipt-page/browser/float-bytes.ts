/** The shortest float that holds a number exactly (RFC 8949 §4.2.2), with its head. */

const SCRATCH = new DataView(new ArrayBuffer(8));
const HALF = 0xf9;
const SINGLE = 0xfa;
const DOUBLE = 0xfb;
/** Of a half: mantissa bits, exponent bias, least exponent of a normal number. */
const MANTISSA = 10;
const BIAS = 15;
const LEAST = -14;
const MOST = 15;

/** @throws {TypeError} for what is not finite */
export function floatBytes(value: number): readonly number[] {
  if (!Number.isFinite(value)) throw new TypeError('a number is not finite');
  const half = halfOf(value);
  if (half !== null) return [HALF, half >> 8, half & 0xff];
  if (Math.fround(value) === value) {
    SCRATCH.setFloat32(0, value);
    return [SINGLE, ...read(4)];
  }
  SCRATCH.setFloat64(0, value);
  return [DOUBLE, ...read(8)];
}

/** The value of a half's sixteen bits. */
export function halfValue(bits: number): number {
  const exponent = (bits >> MANTISSA) & 0x1f;
  const mantissa = bits & (2 ** MANTISSA - 1);
  const size =
    exponent === 0
      ? mantissa * 2 ** (LEAST - MANTISSA)
      : (mantissa + 2 ** MANTISSA) * 2 ** (exponent - BIAS - MANTISSA);
  return bits & 0x8000 ? -size : size;
}

/** Null where a half cannot hold it. */
function halfOf(value: number): number | null {
  const size = Math.abs(value);
  const sign = value < 0 ? 0x8000 : 0;
  const exponent = Math.max(LEAST, Math.floor(Math.log2(size)));
  if (size === 0 || exponent > MOST) return null;
  const units = size / 2 ** (exponent - MANTISSA);
  if (!Number.isInteger(units) || units >= 2 ** (MANTISSA + 1)) return null;
  // Below the least normal number the mantissa has no hidden bit.
  const bits = units < 2 ** MANTISSA ? units : ((exponent + BIAS) << MANTISSA) + (units - 2 ** MANTISSA);
  return halfValue(sign | bits) === value ? sign | bits : null;
}

function read(count: number): number[] {
  return Array.from({ length: count }, (_, at) => SCRATCH.getUint8(at));
}
