/** What PostgreSQL's faults mean to the port: closed codes, the cause attached. */
import { DatabaseError } from 'pg';
import { StoreCorrupted, StoreUnavailable } from '../store/store.ts';

/** SQLSTATE classes and codes (PostgreSQL, appendix A) under which the server cannot be reached, or cannot write now. */
const UNAVAILABLE = [
  '08', // connection
  '25006', // read-only transaction: a standby
  '25P03', // the transaction was idle for too long
  '28', // account refused
  '3D000', // no such database
  '40', // serialization, deadlock
  '42501', // privilege missing
  '53', // disk, memory or connections exhausted
  '55P03', // lock wait
  '57', // shutdown, statement cancelled
  '58', // input or output of the server
];
/** After these the same work may succeed at once when it runs again. */
const RETRIABLE = ['08', '25P03', '40', '57P'];
/** After these the connection is gone: what was sent last may or may not have happened. */
const DISCONNECTED = ['08', '25P03', '57P'];
const CORRUPTED = ['XX001', 'XX002'];

/** The driver's faults of a connection have no SQLSTATE. */
function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof DatabaseError && codes.some((code) => error.code?.startsWith(code));
}

/** Whether the outcome of the last statement is unknown, because the connection ended or the server fell silent. */
export function isDisconnected(error: unknown): boolean {
  return error instanceof ConnectionFault || isOneOf(error, DISCONNECTED);
}

export function isRetriable(error: unknown): boolean {
  return error instanceof ConnectionFault || isOneOf(error, RETRIABLE);
}

/** The driver lost its connection, or could not get one: no answer of a server. */
export class ConnectionFault extends StoreUnavailable {}

/** A fault of the driver's call: `ConnectionFault` where no server answered, else as it is. */
export function driverFault(error: unknown): unknown {
  if (error instanceof DatabaseError || error instanceof TypeError || error instanceof RangeError)
    return error;
  if (!(error instanceof Error)) return error;
  // An attempt at several addresses of a host gives one error without a message.
  const reason = error.message === '' && 'code' in error ? String(error.code) : error.message;
  return new ConnectionFault(`PostgreSQL cannot be reached: ${reason}`, { cause: error });
}

/** The port's fault for a fault of PostgreSQL; anything else is given back as it is. */
export function toStoreFault(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const message = `PostgreSQL ${error.code}: ${error.message}`;
  if (isOneOf(error, CORRUPTED)) return new StoreCorrupted(message, null, { cause: error });
  return isOneOf(error, UNAVAILABLE) ? new StoreUnavailable(message, { cause: error }) : error;
}
