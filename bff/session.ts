/**
 * The session: a signed cookie that names an anonymous user (docs/spec/decisions.md#7-session). It holds for 90 days
 * and is renewed while it is used; signing out ends it on the server, copies of the cookie included.
 */
import { randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';
import type { RecordStore } from './records.ts';
import { readSignedText, signText } from './signed-text.ts';

const SECURE_NAME = '__Host-adduce_session';
const LOOPBACK_NAME = 'adduce_session';
const PURPOSE = 'session';
const DAY_MS = 86_400_000;
const MAX_AGE_MS = 90 * DAY_MS;
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
});
type SessionFacts = z.infer<typeof sessionFacts>;

export interface VisitorSession {
  readonly user: string;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** False for a session that this request began: the caller sent no valid cookie. */
  readonly isKnown: boolean;
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

  /** Ends the session for good, and with it its user: no other session has one's name. @returns the `Set-Cookie` that removes it from the browser */
  async end({ id, user }: VisitorSession, secure: boolean): Promise<string> {
    const { records, now } = this.#options;
    const at = now();
    // Stored until the last of its cookies, perhaps renewed a moment ago, has expired.
    await records.endSession({ session: id, user, expiresAt: at + MAX_AGE_MS }, at);
    return cookieOf('', 0, secure);
  }

  async #read(cookie: string): Promise<SessionFacts | null> {
    const { key, records, now } = this.#options;
    const facts = sessionFacts.safeParse(readSignedText(key, PURPOSE, cookie));
    if (!facts.success) return null;
    const age = now() - facts.data.issued;
    if (age > MAX_AGE_MS) return null;
    return (await records.sessionEnded(facts.data.session)) ? null : facts.data;
  }

  #begin(secure: boolean): VisitorSession {
    const user = `u_${randomBytes(ID_BYTES).toString('hex')}`;
    return this.#issue({ user, session: randomBytes(ID_BYTES).toString('hex') }, secure, false);
  }

  #issue({ user, session }: Omit<SessionFacts, 'issued'>, secure: boolean, isKnown: boolean): VisitorSession {
    const { key, now } = this.#options;
    const facts = { user, session, issued: now() };
    const cookie = cookieOf(signText(key, PURPOSE, facts), MAX_AGE_MS, secure);
    return sessionOf(facts, isKnown, cookie);
  }
}

function sessionOf(
  { user, session, issued }: SessionFacts,
  isKnown: boolean,
  setCookie: string | null,
): VisitorSession {
  return { user, id: session, expiresAt: issued + MAX_AGE_MS, isKnown, setCookie };
}

function nameOf(secure: boolean): string {
  return secure ? SECURE_NAME : LOOPBACK_NAME;
}

function cookieOf(value: string, maxAgeMs: number, secure: boolean): string {
  return stringifySetCookie({
    name: nameOf(secure),
    value,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: maxAgeMs / 1_000,
  });
}
