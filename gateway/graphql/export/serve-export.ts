/** GET of a link: the file that it is for, written while it is read (ADR 78). */
import type { Engine } from '../../../engine/engine.ts';
import type { HttpConnection } from '../../http/connection.ts';
import { callerAt } from '../../operations/rate-limit.ts';
import { DeadlineExceeded } from '../../refusal/deadline.ts';
import { refusalOfFault } from '../../refusal/refusal-of-fault.ts';
import { refuse } from '../../refusal/refusals.ts';
import type { SharedContext } from '../context.ts';
import { refusalResponse } from '../transport/http-refusal.ts';
import { EXPORT_FORMATS, type ExportFormat, isExportFormat } from './export-formats.ts';
import { EXPORT_PATH, type ExportFacts, readLink } from './export-link.ts';
import type { RowType } from './export-rows.ts';
import { artefactRows, claimRows, ExportOutdated, neighbourhoodRows, type Pages } from './export-rows-of.ts';
import { exportStream, MAX_OPEN_MS, MAX_STALL_MS } from './export-stream.ts';
import type { OpenExports } from './open-exports.ts';
import { clusterRows, ledgerRows, nameRows } from './other-rows-of.ts';

export interface ExportServing extends Pick<SharedContext, 'engine' | 'config' | 'rate' | 'sessions'> {
  readonly open: OpenExports;
  /** By default `MAX_STALL_MS`. */
  readonly stallMs?: number;
  readonly openMs?: number;
}

/** Requests of a caller's rate that one file is worth. */
export const EXPORT_REQUESTS = 20;
const METHODS = 'GET, HEAD';
/** When one that is refused for others may try again. */
const RETRY_AFTER_MS = 5_000;

const MAIN: Readonly<Record<ExportFacts['of']['kind'], RowType>> = {
  claims: 'Claim',
  clusters: 'Cluster',
  ledger: 'EvidenceEvent',
  publishers: 'Publisher',
  entities: 'Entity',
  actors: 'Actor',
  artefacts: 'Artefact',
  neighbourhood: 'GraphEdge',
};

export function isExport({ url }: Request): boolean {
  return new URL(url).pathname.startsWith(EXPORT_PATH);
}

/** Never rejects: a fault is a response too. */
export async function serveExport(
  serving: ExportServing,
  request: Request,
  { remoteAddress }: HttpConnection,
): Promise<Response> {
  const { engine, rate } = serving;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refusalResponse(refuse('invalid:method', `this path takes ${METHODS}`).refusal, {
      allow: METHODS,
    });
  }
  const { pathname, searchParams } = new URL(request.url);
  const text = pathname.slice(EXPORT_PATH.length);
  const read = readLink(text, { texts: engine.keys.texts, now: engine.clock.now() });
  const address = callerAt(remoteAddress);
  if (!read.ok) {
    const { refusal, headers } = await rate.count(address);
    return refusalResponse(refusal ?? read.refusal, headers);
  }
  const facts = read.value;
  const caller = facts.caller ?? address;
  const counted = await rate.count(caller, request.method === 'HEAD' ? 1 : EXPORT_REQUESTS);
  if (counted.refusal !== null) return refusalResponse(counted.refusal, counted.headers);
  const format = searchParams.get('format') ?? 'ndjson';
  if (!isExportFormat(format)) {
    const known = Object.keys(EXPORT_FORMATS).join(', ');
    return refusalResponse(refuse('invalid:query', `format is one of ${known}`).refusal, counted.headers);
  }
  try {
    if (await engine.keys.isRevoked(facts.credentialIds)) return refusalResponse(REVOKED, counted.headers);
    const headers = { ...counted.headers, ...headersOf(facts, format) };
    if (request.method === 'HEAD') return new Response(null, { headers });
    const end = serving.open.enter(caller ?? '');
    if (end === null) return refusalResponse(BUSY, counted.headers);
    return new Response(await opened(serving, { facts, format, gone: request.signal, end }), { headers });
  } catch (fault) {
    return faulted(fault, serving, request);
  }
}

const REVOKED = refuse('denied:token_revoked', 'what this link was made with has been revoked').refusal;
const BUSY = refuse('limited:rate', 'as many files are written as may be at once', {
  retryAfterMs: RETRY_AFTER_MS,
}).refusal;

type Headers = Readonly<Record<string, string>>;

interface Opening {
  readonly facts: ExportFacts;
  readonly format: ExportFormat;
  /** Aborts when the reader goes away. */
  readonly gone: AbortSignal;
  readonly end: () => void;
}

/** Ends as well when what the link was made with does. */
function opened(
  { engine, sessions, stallMs = MAX_STALL_MS, openMs = MAX_OPEN_MS }: ExportServing,
  { facts, format: name, gone, end }: Opening,
): Promise<ReadableStream<Uint8Array>> {
  const format = EXPORT_FORMATS[name];
  const { credentialIds, credentialEnds: expiresAt } = facts;
  const ended = new AbortController();
  const release = sessions.guard({ credentialIds, expiresAt }, ({ message }) =>
    ended.abort(new Error(message)),
  );
  return exportStream({
    pages: pagesOf(engine, facts, format.connects),
    format,
    main: MAIN[facts.of.kind],
    gone,
    broken: ended.signal,
    onEnd: () => {
      release();
      end();
    },
    stallMs,
    openMs,
  });
}

function pagesOf(engine: Engine, facts: ExportFacts, withEdges: boolean): Pages {
  const { of } = facts;
  switch (of.kind) {
    case 'claims':
      return claimRows(engine, of, facts, withEdges);
    case 'clusters':
      return clusterRows(engine, of, facts);
    case 'ledger':
      return ledgerRows(engine, of, facts);
    case 'publishers':
    case 'entities':
    case 'actors':
      return nameRows(engine, of);
    case 'artefacts':
      return artefactRows(engine, of);
    case 'neighbourhood':
      return neighbourhoodRows(engine, of);
  }
}

function headersOf({ of }: ExportFacts, name: ExportFormat): Headers {
  const { type, ending } = EXPORT_FORMATS[name];
  const file = `${of.corpus}-${of.kind}-${of.view.seq}.${ending}`;
  return {
    'content-type': type,
    // A browser stores it and shows nothing of it.
    'content-disposition': `attachment; filename="${file}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

function faulted(fault: unknown, { config }: ExportServing, request: Request): Response {
  if (fault instanceof ExportOutdated) {
    return refusalResponse(refuse('stale:snapshot', `${fault.message}: ask for another link`).refusal);
  }
  // One that has left does not learn the outcome, and one that is late was no fault.
  if (!request.signal.aborted && !(fault instanceof DeadlineExceeded)) config.onFault(fault);
  return refusalResponse(refusalOfFault(fault));
}
