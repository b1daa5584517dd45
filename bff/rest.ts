/** `/api`: the use cases for whoever is no page of ours (contract: BFF endpoints). */
import { z } from 'zod';
import { AdduceError } from '../gateway/client/adduce-error.ts';
import { ONLY_QUERIES, OPERATIONS_HEADER } from '../gateway/wire/only-queries.ts';
import { receiptQuery } from '../gateway/wire/receipt.ts';
import { ask, askInput } from './ask.ts';
import type { Desk, Visitor } from './desk.ts';
import type { ExportedFile } from './exported-file.ts';
import { historyQuery, listHistory, recordInput, recordQuestion } from './history.ts';
import { exportReceipt } from './receipt.ts';
import { refusalOf, refuse } from './refusal.ts';
import { listSaved, removeSaved, saveAnswer, savedQuery, saveInput } from './saved.ts';
import { search, searchInput } from './search.ts';
import { exportReport, trustReportInput } from './trust-report.ts';

/** Of a request's body: a question with notes stays far below. */
const MAX_BODY_BYTES = 65_536;

interface Call {
  readonly desk: Desk;
  readonly visitor: Visitor;
  readonly request: Request;
  readonly url: URL;
  /** What stands in the path for `:id`. */
  readonly id: string;
}

type Operation = (call: Call) => Promise<Response>;

/** A path with an id in it: an answer's or a saved entry's. */
const WITH_ID = /^(\/api\/(?:saved|answers)\/)([\w-]{1,64})(\/receipt|\/trust-report)?$/;

const OPERATIONS: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  '/api/answers': { POST: postAnswers },
  '/api/answers/:id/receipt': { GET: getReceipt },
  '/api/answers/:id/trust-report': { GET: getTrustReport },
  '/api/search': { GET: async (call) => json(200, await search(call.desk, query(call, searchInput))) },
  '/api/healthz': { GET: getHealthz },
  '/api/history': {
    GET: async (call) => json(200, await listHistory(call.desk, call.visitor, query(call, historyQuery))),
    POST: async (call) => {
      const input = await body(call, recordInput);
      return json(201, { entry: await recordQuestion(call.desk, call.visitor, input) });
    },
  },
  '/api/saved': {
    GET: async (call) => json(200, await listSaved(call.desk, call.visitor, query(call, savedQuery))),
    POST: async (call) => {
      const input = await body(call, saveInput);
      return json(201, { entry: await saveAnswer(call.desk, call.visitor, input) });
    },
  },
  '/api/saved/:id': {
    DELETE: async (call) => {
      await removeSaved(call.desk, call.visitor, call.id);
      return new Response(null, { status: 204 });
    },
  },
  '/api/graphql': { POST: postGraphql },
};

