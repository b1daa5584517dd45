/** Cookies of the page: seen by no script, sent by no form of another site. */
import { stringifySetCookie } from 'cookie';

interface OwnCookie {
  readonly name: string;
  readonly value: string;
  /** 0 removes it. */
  readonly maxAgeMs: number;
  /** Whether browsers reach the page by https alone. */
  readonly secure: boolean;
}

export function ownCookie({ name, value, maxAgeMs, secure }: OwnCookie): string {
  const maxAge = Math.floor(maxAgeMs / 1_000);
  return stringifySetCookie({ name, value, path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
}
