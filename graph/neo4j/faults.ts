/** What Neo4j's faults mean to the port: closed codes, the cause kept. */
import neo4j from 'neo4j-driver';
import { StoreCorrupted, StoreUnavailable } from '../store/store.ts';

/** Codes (https://neo4j.com/docs/status-codes/) under which the server cannot be reached, or cannot write now. */
const UNAVAILABLE = [
  'Neo.TransientError.',
  'Neo.DatabaseError.',
  'Neo.ClientError.Security.',
  'Neo.ClientError.Cluster.',
  'Neo.ClientError.Database.',
  'Neo.ClientError.General.ForbiddenOnReadOnlyDatabase',
  'Neo.ClientError.Transaction.TransactionTimedOut',
  'Neo.ClientError.Transaction.TransactionTerminated',
  // As the driver gives a transient fault of this name: another process has ended the transaction.
  'Neo.ClientError.Transaction.Terminated',
];
/** What the driver itself says of a connection that it cannot get or has lost. */
const DISCONNECTED: ReadonlySet<string> = new Set([
  neo4j.error.SERVICE_UNAVAILABLE,
  neo4j.error.SESSION_EXPIRED,
]);
const DROPPED: ReadonlySet<string> = new Set([
  'Neo.DatabaseError.Schema.IndexDropFailed',
  'Neo.ClientError.Schema.IndexNotFound',
]);
const CORRUPTED = 'Neo.DatabaseError.General.StorageDamageDetected';

/** The connection is lost: what was sent last may or may not have happened. */
export function isDisconnected(error: unknown): boolean {
  return error instanceof neo4j.Neo4jError && DISCONNECTED.has(error.code);
}

/** The server has ended the transaction: nothing of it was committed. */
class TransactionEnded extends StoreUnavailable {}

/**
 * It was ended although its process cannot have been taken for stopped: the same work may run again. Neo4j ends the transaction that
 * waits for a lock together with the one that holds it, where that is terminated.
 */
export class EndedEarly extends StoreUnavailable {}

const ENDED = 'Neo.ClientError.Transaction.Terminated';

/** The fault of a transaction that waited for the lock, or has not had it for as long as a stopped one keeps it. */
export function toEarlyFault(error: unknown): unknown {
  const isEnded =
    error instanceof TransactionEnded || (error instanceof neo4j.Neo4jError && error.code === ENDED);
  return isEnded ? new EndedEarly(`${ENDED} before or soon behind the lock`, { cause: error }) : error;
}

/** The same work may succeed when it is run again. */
export function isRetriable(error: unknown): boolean {
  return error instanceof EndedEarly || neo4j.isRetryableError(error);
}

/** The very constraint or index is there: `IF NOT EXISTS` does not see what another process makes at the same time. */
export function isAlreadyDefined(error: unknown): boolean {
  return error instanceof neo4j.Neo4jError && error.code.endsWith('.EquivalentSchemaRuleAlreadyExists');
}

/** The index has gone: nor does `IF EXISTS` see what another process drops at the same time. */
export function isAlreadyDropped(error: unknown): boolean {
  const fault = error instanceof StoreUnavailable ? error.cause : error;
  return fault instanceof neo4j.Neo4jError && DROPPED.has(fault.code);
}

/** A beat that meets a transaction which the server has ended fails as a procedure, and says nothing of the transaction. */
const CALL_FAILED = 'Neo.ClientError.Procedure.ProcedureCallFailed';

/** The fault of a transaction whose beat failed: nothing of it was committed. */
export function toBeatFault(error: unknown): unknown {
  const isEnded = error instanceof neo4j.Neo4jError && error.code === CALL_FAILED;
  return isEnded ? new TransactionEnded('the server has ended the transaction', { cause: error }) : error;
}

/** The port's fault for a fault of Neo4j; anything else is given back as it is. */
export function toStoreFault(error: unknown): unknown {
  if (!(error instanceof neo4j.Neo4jError)) return error;
  const message = `${error.code}: ${error.message}`;
  if (error.code === CORRUPTED) return new StoreCorrupted(message, null, { cause: error });
  const unavailable = isRetriable(error) || UNAVAILABLE.some((code) => error.code.startsWith(code));
  return unavailable ? new StoreUnavailable(message, { cause: error }) : error;
}
