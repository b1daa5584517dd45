/**
 * Limits of one visitor and one address: calls a minute, and calls at once. A visitor is counted by the
 * session and by the address, so that a new session does not lift the limits of the address.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { BffRefusal } from './refusal.ts';
import { Slots } from './slots.ts';

const WINDOW_S = 60;
/** GET /api/history per user; reads of saved answers share the pool (docs/spec/contract.md#ae-history-rate). */
const READS_PER_MINUTE = 60;
/** Writes of /api/saved per user (docs/spec/contract.md#ae-saved-rate). */
const WRITES_PER_MINUTE = 30;
/** Files that one visitor adds; an upload has at most a thousand. */
const UPLOADS_PER_MINUTE = 1_200;
const UPLOADS_PER_ADDRESS = 2 * UPLOADS_PER_MINUTE;
/** Requests from one address that the records alone answer: as many as of ten users. */
const RECORDS_PER_ADDRESS = 10 * (READS_PER_MINUTE + WRITES_PER_MINUTE);

/** Calls to the engine that each use case makes at most, or that its work counts as. */
export const ENGINE_CALLS = {
  ask: 4,
  open: 2,
  graphql: 2,
  file: 4,
  report: 20,
  search: 1,
  view: 1,
  grounds: 2,
  suppose: 4,
  contribute: 4,
  stream: 1,
} as const;
export type EngineUse = keyof typeof ENGINE_CALLS;
const ENGINE_CALLS_PER_VISITOR = 240;
const ENGINE_CALLS_PER_ADDRESS = 960;
/** Largest share of the engine's rate for the server's key that one visitor or one address may use. */
const VISITOR_SHARE = 1 / 4;
const ADDRESS_SHARE = 1 / 2;

/** Watched questions that this process looks at, beside what visitors ask themselves. */
const LOOKS_PER_MINUTE = 120;
const LOOKS_SHARE = 1 / 8;
/** A search, a question and its receipt. */
const CALLS_PER_LOOK = 3;

/** Requests of an address that bring no valid session, so that those who drop theirs do not use up the address for others. */
export const NEWCOMERS_PER_ADDRESS = 60;

/** Engine calls at once; further calls wait in a queue, and past its length they are refused. */
const RUNNING = { visitor: 2, address: 8, all: 32 };
const WAITING = { visitor: 8, address: 32, all: 256 };
/** The most expensive work that a visitor can ask for has places of its own. */
const DEAR: ReadonlySet<EngineUse> = new Set(['graphql', 'report', 'suppose']);
const DEAR_RUNNING = { visitor: 1, address: 2, all: 4 };
const DEAR_WAITING = { visitor: 8, address: 16, all: 64 };
/** Longest wait in the queue: with the engine's own 5 s it ends before a browser gives up. */
const MAX_WAIT_MS = 4_000;

/** Event streams: a few windows of a user, with room for those that a reload leaves behind. */
export const MAX_STREAMS = { visitor: 16, address: 64, all: 8_192 };

/** Requests of an address without a session, by links that anybody may have. */
const LINK_READS_PER_ADDRESS = 240;
/** Streams of such requests. */
const LINK_STREAMS = { visitor: 64, address: 64, all: 8_192 };

/** The caller that limits count. */
export interface Caller {
  /** The visitor; all who bring no valid session from one address count as one visitor. */
  readonly counted: string;
  /** IPv4 address or IPv6 /64; null for a caller in this process, whom no limit by address concerns. */
  readonly network: string | null;
}

export interface Limits {
  /** A request without a valid session. @throws {BffRefusal} 429 */
  newcomer(network: string | null): Promise<void>;
  /** Of history and of saved answers, which share one pool. @throws {BffRefusal} 429 */
  read(caller: Caller): Promise<void>;
  /** To saved answers and to the session. @throws {BffRefusal} 429 */
  write(caller: Caller): Promise<void>;
  /**
   * Runs work that calls the engine when the queue admits it.
   * @throws {BffRefusal} 429 past the rate or the queue
   */
  engine<T>(caller: Caller, use: EngineUse, run: () => Promise<T>): Promise<T>;
  /** Counts what a query cost beyond `ENGINE_CALLS.graphql`, once that is known: later calls wait for it. */
  charge(caller: Caller, calls: number): Promise<void>;
  /** Takes a place for an event stream until it is disposed. @throws {BffRefusal} 429 */
  stream(caller: Caller): Promise<Disposable>;
  /** A file of an upload, and a look at how far it is. @throws {BffRefusal} 429 */
  upload(caller: Caller): Promise<void>;
  /** Watched questions that may be looked at in a minute. */
  readonly looksPerMinute: number;
  /** A read by a link, without a session. @throws {BffRefusal} 429 */
  linkRead(network: string | null): Promise<void>;
  /** A place for a stream by links, until it is disposed. @throws {BffRefusal} 429 */
  linkStream(network: string | null): Promise<Disposable>;
}

