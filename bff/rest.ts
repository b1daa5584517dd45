/** `/api`: the use cases for clients other than the page (docs/spec/contract.md#ae-bff). */
import { z } from 'zod';
import { AdduceError } from '../gateway/client/adduce-error.ts';
import { ONLY_QUERIES, OPERATIONS_HEADER } from '../gateway/wire/only-queries.ts';
import { receiptQuery } from '../gateway/wire/receipt.ts';
import { askInput, askPassingOn } from './ask.ts';
import { type BffContext, callFor, type Visitor } from './bff-context.ts';
import { append, appendInput } from './contribute/append.ts';
import { contributionInput } from './contribute/contribution.ts';
import { findGrounds, groundsInput } from './contribute/grounds.ts';
import { readRights } from './contribute/rights.ts';
import { suppose } from './contribute/suppose.ts';
import { CURATING } from './curating/curating-operations.ts';
import {
  beginUpload,
  cancelUpload,
  readAdding,
  readUpload,
  startUpload,
  uploadInput,
} from './documents/add-documents.ts';
import { exportQuery, exportSaved } from './export-saved.ts';
import { readFacets } from './facets.ts';
import {
  forgetHistory,
  forgetQuestion,
  historyQuery,
  listHistory,
  recordInput,
  recordQuestion,
} from './history.ts';
import { addLink, linkInput, listLinks, revokeLink } from './links.ts';
import { join, joinInput, leave, leaveInput, readEntitlements, readSession } from './organisations.ts';
import { callsWorth } from './query-cost.ts';
import { listQuestions, unwatchQuestion, watchInput, watchQuestion } from './questions.ts';
import { exportReceipt } from './receipt.ts';
import { refusalOf, refuse } from './refusal.ts';
import { fileReply, json, listReply, refusalResponse } from './reply.ts';
import { type ApiCall, type ApiRoute, body, type Operations, query } from './rest-call.ts';
import { listSaved, saveAnswer, savedQuery, saveInput } from './saved.ts';
import {
  changeInput,
  changeSaved,
  entriesInput,
  listRemoved,
  purgeSaved,
  removedQuery,
  removeSaved,
  restoreSaved,
} from './saved-entries.ts';
import { search, searchInput } from './search.ts';
import { exportReport, trustReportInput } from './trust-report.ts';
import { listTurned, seenInput, seeTurned, turnedQuery } from './turned.ts';

/** A path with an id in it: of an answer, a question of the history, a saved entry, a link, an upload or a watched question. */
const WITH_ID =
  /^(\/api\/(?:saved|answers|history|links|uploads|questions)\/)([\w-]{1,64})(\/receipt|\/trust-report)?$/;