/** Serves one request below /api; every failure is a reply. */
export async function serveRest(desk: Desk, visitor: Visitor, request: Request): Promise<Response> {
  const response = await respond(desk, visitor, request);
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

async function respond(desk: Desk, visitor: Visitor, request: Request): Promise<Response> {
  const url = new URL(request.url);
  try {
    const { operation, id } = operationOf(url.pathname, request.method);
    return await operation({ desk, visitor, request, url, id });
  } catch (error) {
    return refusalResponse(error, desk);
  }
}

/** The one shape of every refusal: `{error: {status, kind, reason, message, retry_after_ms?}}`. */
export function refusalResponse(error: unknown, desk: Desk): Response {
  const { view } = refusalOf(error, desk.client.circuit().openForMs);
  const response = json(view.status, { error: view });
  if (view.retry_after_ms !== undefined) {
    response.headers.set('retry-after', String(Math.ceil(view.retry_after_ms / 1_000)));
  }
  return response;
}

function operationOf(path: string, method: string): { operation: Operation; id: string } {
  const [, before = '', id = '', after = ''] = WITH_ID.exec(path) ?? [];
  const route = id === '' ? path : `${before}:id${after}`;
  const operations = Object.hasOwn(OPERATIONS, route) ? OPERATIONS[route] : undefined;
  if (operations === undefined)
    throw refuse(404, 'NotFound', 'missing:route', 'There is nothing at this address.');
  const operation = operations[method === 'HEAD' ? 'GET' : method] ?? methodRefused(Object.keys(operations));
  return { operation, id };
}

function methodRefused(methods: readonly string[]): Operation {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return async ({ desk }) => {
    const message = `This address takes ${allow}.`;
    const response = refusalResponse(refuse(405, 'MethodNotAllowed', 'invalid:method', message), desk);
    response.headers.set('allow', allow);
    return response;
  };
}

/** The engine's own reply passes through; its contradictions keep their status and get words of ours. */
async function postAnswers(call: Call): Promise<Response> {
  const corpus = call.url.searchParams.get('corpus');
  const input = await body(call, askInput);
  const asked = await ask(call.desk, call.visitor, corpus === null ? input : { ...input, corpus });
  if (!('error' in asked.reply)) return json(200, asked.reply);
  const { status, kind, reason, message } = asked.reply.error;
  const { view } = refusalOf(new AdduceError({ status, kind, reason, message }), null);
  return json(status, { ...asked.reply, error: view });
}

async function getReceipt(call: Call): Promise<Response> {
  const { desk, visitor, id } = call;
  return fileReply(await exportReceipt(desk, visitor, id, query(call, receiptQuery)));
}

async function getTrustReport(call: Call): Promise<Response> {
  const { format } = query(call, trustReportInput);
  return fileReply(await exportReport(call.desk, call.visitor, call.id, format));
}

/** To be saved, never shown: a page of the engine's has no place under the origin of ours. */
function fileReply({ type, bytes, name }: ExportedFile): Response {
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Response(bytes, { headers });
}

/** 200 while the BFF lives; `engine` says how the engine is. */
async function getHealthz({ desk }: Call): Promise<Response> {
  const engine = await desk.client.healthz().then(
    ({ ok, version }) => ({ ok, version }),
    () => ({ ok: false, version: null }),
  );
  return json(200, { ok: true, status: 200, engine, circuit: desk.client.circuit() });
}

const graphqlRequest = z.strictObject({
  query: z.string(),
  variables: z.record(z.string(), z.json()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.unknown().optional(),
});

const EXPLORER_HEADERS = { [OPERATIONS_HEADER]: ONLY_QUERIES };
/** Of a query that the engine refuses, and of what is no query. */
const EXPLORER_REFUSALS: ReadonlySet<number | null> = new Set([400, 403]);

/**
 * The explorer's way to the engine, with the engine's own limits (decisions §8). The document is a visitor's and the key is
 * ours, so the engine is told to take queries only: it alone knows which operation of a document it executes.
 */
async function postGraphql(call: Call): Promise<Response> {
  const { query, variables, operationName } = await body(call, graphqlRequest);
  try {
    const request = { query, variables, operationName };
    return json(200, await call.desk.client.graphql(request, { headers: EXPLORER_HEADERS }));
  } catch (error) {
    if (!isGraphqlRefusal(error)) throw error;
    return json(error.status, error.envelope);
  }
}

/** A query that the engine refuses is answered with `errors`, which the explorer shows. */
function isGraphqlRefusal(error: unknown): error is AdduceError {
  if (!(error instanceof AdduceError) || !EXPLORER_REFUSALS.has(error.status)) return false;
  return typeof error.envelope === 'object' && error.envelope !== null && 'errors' in error.envelope;
}

function query<T>({ url }: Call, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(Object.fromEntries(url.searchParams));
  if (parsed.success) return parsed.data;
  throw refuse(400, 'BadRequest', 'invalid:query', z.prettifyError(parsed.error));
}

async function body<T>({ request }: Call, schema: z.ZodType<T>): Promise<T> {
  const type = request.headers.get('content-type') ?? '';
  // A form of another site cannot send this type without asking first (CORS).
  if (!/^application\/json\b/i.test(type)) {
    throw refuse(415, 'UnsupportedMediaType', 'invalid:media_type', 'Send application/json.');
  }
  const parsed = schema.safeParse(await readJson(request));
  if (parsed.success) return parsed.data;
  throw refuse(400, 'BadRequest', 'invalid:body', z.prettifyError(parsed.error));
}

async function readJson(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) {
      throw refuse(413, 'PayloadTooLarge', 'invalid:body', `Send at most ${MAX_BODY_BYTES} bytes.`);
    }
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw refuse(400, 'BadRequest', 'invalid:body', 'The body is not JSON.');
  }
}

function json(status: number, value: unknown): Response {
  return Response.json(value, { status, headers: { 'cache-control': 'no-store' } });
}
