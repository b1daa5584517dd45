import { useSession } from '../use-session.ts';

/** Organisations that the reader manages, the last joined first: as their curator, and where people sign in, signed in. */
export function useManaged(): readonly string[] {
  const session = useSession();
  if (session === undefined || (session.sign_in && session.account === null)) return [];
  return session.memberships.flatMap(({ org_id, role }) => (role === 'curator' ? [org_id] : []));
}
