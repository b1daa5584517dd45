/**
 * A sign-in that is under way: a signed cookie binds it to the browser that began it, and nonce and verifier follow from its
 * state, so that neither leaves this server.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookie } from 'cookie';
import { z } from 'zod';
import { ownCookie } from '../own-cookie.ts';
import { readSignedText, signText } from '../signed-text.ts';
import type { SignInProof } from './provider.ts';

const SECURE_NAME = '__Host-adduce_sign_in';
const LOOPBACK_NAME = 'adduce_sign_in';
const PURPOSE = 'sign-in';
/** How long a person has at the provider. */
const PENDING_MS = 600_000;
const STATE_BYTES = 32;
/** A browser keeps no cookie that is longer than 4,096 with its attributes. */
const MAX_COOKIE_LENGTH = 3_600;

const facts = z.strictObject({
  state: z.string().regex(/^[\w-]{43}$/),
  /** Where the page goes on. */
  to: z.string().startsWith('/'),
  /** Epoch milliseconds. */
  issued: z.int(),
});
export type PendingSignIn = z.infer<typeof facts>;

export function newSignIn(to: string, now: number): PendingSignIn {
  return { state: randomBytes(STATE_BYTES).toString('base64url'), to, issued: now };
}

export function proofOf(key: Uint8Array, { state }: PendingSignIn): SignInProof {
  const secret = (what: string) =>
    createHmac('sha256', key).update(`adduce sign-in ${what}\n${state}`).digest('base64url');
  return { state, nonce: secret('nonce'), verifier: secret('verifier') };
}

export function pendingCookie(key: Uint8Array, pending: PendingSignIn, secure: boolean): string {
  return cookieOf(signText(key, PURPOSE, pending), PENDING_MS, secure);
}

/** Removes it from the browser. */
export function noPendingCookie(secure: boolean): string {
  return cookieOf('', 0, secure);
}

/** The sign-in that a browser brings back; null where it began none, or another one, or too long ago. */
export function readPending(
  key: Uint8Array,
  request: Request,
  { state, now, secure }: { readonly state: string; readonly now: number; readonly secure: boolean },
): PendingSignIn | null {
  const cookie = parseCookie(request.headers.get('cookie') ?? '')[nameOf(secure)] ?? '';
  const read = facts.safeParse(readSignedText(key, PURPOSE, cookie, MAX_COOKIE_LENGTH));
  if (!read.success || now - read.data.issued > PENDING_MS) return null;
  const [given, expected] = [Buffer.from(state), Buffer.from(read.data.state)];
  return given.length === expected.length && timingSafeEqual(given, expected) ? read.data : null;
}

function nameOf(secure: boolean): string {
  return secure ? SECURE_NAME : LOOPBACK_NAME;
}

function cookieOf(value: string, maxAgeMs: number, secure: boolean): string {
  return ownCookie({ name: nameOf(secure), value, maxAgeMs, secure });
}