/** @param engineRate requests per minute that the engine lets the server's key do; null: no limit */
export function createLimits(engineRate: number | null): Limits {
  const reads = perMinute(READS_PER_MINUTE);
  const writes = perMinute(WRITES_PER_MINUTE);
  const records = perMinute(RECORDS_PER_ADDRESS);
  const newcomers = perMinute(NEWCOMERS_PER_ADDRESS);
  const byVisitor = perMinute(shareOf(engineRate, VISITOR_SHARE, ENGINE_CALLS_PER_VISITOR));
  const byAddress = perMinute(shareOf(engineRate, ADDRESS_SHARE, ENGINE_CALLS_PER_ADDRESS));
  const slots = new Slots({ running: RUNNING, waiting: WAITING, maxWaitMs: MAX_WAIT_MS });
  const dear = new Slots({ running: DEAR_RUNNING, waiting: DEAR_WAITING, maxWaitMs: MAX_WAIT_MS });
  const uploads = perMinute(UPLOADS_PER_MINUTE);
  const uploadsByAddress = perMinute(UPLOADS_PER_ADDRESS);
  const linkReads = perMinute(LINK_READS_PER_ADDRESS);
  const linkStreams = new Slots({ running: LINK_STREAMS, waiting: NO_LINE, maxWaitMs: 0 });
  const streams = new Slots({ running: MAX_STREAMS, waiting: NO_LINE, maxWaitMs: 0 });

  const ofRecords = async (pool: RateLimiterMemory, { counted, network }: Caller): Promise<void> => {
    await take(pool, counted);
    await take(records, network);
  };
  /** Counts the visitor first: a visitor past the limit uses nothing of the address's limit. */
  const ofEngine = async ({ counted, network }: Caller, use: EngineUse): Promise<void> => {
    await take(byVisitor, counted, ENGINE_CALLS[use]);
    await take(byAddress, network, ENGINE_CALLS[use]);
  };
  return {
    newcomer: (network) => take(newcomers, network),
    read: (caller) => ofRecords(reads, caller),
    write: (caller) => ofRecords(writes, caller),
    engine: async (caller, use, run) => {
      await ofEngine(caller, use);
      using _slot = await (DEAR.has(use) ? dear : slots).take(caller);
      return await run();
    },
    charge: async ({ counted, network }, calls) => {
      if (calls === 0) return;
      await byVisitor.penalty(counted, calls);
      if (network !== null) await byAddress.penalty(network, calls);
    },
    upload: async ({ counted, network }) => {
      await take(uploads, counted);
      await take(uploadsByAddress, network);
    },
    looksPerMinute: looksOf(engineRate),
    linkRead: (network) => take(linkReads, network),
    linkStream: async (network) => {
      await take(linkReads, network);
      return linkStreams.take({ counted: network ?? 'in this process', network });
    },
    stream: async (caller) => {
      await ofEngine(caller, 'stream');
      return streams.take(caller);
    },
  };
}

const NO_LINE = { visitor: 0, address: 0, all: 0 };

function perMinute(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_S });
}

/** At least one ask, however small the engine's limit. */
function shareOf(engineRate: number | null, share: number, most: number): number {
  if (engineRate === null) return most;
  return Math.min(most, Math.max(ENGINE_CALLS.ask, Math.floor(engineRate * share)));
}

function looksOf(engineRate: number | null): number {
  if (engineRate === null) return LOOKS_PER_MINUTE;
  return Math.min(LOOKS_PER_MINUTE, Math.max(1, Math.floor((engineRate * LOOKS_SHARE) / CALLS_PER_LOOK)));
}

async function take(limiter: RateLimiterMemory, counted: string | null, points = 1): Promise<void> {
  if (counted === null) return;
  try {
    await limiter.consume(counted, points);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new BffRefusal({
      status: 429,
      kind: 'RateLimited',
      reason: 'limited:rate',
      message: 'Too many requests in a short time.',
      next_step: 'Wait a moment, then try again.',
      retry_after_ms: Math.max(1, error.msBeforeNext),
    });
  }
}
