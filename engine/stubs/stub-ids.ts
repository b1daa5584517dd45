/** Ids of coverage gaps: what a question found missing in a corpus, stored nowhere (docs/spec/decisions.md#stubs). */
import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3 } from '../../graph/digest.ts';
import { seedOf } from '../keys/ed25519.ts';

export interface StubIds {
  /**
   * The id of the gap that a question finds in a corpus: the same for each spelling of the question, in every process
   * that shares the key.
   */
  idOf(corpus: string, question: string): string;
  /** Whether a service with this key named the gap, in that corpus. */
  isKnown(stubId: string, corpus: string): boolean;
}

const PREFIX = 'stub_';
/** Together 27 bytes: 36 characters of base64url without a spare bit, so that an id has one spelling. */
const HASH_BYTES = 15;
const MAC_BYTES = 12;
const FORM = /^stub_[A-Za-z0-9_-]{36}$/;
const KEY_BYTES = 32;
/** What is derived from the token key for one purpose is worth nothing for another. */
const KEY_CONTEXT = 'adduce stub ids 1';
/** A run is entered at its start only, so that the time stays linear. */
const SENTENCE_END = /(?<![\s\p{STerm}…])[\s\p{STerm}…]+$/u;

/** @param tokenKey the private Ed25519 key that all gateways of one store share */
export function createStubIds(tokenKey: KeyObject): StubIds {
  const macKey = Buffer.from(hkdfSync('sha256', seedOf(tokenKey), '', KEY_CONTEXT, KEY_BYTES));
  const macOf = (corpus: string, hash: Uint8Array) =>
    createHmac('sha256', macKey).update(encodeCanonical({ corpus, hash })).digest().subarray(0, MAC_BYTES);
  return {
    idOf: (corpus, question) => {
      const hash = gapHash(corpus, question);
      return `${PREFIX}${Buffer.concat([hash, macOf(corpus, hash)]).toString('base64url')}`;
    },
    isKnown: (stubId, corpus) => {
      if (!FORM.test(stubId)) return false;
      const bytes = new Uint8Array(Buffer.from(stubId.slice(PREFIX.length), 'base64url'));
      return timingSafeEqual(bytes.subarray(HASH_BYTES), macOf(corpus, bytes.subarray(0, HASH_BYTES)));
    },
  };
}

function gapHash(corpus: string, question: string): Uint8Array {
  return blake3(encodeCanonical({ v: 1, corpus, question: normalised(question) })).subarray(0, HASH_BYTES);
}

/** Case, white space and the mark at its end do not make another question. Upper case first folds ß and ς as well. */
function normalised(question: string): string {
  const folded = question.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
  return folded.replace(SENTENCE_END, '').replace(/\s+/g, ' ').trim();
}
