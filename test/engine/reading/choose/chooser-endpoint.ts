/** A real server that plays the chooser's endpoint, in whatever way a test wants. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the endpoint was sent. */
export interface SentChat {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  /** The request's body; of no known shape. */
  readonly body: Record<string, unknown>;
  /** The data of the user's message. */
  readonly data: {
    readonly question: string;
    readonly sentences: readonly { n: number; context: string; text: string }[];
  };
}

export type Play = (response: ServerResponse, sent: SentChat) => unknown;

/** A reply of a chat endpoint whose message is `content`. */
export function chatReply(content: unknown): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return JSON.stringify({ choices: [{ message: { role: 'assistant', content: text } }] });
}

/** Replies with this message. */
export const says =
  (content: unknown): Play =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(chatReply(content));

export class ChooserEndpoint implements AsyncDisposable {
  play: Play;
  readonly sent: SentChat[] = [];
  readonly #server: Server;

  private constructor(play: Play) {
    this.play = play;
    this.#server = createServer(this.#answer);
  }

  static async open(play: Play): Promise<ChooserEndpoint> {
    const endpoint = new ChooserEndpoint(play);
    endpoint.#server.listen(0, '127.0.0.1');
    await once(endpoint.#server, 'listening');
    return endpoint;
  }

  get url(): string {
    // A server that listens on a port has an address of this form.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  readonly #answer: RequestListener = async (request, response) => {
    const bytes = Buffer.concat(await request.toArray());
    const body = JSON.parse(bytes.toString());
    const sent = {
      headers: request.headers,
      bytes: bytes.length,
      body,
      data: JSON.parse(body.messages[1].content),
    };
    this.sent.push(sent);
    this.play(response, sent);
  };
}
