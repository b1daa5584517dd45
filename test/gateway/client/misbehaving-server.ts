import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server does with its n-th request; the last step repeats. */
export type Step = (request: IncomingMessage, response: ServerResponse) => void;

export interface MisbehavingServer extends AsyncDisposable {
  readonly url: string;
  /** The requests so far, oldest first. */
  readonly requests: readonly IncomingMessage[];
  plan(...steps: Step[]): void;
}

/** A real HTTP server whose replies are planned step by step. */
export async function startServer(): Promise<MisbehavingServer> {
  const requests: IncomingMessage[] = [];
  let steps: Step[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const step = steps.length > 1 ? steps.shift() : steps[0];
    step?.(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    plan: (...planned) => {
      steps = planned;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export function replies(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Takes the request and never answers. */
export const hangs: Step = () => {};

/** Sends the head of a reply, then nothing. */
export const stalls: Step = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"ok":');
};

/** Ends the connection without a reply. */
export const breaksOff: Step = (request) => {
  request.socket.destroy();
};