const OPERATIONS: Operations = {
  ...CURATING,
  '/api/answers': { POST: postAnswers },
  '/api/answers/:id/receipt': { GET: getReceipt },
  '/api/answers/:id/trust-report': { GET: getTrustReport },
  '/api/search': {
    GET: async (call) => json(200, await search(call.bff, call.visitor, query(call, searchInput))),
  },
  '/api/healthz': { GET: getHealthz },
  '/api/history': {
    GET: async (call) =>
      listReply(call.request, await listHistory(call.bff, call.visitor, query(call, historyQuery))),
    POST: async (call) => {
      const input = await body(call, recordInput);
      return json(201, { entry: await recordQuestion(call.bff, call.visitor, input) });
    },
    DELETE: async (call) => json(200, await forgetHistory(call.bff, call.visitor)),
  },
  '/api/history/facets': {
    GET: async (call) => listReply(call.request, await readFacets(call.bff, call.visitor, { of: 'history' })),
  },
  '/api/history/:id': {
    DELETE: async (call) => {
      await forgetQuestion(call.bff, call.visitor, call.id);
      return new Response(null, { status: 204 });
    },
  },
  '/api/saved': {
    GET: async (call) =>
      listReply(call.request, await listSaved(call.bff, call.visitor, query(call, savedQuery))),
    POST: async (call) => {
      const input = await body(call, saveInput);
      return json(201, { entry: await saveAnswer(call.bff, call.visitor, input) });
    },
    PATCH: async (call) =>
      json(200, await changeSaved(call.bff, call.visitor, await body(call, changeInput))),
  },
  '/api/saved/facets': {
    GET: async (call) => listReply(call.request, await readFacets(call.bff, call.visitor, { of: 'saved' })),
  },
  '/api/saved/removed': {
    GET: async (call) =>
      listReply(call.request, await listRemoved(call.bff, call.visitor, query(call, removedQuery))),
    POST: async (call) =>
      json(200, await restoreSaved(call.bff, call.visitor, await body(call, entriesInput))),
    DELETE: async (call) =>
      json(200, await purgeSaved(call.bff, call.visitor, await body(call, entriesInput))),
  },
  '/api/saved/:id': {
    DELETE: async (call) => {
      await removeSaved(call.bff, call.visitor, call.id);
      return new Response(null, { status: 204 });
    },
  },
  '/api/saved/export': {
    GET: async (call) => exportSaved(call.bff, call.visitor, query(call, exportQuery)),
  },
  '/api/links': {
    GET: async (call) => listReply(call.request, await listLinks(call.bff, call.visitor)),
    POST: async (call) => {
      const input = await body(call, linkInput);
      return json(201, { link: await addLink(call.bff, call.visitor, input) });
    },
  },
  '/api/links/:id': {
    DELETE: async (call) => {
      await revokeLink(call.bff, call.visitor, call.id);
      return new Response(null, { status: 204 });
    },
  },
  '/api/questions': {
    GET: async (call) => listReply(call.request, await listQuestions(call.bff, call.visitor)),
    POST: async (call) => {
      const input = await body(call, watchInput);
      return json(201, { question: await watchQuestion(call.bff, call.visitor, input) });
    },
  },
  '/api/questions/:id': {
    DELETE: async (call) => {
      await unwatchQuestion(call.bff, call.visitor, call.id);
      return new Response(null, { status: 204 });
    },
  },
  '/api/turned': {
    GET: async (call) =>
      listReply(call.request, await listTurned(call.bff, call.visitor, query(call, turnedQuery))),
  },
  '/api/turned/seen': {
    POST: async (call) => json(200, await seeTurned(call.bff, call.visitor, await body(call, seenInput))),
  },
  '/api/session': {
    GET: async (call) => json(200, await readSession(call.bff, call.visitor)),
    DELETE: signOut,
  },
  '/api/session/entitlements': {
    GET: async (call) => json(200, await readEntitlements(call.bff, call.visitor)),
  },
  '/api/session/organisations': {
    POST: async (call) => {
      const { invitation } = await body(call, joinInput);
      return json(201, await join(call.bff, call.visitor, invitation));
    },
    DELETE: async (call) => {
      const { org_id } = query(call, leaveInput);
      await leave(call.bff, call.visitor, org_id);
      return new Response(null, { status: 204 });
    },
  },
  '/api/contributions': {
    GET: async (call) => json(200, await readRights(call.bff, call.visitor)),
    POST: async (call) => json(201, await append(call.bff, call.visitor, await body(call, appendInput))),
  },
  '/api/contributions/grounds': {
    GET: async (call) => json(200, await findGrounds(call.bff, call.visitor, query(call, groundsInput))),
  },
  '/api/contributions/dry-run': {
    POST: async (call) =>
      json(200, await suppose(call.bff, call.visitor, await body(call, contributionInput))),
  },
  '/api/uploads': {
    GET: async (call) => json(200, await readAdding(call.bff, call.visitor)),
    POST: async (call) => json(201, await beginUpload(call.bff, call.visitor, await body(call, uploadInput))),
  },
  '/api/uploads/:id': {
    GET: async (call) => json(200, await readUpload(call.bff, call.visitor, { id: call.id })),
    POST: async (call) => json(202, await startUpload(call.bff, call.visitor, { id: call.id })),
    DELETE: async (call) => json(200, await cancelUpload(call.bff, call.visitor, { id: call.id })),
  },
  '/api/graphql': { POST: postGraphql },
};

/** Serves one request below /api; every failure is a reply. */
export async function serveRest(
  bff: BffContext,
  visitor: Visitor,
  request: Request,
  signOut: ApiCall['signOut'],
): Promise<Response> {
  const url = new URL(request.url);
  try {
    const { operation, id } = operationOf(url.pathname, request.method);
    return await operation({ bff, visitor, request, signOut, url, id });
  } catch (error) {
    return refusalResponse(error, bff);
  }
}

