/** Which of the two formats a caller reads (docs/spec/contract.md#ap-formats). */
import Negotiator from 'negotiator';

export const JSON_TYPE = 'application/json';
export const CBOR_TYPE = 'application/cbor';
export type Format = typeof JSON_TYPE | typeof CBOR_TYPE;

const FORMATS: readonly Format[] = [JSON_TYPE, CBOR_TYPE];
/** A longer `Accept` is no preference that anybody wrote. */
const MAX_ACCEPT_LENGTH = 4_096;
/** Both formats are UTF-8 by definition: clients that ask for it by name mean the plain type. */
const IN_UTF8 = /;[ \t]*charset="?utf-?8"?[ \t]*(?=[;,]|$)/gi;

/**
 * By the q-values of `Accept`. At equal values a format that is named comes before one that only a wildcard matches,
 * and else JSON comes first: the order of `Accept` has no meaning (RFC 9110 §12.5.1). Null: neither is acceptable.
 */
export function negotiate(accept: string | null): Format | null {
  if (accept === null || accept.trim() === '' || accept.length > MAX_ACCEPT_LENGTH) return JSON_TYPE;
  const types = accept.replace(IN_UTF8, '');
  const chosen = preferred(types);
  if (chosen !== CBOR_TYPE) return chosen;
  const backwards = types.split(',').toReversed().join(',');
  return preferred(backwards) === JSON_TYPE ? JSON_TYPE : CBOR_TYPE;
}

/** The first format of the highest q-value. */
function preferred(accept: string): Format | null {
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
