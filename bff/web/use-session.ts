import { useQuery } from '@tanstack/react-query';
import { type Session, trpc } from './trpc.ts';

/** Undefined before the server has said it. */
export function useSession(): Session | undefined {
  return useQuery(trpc.session.get.queryOptions()).data;
}
