/** The id by which one visit's calls are found in every log on the way (contract: trace headers). */
import { randomUUID } from 'node:crypto';

export const TRACE_HEADER = 'x-trace';
const TRACE = /^[\w.:-]{1,128}$/;

/** The caller's own id, or a fresh one where it sends none or one that no log takes. */
export function traceOf(request: Request): string {
  const sent = request.headers.get(TRACE_HEADER);
  return sent !== null && TRACE.test(sent) ? sent : randomUUID();
}
