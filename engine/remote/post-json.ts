/** JSON to an endpoint that an operator has named, and back: bounded in time and bytes, and sent nowhere else. */

export interface JsonPost {
  readonly endpoint: URL;
  /** Sent as a bearer token; null: none is sent. */
  readonly key: string | null;
  readonly body: unknown;
  readonly timeoutMs: number;
  readonly maxReplyBytes: number;
  /** Ends the call, which then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The endpoint answered with a status that is no success. */
export class EndpointStatus extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the endpoint answered ${status}`);
    this.status = status;
  }
}

export class ReplyTooLong extends Error {}

/**
 * @throws {EndpointStatus}
 * @throws {ReplyTooLong}
 * @throws {SyntaxError} for a reply that is no JSON; what `fetch` throws for an endpoint that is not reached in time
 */
export async function postJson({
  endpoint,
  key,
  body,
  timeoutMs,
  maxReplyBytes,
  signal,
}: JsonPost): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    // The key is for this endpoint and no other.
    redirect: 'error',
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new EndpointStatus(response.status);
  }
  return JSON.parse(await readBounded(response, maxReplyBytes));
}

async function readBounded({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new ReplyTooLong(`the reply has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
/** The URL of an endpoint that is given whole or by its base, whose path ends with `ending`. */
export function endpointAt(url: string, ending: string): URL {
  const endpoint = new URL(url);
  const path = endpoint.pathname.replace(/\/+$/, '');
  endpoint.pathname = path.endsWith(ending) ? path : `${path}${ending}`;
  return endpoint;
}
