import type { Visitor } from '../../bff/bff-context.ts';

/** A visitor without a browser. */
export function testVisitor(user: string): Visitor {
  const session = {
    user,
    id: '0'.repeat(32),
    expiresAt: Number.MAX_SAFE_INTEGER,
    isKnown: true,
    isSignedIn: false,
    setCookie: null,
  };
  return { user, counted: user, network: null, session, trace: 'test', signal: new AbortController().signal };
}
