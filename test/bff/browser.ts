/** A visitor of the BFF over HTTP, with the cookies that a browser would keep. */
export interface Visitor {
  /** The cookie as it is sent, null before the first reply. */
  cookie: string | null;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body where it is JSON, else null. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies by their own expectations
  readonly body: any;
}

/** @param url where the server listens; also the page's own origin */
export function visitor(url: string): Visitor {
  const self: Visitor = {
    cookie: null,
    send: async (method, path, body, headers = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          origin: url,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(self.cookie === null ? {} : { cookie: self.cookie }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      self.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? self.cookie;
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: parsed(text) };
    },
  };
  return self;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
