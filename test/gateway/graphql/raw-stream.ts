/** A stream of server-sent events that is read by hand: the distinct connections mode (graphql-sse), on `fetch` alone. */

export interface EventStream {
  readonly status: number;
  /** `data` of the `next` events that have some. */
  // Tests look into data as they asked for it.
  // biome-ignore lint/suspicious/noExplicitAny: the shape follows each test's query
  readonly results: any[];
  readonly errors: unknown[];
  readonly comments: () => number;
  /** Everything as it was sent. */
  readonly raw: () => string;
  /** Whether it said that it is over, or just ended. */
  readonly ended: Promise<'complete' | 'silence'>;
  leave(): void;
}

/** @param url of the server, `http://…/graphql` */
export async function openStream(
  url: string,
  operation: { readonly query: string; readonly variables: object },
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(operation),
    signal: controller.signal,
  });
  const results: EventStream['results'] = [];
  const errors: unknown[] = [];
  let comments = 0;
  let raw = '';
  const read = async (): Promise<'complete' | 'silence'> => {
    let rest = '';
    try {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        raw += chunk;
        const blocks = `${rest}${chunk}`.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          if (block.startsWith('event: complete')) return 'complete';
          if (block.startsWith(':')) comments += 1;
          if (!block.startsWith('event: next')) continue;
          const { data, errors: told } = JSON.parse(block.slice(block.indexOf('data: ') + 6));
          if (data) results.push(data);
          if (told) errors.push(...told);
        }
      }
    } catch {
      // The caller left, or the connection broke.
    }
    return 'silence';
  };
  return {
    status: response.status,
    results,
    errors,
    comments: () => comments,
    raw: () => raw,
    ended: read(),
    leave: () => controller.abort(),
  };
}
