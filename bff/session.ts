/**
 * The session: a signed cookie that names a user (docs/spec/decisions.md#7-session). An anonymous one holds for 90 days and
 * is renewed while it is used. That of an account ends a week after its sign-in, however much it is used, so that the
 * provider is asked again who may do what (ADR 85). Signing out ends it on the server, copies of the cookie included.
 */
import { randomBytes } from 'node:crypto';
import { parseCookie } from 'cookie';
import { z } from 'zod';
import type { EndedSession } from './account-records.ts';
import { ownCookie } from './own-cookie.ts';
import type { RecordStore } from './records.ts';
import { readSignedText, signText } from './signed-text.ts';

const SECURE_NAME = '__Host-adduce_session';
const LOOPBACK_NAME = 'adduce_session';
const PURPOSE = 'session';
const DAY_MS = 86_400_000;
const MAX_AGE_MS = 90 * DAY_MS;
const SIGNED_IN_MS = 7 * DAY_MS;
/** A cookie older than this is replaced by a fresh one of the same session. */
const RENEW_AFTER_MS = DAY_MS;
/** A user whose last recorded visit is older has no session any more: a visit is recorded once a day. */
export const USER_ENDS_MS = MAX_AGE_MS + DAY_MS;
const ID_BYTES = 16;

const sessionFacts = z.strictObject({
  user: z.string().regex(/^u_[0-9a-f]{32}$/),
  session: z.string().regex(/^[0-9a-f]{32}$/),
  /** Epoch milliseconds. */
  issued: z.int(),
  /** When the session of an account ends, epoch milliseconds. */
  until: z.int().optional(),
});
type SessionFacts = z.infer<typeof sessionFacts>;

export interface VisitorSession {
  readonly user: string;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** False for a session that this request began: the caller sent no valid cookie. */
  readonly isKnown: boolean;
  /** Its user has an account. */
  readonly isSignedIn: boolean;
  /** `Set-Cookie` where the browser needs a new one, else null. */
  readonly setCookie: string | null;
}

export interface SessionOptions {
  readonly key: Uint8Array;
  readonly records: Pick<RecordStore, 'sessionEnded' | 'endSession' | 'visit'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Between two watched questions of a visitor who comes back. */
  readonly paceMs: number;
}

export class Sessions {
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /**
   * The session of a request; a new one where its cookie is absent, forged, expired or signed out.
   * @param secure whether the page is served over https
   */
  async of(request: Request, secure: boolean): Promise<VisitorSession> {
    const cookie = parseCookie(request.headers.get('cookie') ?? '')[nameOf(secure)];
    const known = cookie === undefined ? null : await this.#read(cookie);
    if (known === null) return this.#begin(secure);
    const isOld = this.#options.now() - known.issued > RENEW_AFTER_MS;
    if (!isOld) return sessionOf(known, true, null);
    // Any use of the service is a visit, by a program too.
    await this.#visit(known.user);
    return this.#issue(known, secure, true);
  }

  /** While the records are busy its questions wait for the next visit. */
  async #visit(user: string): Promise<void> {
    const { records, now, paceMs } = this.#options;
    await records.visit({ user, at: now(), paceMs }).catch(() => undefined);
  }

  /**
   * Ends the session for good, and with it its anonymous user: no other session has that name.
   * @returns the `Set-Cookie` that removes it from the browser
   */
  async end(session: VisitorSession, secure: boolean): Promise<string> {
    await this.#options.records.endSession(this.endOf(session), this.#options.now());
    return cookieOf('', 0, secure);
  }

  /** What is recorded of its end, until the last of its cookies, perhaps renewed a moment ago, has expired. */
  endOf({ id, user, isSignedIn }: VisitorSession): EndedSession {
    return { session: id, user, isSignedIn, expiresAt: this.#options.now() + MAX_AGE_MS };
  }

  /** A name for the session of an account, and when it will end. */
  nextSignedIn(): { readonly session: string; readonly until: number } {
    return { session: randomBytes(ID_BYTES).toString('hex'), until: this.#options.now() + SIGNED_IN_MS };
  }

  /** @returns the `Set-Cookie` that begins the session of an account */
  signedIn(facts: Required<Omit<SessionFacts, 'issued'>>, secure: boolean): string {
    return this.#write({ ...facts, issued: this.#options.now() }, secure);
  }

  async #read(cookie: string): Promise<SessionFacts | null> {
    const { key, records, now } = this.#options;
    const facts = sessionFacts.safeParse(readSignedText(key, PURPOSE, cookie));
    if (!facts.success) return null;
    const { issued, until } = facts.data;
    if (now() > endOf(issued, until)) return null;
    return (await records.sessionEnded(facts.data.session)) ? null : facts.data;
  }

  #begin(secure: boolean): VisitorSession {
    const user = freshUser();
    return this.#issue({ user, session: randomBytes(ID_BYTES).toString('hex') }, secure, false);
  }

  #issue(known: Omit<SessionFacts, 'issued'>, secure: boolean, isKnown: boolean): VisitorSession {
    const facts = { ...known, issued: this.#options.now() };
    return sessionOf(facts, isKnown, this.#write(facts, secure));
  }

  #write(facts: SessionFacts, secure: boolean): string {
    const age = endOf(facts.issued, facts.until) - facts.issued;
    return cookieOf(signText(this.#options.key, PURPOSE, facts), age, secure);
  }
}

/** A name that no user has. */
export function freshUser(): string {
  return `u_${randomBytes(ID_BYTES).toString('hex')}`;
}

function endOf(issued: number, until: number | undefined): number {
  return Math.min(issued + MAX_AGE_MS, until ?? Number.POSITIVE_INFINITY);
}

function sessionOf(
  { user, session, issued, until }: SessionFacts,
  isKnown: boolean,
  setCookie: string | null,
): VisitorSession {
  const isSignedIn = until !== undefined;
  return { user, id: session, expiresAt: endOf(issued, until), isKnown, isSignedIn, setCookie };
}

function nameOf(secure: boolean): string {
  return secure ? SECURE_NAME : LOOPBACK_NAME;
}

function cookieOf(value: string, maxAgeMs: number, secure: boolean): string {
  return ownCookie({ name: nameOf(secure), value, maxAgeMs, secure });
}
