/** The request target as it was sent: a part of the receipt (docs/spec/decisions.md#8-receipt). */

export interface RequestTarget {
  /** Undecoded; dots and backslashes as they stand. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * The path is what stands before the first `?` or `#`; an absolute http(s) target is read as a URL. A target that is
 * neither (`*`, or the host and port of CONNECT) is a path by itself.
 * @param target null where the server does not know it: then the request's URL is read
 */
export function requestTarget(target: string | null, url: string): RequestTarget {
  const isWhole = target === null || /^https?:\/\//i.test(target);
  const parsed = isWhole ? URL.parse(target ?? url) : null;
  if (parsed !== null) return { path: parsed.pathname, query: parsed.searchParams };
  const [sent = ''] = (target ?? url).split('#', 1);
  const mark = sent.indexOf('?');
  if (mark < 0) return { path: sent, query: new URLSearchParams() };
  return { path: sent.slice(0, mark), query: new URLSearchParams(sent.slice(mark)) };
}
