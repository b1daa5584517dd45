/** The page's one connection to its server: typed calls, and an event stream for verdicts. */
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink, TRPCClientError } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '../router.ts';

const url = '/api/trpc';

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 30_000 } },
});

export const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: (operation) => operation.type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: httpLink({ url }),
    }),
  ],
});

export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient: queries });

type Outputs = inferRouterOutputs<AppRouter>;
export type ShownAnswer = Outputs['ask'];
export type Trust = ShownAnswer['trust'];
export type FindingsState = Trust['findings_state'];
export type Artefact = ShownAnswer['artefacts'][number];
export type Sentence = ShownAnswer['sentences'][number];
export type Counterfactual = ShownAnswer['counterfactuals'][number];
export type HistoryEntry = Outputs['history']['list']['items'][number];
export type SavedEntry = Outputs['saved']['list']['items'][number];

/** What went wrong, in the server's words; a lost server has none. */
export function messageOf(error: unknown): string {
  if (!(error instanceof TRPCClientError)) return 'Something went wrong on this page.';
  if (error.data === undefined || error.data === null) {
    return 'This page has lost its server. Please try again in a moment.';
  }
  const { refusal } = (error as TRPCClientError<AppRouter>).data ?? {};
  return refusal?.message ?? 'That question cannot be read. Please shorten or rephrase it.';
}
