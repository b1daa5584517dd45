/**
 * The name that a request has at every hop: in its response's `x-trace`, in the service's log line, and in the envelope
 * where the caller gave it (docs/spec/contract.md#ae-headers; docs/adr/0033-…).
 */
import { randomUUID } from 'node:crypto';

export const TRACE_HEADER = 'x-trace';

export interface Trace {
  readonly id: string;
  /** Whether the caller gave it; else it was drawn here. */
  readonly isSent: boolean;
}

/** No sign that ends a header, a log's field or a shell's word. */
const SENT = /^[A-Za-z0-9._~:/+=@-]{1,128}$/;
/** W3C Trace Context, level 1: version, trace-id, parent-id, flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

/**
 * `x-trace`, else the trace-id of a W3C `traceparent`, else one of its own. What is neither is ignored, as Trace
 * Context asks for: a trace that is broken on the way must not break the call.
 */
export function traceOf(header: (name: string) => string | null): Trace {
  const sent = header(TRACE_HEADER);
  if (sent !== null && SENT.test(sent)) return { id: sent, isSent: true };
  const traceId = TRACEPARENT.exec(header('traceparent') ?? '')?.[1];
  if (traceId !== undefined) return { id: traceId, isSent: true };
  // Drawn from a pool, where random bytes would be a call of the system for each request.
  return { id: randomUUID().replaceAll('-', ''), isSent: false };
}
