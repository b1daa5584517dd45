/**
 * Why bytes are not acceptable CBOR, or a value has no canonical form.
 *
 * Of values: `type` (not a JSON-like value), `number` (NaN or infinite), `integer_range`, `surrogate`, `key_name`
 * (`__proto__`), `depth`.
 * Of bytes: `size`, `depth`, `items`, `members` (a bound passed), `truncated`, `trailing`, `tag`, `indefinite`, `reserved`
 * (not well-formed), `duplicate_key`, `key_type`, `key_name`, `utf8`, `number`, `integer_range`, `simple`,
 * `not_canonical`.
 */
export type CanonicalErrorCode =
  | 'type'
  | 'number'
  | 'integer_range'
  | 'surrogate'
  | 'key_name'
  | 'depth'
  | 'size'
  | 'items'
  | 'members'
  | 'truncated'
  | 'trailing'
  | 'tag'
  | 'indefinite'
  | 'reserved'
  | 'duplicate_key'
  | 'key_type'
  | 'utf8'
  | 'simple'
  | 'not_canonical';

/** Thrown by the encoder and the decoder. The message never repeats what was sent. */
export class CanonicalError extends Error {
  override readonly name = 'CanonicalError';
  readonly code: CanonicalErrorCode;

  constructor(code: CanonicalErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
