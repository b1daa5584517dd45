/** Which of the two formats a caller reads (contract: "All operations accept and return JSON or CBOR"). */
import Negotiator from 'negotiator';

export const JSON_TYPE = 'application/json';
export const CBOR_TYPE = 'application/cbor';
export type Format = typeof JSON_TYPE | typeof CBOR_TYPE;

const FORMATS: readonly Format[] = [JSON_TYPE, CBOR_TYPE];
/** A longer `Accept` is no preference that anybody wrote. */
const MAX_ACCEPT_LENGTH = 4_096;

/** By the q-values of `Accept`; JSON where both are liked alike. Null: neither is acceptable. */
export function negotiate(accept: string | null): Format | null {
  if (accept === null || accept.length > MAX_ACCEPT_LENGTH) return JSON_TYPE;
  const chosen = new Negotiator({ headers: { accept } }).mediaType(FORMATS);
  return FORMATS.find((format) => format === chosen) ?? null;
}

/** The format of a body by its `Content-Type`; JSON where that is missing, null for any other. */
export function formatOfBody(contentType: string | null): Format | null {
  if (contentType === null) return JSON_TYPE;
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const inUtf8 = parameters.every((one) => !one.startsWith('charset=') || /^charset="?utf-?8"?$/.test(one));
  return (inUtf8 && FORMATS.find((format) => format === type)) || null;
}
