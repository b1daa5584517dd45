/** What a service is asked in turn: stored and new answers, searches, ledgers, claims by GraphQL, appends of evidence. */
import { Agent, request } from 'node:http';
import { QUESTIONS } from '../../test/e2e/facts.ts';

export interface Outcome {
  /** Null: there was no reply. */
  readonly status: number | null;
  /** Why, null where there was one. */
  readonly fault: string | null;
  readonly ms: number;
  readonly retryAfter: boolean;
}

const TIMEOUT_MS = 10_000;

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of ten requests, so many of each. */
const MIX = [
  'ask',
  'ledger',
  'ask',
  'search',
  'append',
  'ask',
  'ledger',
  'new ask',
  'claims',
  'search',
] as const;
const CLAIMS = 'query Claims { claims(first: 10) { edges { node { addr } } } }';

export class MixedRequests {
  readonly #url: URL;
  readonly #token: string;
  readonly #claims: readonly string[];
  /** Programs keep their connections; every other request is of somebody who comes for the first time. */
  readonly #agents = [new Agent({ keepAlive: true, maxFreeSockets: 256 }), new Agent({ keepAlive: false })];
  #count = 0;

  constructor(
    url: string,
    { token, claims }: { readonly token: string; readonly claims: readonly string[] },
  ) {
    this.#url = new URL(url);
    this.#token = token;
    this.#claims = claims;
  }

  /** Sends the next one. */
  send(): Promise<Outcome> {
    const n = this.#count;
    this.#count += 1;
    return this.#exchange(this.#asked(n), this.#agents[n % this.#agents.length]);
  }

  #asked(n: number): Asked {
    const kind = MIX[n % MIX.length];
    const q = QUESTIONS[n % QUESTIONS.length]?.q ?? '';
    const claim = encodeURIComponent(this.#claims[n % this.#claims.length] ?? '');
    const authorization = `Bearer ${this.#token}`;
    switch (kind) {
      case 'ledger':
        return { method: 'GET', path: `/v1/claims/${claim}/ledger`, headers: { authorization } };
      case 'search':
        return { method: 'POST', path: '/v1/search', body: { q } };
      case 'new ask':
        return { method: 'POST', path: '/v1/answers', body: { q: `${q} (${n})` } };
      case 'claims':
        return { method: 'POST', path: '/graphql', body: { query: CLAIMS } };
      case 'append':
        return {
          method: 'POST',
          path: `/v1/claims/${claim}/evidence`,
          headers: { authorization, 'idempotency-key': `soak-${n}` },
          body: {
            kind: 'corroborate',
            evidence: [{ ref: `soak-${n}`, hash: `soak-${n}`, kind: 'reproduction' }],
          },
        };
      default:
        return { method: 'POST', path: '/v1/answers', body: { q } };
    }
  }

  #exchange({ method, path, body, headers }: Asked, agent: Agent | undefined): Promise<Outcome> {
    const began = performance.now();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const end = (status: number | null, retryAfter: boolean) =>
      resolve({ status, fault: null, ms: performance.now() - began, retryAfter });
    const fail = ({ code, name }: NodeJS.ErrnoException) =>
      resolve({ status: null, fault: code ?? name, ms: performance.now() - began, retryAfter: false });
    const sent = request(
      {
        host: this.#url.hostname,
        port: this.#url.port,
        method,
        path,
        agent,
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (reply) => {
        reply.resume();
        reply.once('end', () => end(reply.statusCode ?? null, reply.headers['retry-after'] !== undefined));
        reply.once('error', fail);
      },
    );
    sent.once('error', fail);
    sent.end(body && JSON.stringify(body));
    return promise;
  }
}
