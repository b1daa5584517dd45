/** A reply in the form that a standard gives it, for clients that know the standard and no envelope. */
import Negotiator from 'negotiator';
import type { FileForm, PlainType } from '../wire/operation.ts';
import { CBOR_TYPE, JSON_TYPE } from './negotiate.ts';

export interface PlainForm {
  readonly type: PlainType;
  readonly bytes: Uint8Array;
  /** Value of `Cache-Control`: what may be kept, by whom and how long. */
  readonly cacheControl: string;
}

/** A file that was asked for by name: what `Accept` says does not matter. */
export interface Download extends Omit<PlainForm, 'type'> {
  readonly type: FileForm['type'];
}

/** Neither who reads nor what else is stored can change it any more. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Whether the caller prefers that form at least as much as JSON and CBOR; also without `Accept`, which clients of the
 * standard do not send.
 */
export function prefersPlain(accept: string | null, type: PlainType | FileForm['type']): boolean {
  if (accept === null || accept.trim() === '') return true;
  const [plain = ''] = type.split(';');
  return new Negotiator({ headers: { accept } }).mediaType([plain, JSON_TYPE, CBOR_TYPE]) === plain;
}
