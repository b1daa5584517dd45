/** The engine's findings subscription over graphql-transport-ws: how an engine in another process is followed. */
import { type Client, createClient } from 'graphql-ws';
import { z } from 'zod';
import {
  type FindingReasonV1,
  type FindingsStateV1,
  findingReason,
  findingsState,
} from '../gateway/wire/findings.ts';
import { everySubTenant } from '../gateway/wire/tenant-scope.ts';

/** One change of an answer's verdict (GraphQL subscription `findings`). State and reasons belong together. */
export interface FindingTransition {
  /** Log position: later transitions have greater ones. */
  readonly seq: number;
  readonly answerId: string;
  readonly from: FindingsStateV1;
  readonly to: FindingsStateV1;
  /** RFC 3339 UTC. */
  readonly at: string;
  readonly reasons: readonly FindingReasonV1[];
}

export interface FindingsRequest {
  /** Only transitions behind this position; null: first the latest of each answer, then live. */
  readonly after: number | null;
  /** Null: all answers of the organisation. */
  readonly answerIds: readonly string[] | null;
  readonly signal: AbortSignal;
}

/**
 * Opens the engine's subscription: transitions in the order of `seq`, none missed, none doubled. Resolves when the engine
 * has taken it; the iterable throws when the connection is lost and ends when the signal aborts.
 */
export type SubscribeFindings = (
  request: FindingsRequest,
) => AsyncIterable<FindingTransition> | Promise<AsyncIterable<FindingTransition>>;

const QUERY = `subscription Findings($after: LogPosition, $answerIds: [ID!]) {
  findings(after: $after, answerIds: $answerIds) { seq answerId from to at reasons { code claim artefact } }
}`;

/** Between pings; an engine that does not answer one before the next counts as lost. */
const PING_MS = 5_000;
const ACK_TIMEOUT_MS = 5_000;
/** From the first packet to the acknowledgement: a silent network would hold an attempt for minutes. */
const OPEN_TIMEOUT_MS = 10_000;

const transition = z.object({
  seq: z.int(),
  answerId: z.string(),
  from: findingsState,
  to: findingsState,
  at: z.string(),
  reasons: z.array(
    findingReason.extend({
      // GraphQL has them in capitals.
      code: z.string().transform((code) => code.toLowerCase()),
      artefact: z.string().nullish(),
    }),
  ),
});

const result = z.object({ data: z.object({ findings: transition }) });

/** The engine refuses a subscription that names answers which it does not have, and says which. */
const refusedAnswers = z.object({
  errors: z.tuple([
    z.object({
      extensions: z.object({
        code: z.literal('missing:answer'),
        details: z.object({ answers: z.array(z.string()).min(1) }),
      }),
    }),
  ]),
});

/** @param url e.g. `wss://engine.example/graphql` @param org of the key: the findings of all its visitors are followed */
export function subscribeOver(url: string, apiKey: string, org: string): SubscribeFindings {
  return async ({ after, answerIds, signal }) => {
    const client = connect(url, { authorization: `Bearer ${apiKey}`, 'x-tenant': everySubTenant(org) });
    signal.addEventListener('abort', () => void disposed(client), { once: true });
    await opened(client);
    return transitions(client, { after, answerIds });
  };
}

/** A connection of its own: it ends with the subscription, and its loss is seen at once. */
function connect(url: string, connectionParams: Readonly<Record<string, string>>): Client {
  const client = createClient({
    url,
    lazy: false,
    retryAttempts: 0,
    keepAlive: PING_MS,
    connectionAckWaitTimeout: ACK_TIMEOUT_MS,
    connectionParams,
    onNonLazyError: () => {},
  });
  let answered = true;
  client.on('ping', (received) => {
    if (received) return;
    if (!answered) client.terminate();
    answered = false;
  });
  client.on('pong', (received) => {
    if (received) answered = true;
  });
  return client;
}

/** @throws {Error} where the engine closes the connection or does not acknowledge it in time */
async function opened(client: Client): Promise<void> {
  const late = setTimeout(() => client.terminate(), OPEN_TIMEOUT_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      client.on('connected', () => resolve());
      client.on('closed', () => reject(new Error('the engine closed the connection')));
      client.on('error', (error) => reject(error));
    });
  } finally {
    clearTimeout(late);
  }
}

/** A connection that fails to close is gone as well. */
async function disposed(client: Client): Promise<void> {
  try {
    await client.dispose();
  } catch {
    // `opened` and the iterable report it.
  }
}

interface Followed {
  readonly after: number | null;
  readonly answerIds: readonly string[] | null;
}

async function* transitions(
  client: Client,
  variables: Followed,
): AsyncGenerator<FindingTransition, void, void> {
  try {
    yield* knownTransitions(client, variables);
  } finally {
    await disposed(client);
  }
}

/** Of answers that the engine has: the others have no verdict there, and keep none from theirs. */
async function* knownTransitions(
  client: Client,
  variables: Followed,
): AsyncGenerator<FindingTransition, void, void> {
  let wanted = variables;
  for (let isRefused = true; isRefused; ) {
    isRefused = false;
    for await (const message of client.iterate({ query: QUERY, variables: { ...wanted } })) {
      const refused = refusedAnswers.safeParse(message);
      if (!refused.success) {
        yield transitionOf(message);
        continue;
      }
      const unknown = new Set(refused.data.errors[0].extensions.details.answers);
      wanted = { ...wanted, answerIds: wanted.answerIds?.filter((id) => !unknown.has(id)) ?? null };
      isRefused = true;
    }
  }
}

/** @throws {Error} for what is no transition, an error of the engine's included */
function transitionOf(message: unknown): FindingTransition {
  const { reasons, ...rest } = result.parse(message).data.findings;
  return { ...rest, reasons: reasons.map(withoutNull) };
}

function withoutNull({ artefact, ...reason }: z.infer<typeof transition>['reasons'][number]) {
  return artefact == null ? reason : { ...reason, artefact };
}
