/** The page's one connection to its server: typed calls, and an event stream for verdicts. */
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink, TRPCClientError } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '../router.ts';
import type { SharedAnswer } from '../shared-answer.ts';
import { sayServer } from './catalogues/say-server.ts';
import { sayShell } from './catalogues/shell.ts';

const url = '/api/trpc';

export const queries = new QueryClient({
  defaultOptions: {
    // Offline a call fails at once and says so, instead of waiting for ever.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 30_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
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
export type OpenedAnswer = Outputs['open'];
export type LinkedAnswer = SharedAnswer['answer'];
export type ShownTrust = ShownAnswer['trust'];
export type FindingsState = ShownTrust['findings_state'];
export type Artefact = ShownAnswer['artefacts'][number];
export type Sentence = ShownAnswer['sentences'][number];
export type Counterfactual = ShownAnswer['counterfactuals'][number];
export type Passage = ShownAnswer['passages'][number];
export type HistoryEntry = Outputs['history']['list']['items'][number];
export type WatchEvent = Outputs['findings'] extends AsyncIterable<infer Event> ? Event : never;
export type SavedEntry = Outputs['saved']['list']['items'][number];
export type RemovedEntry = Outputs['saved']['removed']['items'][number];
export type SavedFacets = Outputs['facets'];
export type Comparison = Outputs['compare'];
export type TurnedPage = Outputs['turned']['list'];
export type Turned = TurnedPage['items'][number];
export type UnseenCount = Pick<TurnedPage, 'revision' | 'unseen'>;
export type WatchedQuestion = Outputs['questions']['list']['items'][number];
export type Session = Outputs['session']['get'];
export type Member = Outputs['curating']['members']['items'][number];
export type Role = Member['role'];
export type Why = Outputs['views']['why'];
export type Believed = Why['claims'][number];
export type Voice = Believed['voices'][number];
export type Grounds = Outputs['contribute']['grounds'];
export type SupposedChange = Outputs['contribute']['suppose'];
export type AppendedContribution = Outputs['contribute']['append'];
export type UploadView = Outputs['documents']['get'];
export type AddingLimits = Outputs['documents']['adding'];
export type Corpus = Outputs['views']['corpora'][number];
export type CorpusExample = Outputs['views']['examples'][number];
export type ValueRun = CorpusExample['runs'][number];
export type Start = Outputs['explore']['start'];
export type ExploreStep = Outputs['explore']['step'];
export type GraphNode = ExploreStep['nodes'][number]['node'];
export type ExploredEdge = ExploreStep['edges'][number];
export type ExploredPath = Outputs['explore']['path'];

/** What went wrong, for the reader. */
export interface Problem {
  readonly message: string;
  /** What can be done about it. */
  readonly nextStep: string | null;
  /** Of the call that failed: an operator finds the call by it. */
  readonly receiptId: string | null;
}

/** What went wrong, in the server's words where it was reached, and in the page's language. */
export function problemOf(error: unknown): Problem {
  const silent = { nextStep: null, receiptId: null };
  if (!(error instanceof TRPCClientError)) {
    return { ...silent, message: sayShell('failedHere'), nextStep: sayShell('reload') };
  }
  if (error.data === undefined || error.data === null) return { ...silent, ...unreached() };
  const { refusal } = (error as TRPCClientError<AppRouter>).data ?? {};
  if (refusal == null) {
    return { ...silent, message: sayShell('failedThere'), nextStep: sayShell('reloadPage') };
  }
  const { message, next_step: nextStep = null, receipt_id: receiptId = null } = refusal;
  return { message: sayServer(message), nextStep: nextStep && sayServer(nextStep), receiptId };
}

/** The server's word for why, such as `missing:upload`; null where it gave none. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof TRPCClientError)) return null;
  return (error as TRPCClientError<AppRouter>).data?.refusal?.reason ?? null;
}

function unreached(): Pick<Problem, 'message' | 'nextStep'> {
  return navigator.onLine
    ? { message: sayShell('serverLost'), nextStep: sayShell('retry') }
    : { message: sayShell('offline'), nextStep: sayShell('retryOnline') };
}

/** The same in one line. */
export function messageOf(error: unknown): string {
  const { message, nextStep } = problemOf(error);
  return nextStep === null ? message : `${message} ${nextStep}`;
}

const NOT_FOUND = 404;

/** No answer has this link, or none any more. */
export class LinkEnded extends Error {}

/**
 * An answer by the token of its link; the receipt as JSON.
 * @throws {LinkEnded} where no answer has it @throws {Error} in the server's words
 */
export async function sharedAnswer(token: string) {
  const response = await fetch(`/api/public/answers/${encodeURIComponent(token)}`).catch(() => {
    throw new Error(unreached().message);
  });
  const body = await response.json();
  if (!response.ok) {
    const words = [body.error?.message, body.error?.next_step].filter(Boolean).map(sayServer).join(' ');
    throw response.status === NOT_FOUND ? new LinkEnded(words) : new Error(words);
  }
  const { answer, receipt, keys, shared_at } = body as SharedAnswer;
  return { answer, receipt: JSON.stringify(receipt), keys, shared_at };
}
