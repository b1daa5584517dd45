/** A browser as far as sign-ins need one: cookies by path, and redirects. Cookies of one host go to all of its ports. */

export interface Arrival {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies by their own expectations
  readonly body: any;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

const MAX_HOPS = 12;
const AS_PAGE = { accept: 'text/html' };

export class TestBrowser {
  readonly cookies = new Map<string, Cookie>();
  /** The `Set-Cookie` headers that came. */
  readonly set: string[] = [];

  /** @param until goes no further than to the first address for which this is true; its arrival has status 0 */
  async go(
    url: string,
    {
      until = () => false,
      headers = AS_PAGE,
    }: { until?: (url: string) => boolean; headers?: HeadersInit } = {},
  ): Promise<Arrival> {
    let at = url;
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      if (until(at)) return { url: at, status: 0, headers: new Headers(), body: null };
      const arrival = await this.#request('GET', at, { headers: new Headers(headers) });
      const next = arrival.headers.get('location');
      if (next === null) return arrival;
      at = new URL(next, at).href;
      // The fragment stays in the browser.
      if (new URL(at).hash !== '') return { ...arrival, url: at };
    }
    throw new Error(`more than ${MAX_HOPS} redirects from ${url}`);
  }

  send(method: string, url: string, body?: object): Promise<Arrival> {
    const headers = new Headers({ origin: new URL(url).origin });
    if (body !== undefined) headers.set('content-type', 'application/json');
    return this.#request(method, url, { headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }

  async #request(method: string, url: string, init: RequestInit & { headers: Headers }): Promise<Arrival> {
    const { pathname } = new URL(url);
    const sent = [...this.cookies].filter(([, { path }]) => pathname.startsWith(path));
    if (sent.length > 0)
      init.headers.set('cookie', sent.map(([name, { value }]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, method, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    return { url, status: response.status, headers: response.headers, body: jsonOf(text) };
  }

  #keep(cookie: string): void {
    this.set.push(cookie);
    const [pair = '', ...attributes] = cookie.split(';');
    const [name = '', ...value] = pair.split('=');
    const of = (wanted: string) =>
      attributes.map((one) => one.trim().split('=')).find(([key]) => key?.toLowerCase() === wanted)?.[1];
    const isGone = of('max-age') === '0' || Date.parse(of('expires') ?? '') < Date.now();
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, { value: value.join('='), path: of('path') ?? '/' });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
