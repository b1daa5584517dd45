/**
 * A mutation is an operation of REST by another way: the same checks in the same order, the same reply, the same receipt
 * (docs/spec/decisions.md#6-reasons). Only the form differs.
 */
import type { TokenGrant } from '../../../../engine/keys/keys.ts';
import { forEverybody } from '../../../../graph/caller.ts';
import { runAsAgent } from '../../../operations/authenticate.ts';
import { envelopeCorpus } from '../../../operations/envelope-corpus.ts';
import type { Call, RestOperation } from '../../../operations/operation.ts';
import type { Reply } from '../../../operations/reply.ts';
import { type EnvelopedRecord, envelopedRecord } from '../../../operations/write-envelope.ts';
import type { GatewayOutcome } from '../../../refusal/refusals.ts';
import type { WireError } from '../../../wire/error.ts';
import { organisationOfAll } from '../../../wire/tenant-scope.ts';
import type { GraphqlContext } from '../../context.ts';
import { FOREIGN_TENANT, type Session, tenantOf } from '../../session/session.ts';

/** What a mutation sends, as a client of REST would. */
export interface Sent {
  /** Parameters of the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly corpus?: string | null | undefined;
  /** Members that are null or undefined are left out: GraphQL's callers say so what those of REST do not say. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string | null | undefined;
}

export interface CallReceipt extends EnvelopedRecord {}

/** What came of it: `error` where it was refused; a contradicted answer has members too. */
export interface Called {
  readonly members: Readonly<Record<string, unknown>>;
  readonly error: WireError | null;
  readonly receipt: CallReceipt;
}

/** Faults pass through. */
export async function callRest(context: GraphqlContext, id: string, sent: Sent): Promise<Called> {
  const operation = context.operations.get(id);
  if (operation === undefined) throw new RangeError(`there is no operation ${id}`);
  const call = callOf(context, sent);
  // What was begun is written, or refused: a repeated request finds it.
  const reply = await forEverybody(() => run(operation, call, context.session));
  const { error = null, ...members } = reply.members;
  const receipt = await receiptOf(context, operation, call, reply);
  // Every reply puts `error` there itself, by `refusalReply`.
  return { members, error: error as WireError | null, receipt };
}

function callOf({ engine, config, connection, signal }: GraphqlContext, sent: Sent): Call {
  const headers = new Headers();
  if (typeof sent.idempotencyKey === 'string') headers.set('idempotency-key', sent.idempotencyKey);
  const encoded = Object.entries(sent.params ?? {}).map(([name, text]) => [name, encodeURIComponent(text)]);
  return {
    engine,
    config,
    connection,
    headers,
    origin: config.publicUrl?.() ?? '',
    params: Object.fromEntries(encoded),
    query: new URLSearchParams(typeof sent.corpus === 'string' ? { corpus: sent.corpus } : {}),
    body: { ok: true, value: sent.body === undefined ? undefined : said(sent.body) },
    signal: signal ?? new AbortController().signal,
  };
}

function run(operation: RestOperation, call: Call, session: Session): Promise<Reply> {
  switch (operation.plane) {
    case 'agent':
      return runAsAgent(operation, call, tokenOf(session));
    case 'engine': {
      const name = tenantOf(session);
      const foreign = name === FOREIGN_TENANT || organisationOfAll(name) !== null;
      return operation.handle(call, { name, foreign });
    }
    case 'public':
      return operation.handle(call);
  }
}

/** A wrong one was refused when the session began. */
function tokenOf({ grant }: Session): GatewayOutcome<TokenGrant | null> {
  return { ok: true, value: grant };
}

/** That of the response which REST would have sent. */
async function receiptOf(
  { engine, config, session }: GraphqlContext,
  { contract: { route, method } }: RestOperation,
  { params, query, body }: Call,
  reply: Reply,
): Promise<CallReceipt> {
  const facts = {
    route,
    method,
    path: route.replace(/\{([^}]+)\}/g, (_, name: string) => params[name] ?? ''),
    query,
    body: body.ok ? (body.value ?? null) : null,
    tokenId: session.grant?.tokenId ?? null,
    trace: null,
  };
  const corpus = reply.corpus ?? (await envelopeCorpus({ engine, config }, query));
  return envelopedRecord(reply, { facts, corpus, enforce: config.enforce });
}

/** Without what is null, at every depth. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, said(member)]));
}