/** Ends the session and every copy of its cookie; without an account its history is out of reach from then on. */
async function signOut(call: ApiCall): Promise<Response> {
  await call.bff.limits.write(call.visitor);
  // A session that began with this very request is in no browser yet.
  if (!call.visitor.session.isKnown) return new Response(null, { status: 204 });
  const { setCookie, continueAt } = await call.signOut();
  const headers = { 'set-cookie': setCookie, 'clear-site-data': '"cache", "storage"' };
  if (continueAt === null) return new Response(null, { status: 204, headers });
  return Response.json({ continue_at: continueAt }, { headers });
}

function operationOf(path: string, method: string): { operation: ApiRoute; id: string } {
  const [, before = '', id = '', after = ''] = WITH_ID.exec(path) ?? [];
  // A path of its own comes before an id of the same letters.
  const route = id === '' || Object.hasOwn(OPERATIONS, path) ? path : `${before}:id${after}`;
  const operations = Object.hasOwn(OPERATIONS, route) ? OPERATIONS[route] : undefined;
  if (operations === undefined)
    throw refuse(404, 'NotFound', 'missing:route', 'There is nothing at this address.');
  const operation = operations[method === 'HEAD' ? 'GET' : method] ?? methodRefused(Object.keys(operations));
  return { operation, id };
}

function methodRefused(methods: readonly string[]): ApiRoute {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return async ({ bff }) => {
    const message = `This address takes ${allow}.`;
    const response = refusalResponse(refuse(405, 'MethodNotAllowed', 'invalid:method', message), bff);
    response.headers.set('allow', allow);
    return response;
  };
}

/** Passes the engine's reply on; a contradiction keeps its status and gets the BFF's message. */
async function postAnswers(call: ApiCall): Promise<Response> {
  const corpus = call.url.searchParams.get('corpus');
  const input = await body(call, askInput);
  const reply = await askPassingOn(call.bff, call.visitor, corpus === null ? input : { ...input, corpus });
  if (!('error' in reply)) return json(200, reply);
  const { status, kind, reason, message } = reply.error;
  const { view } = refusalOf(new AdduceError({ status, kind, reason, message }), null);
  return json(status, { ...reply, error: view });
}

async function getReceipt(call: ApiCall): Promise<Response> {
  const { bff, visitor, id } = call;
  return fileReply(await exportReceipt(bff, visitor, id, query(call, receiptQuery)));
}

async function getTrustReport(call: ApiCall): Promise<Response> {
  const { format } = query(call, trustReportInput);
  return fileReply(await exportReport(call.bff, call.visitor, call.id, format));
}

/** 200 while the BFF lives; `engine` says how the engine is. */
async function getHealthz({ bff }: ApiCall): Promise<Response> {
  const engine = await bff.health.read();
  return json(200, { ok: true, status: 200, engine, circuit: bff.client.circuit() });
}

const graphqlRequest = z.strictObject({
  query: z.string(),
  variables: z.record(z.string(), z.json()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.unknown().optional(),
});

const EXPLORER_HEADERS = { [OPERATIONS_HEADER]: ONLY_QUERIES };
/** Status for a query that the engine refuses, and for what is no query. */
const EXPLORER_REFUSALS: ReadonlySet<number | null> = new Set([400, 403]);

/**
 * The explorer's queries, with the engine's own limits (docs/spec/decisions.md#8-bff). The visitor writes the document and the
 * BFF sends its key: so the tenant is the visitor's own, and the engine takes queries only, since it alone knows
 * which operation it executes.
 */
async function postGraphql(call: ApiCall): Promise<Response> {
  const { bff, visitor } = call;
  const { query, variables, operationName } = await body(call, graphqlRequest);
  const options = { ...callFor(bff, visitor), headers: EXPLORER_HEADERS };
  try {
    const request = { query, variables, operationName };
    const reply = await bff.limits.engine(visitor, 'graphql', () => bff.client.graphql(request, options));
    await bff.limits.charge(visitor, callsWorth(reply));
    return json(200, reply);
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
