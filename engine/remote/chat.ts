/** One exchange with an endpoint that speaks as OpenAI's `POST /v1/chat/completions` does. */
import { EndpointStatus, type JsonPost, postJson, ReplyTooLong } from './post-json.ts';

export interface ChatRequest extends Omit<JsonPost, 'body'> {
  /** As the endpoint names it. */
  readonly model: string;
  /** What is asked for; never holds words of documents. */
  readonly system: string;
  /** Sent as JSON: texts of documents are data in it. */
  readonly data: unknown;
  /** Members of the request beside those that every chat has. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The endpoint is there, and its reply is not what was asked for. */
export class UnusableReply extends Error {}

/**
 * The text of the first choice. Rejects as `postJson` does.
 * @throws {UnusableReply} for a reply that holds no message
 */
export async function chat({ model, system, data, settings, ...post }: ChatRequest): Promise<string> {
  const body = {
    model,
    temperature: 0,
    response_format: { type: 'json_object' },
    ...settings,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: JSON.stringify(data) },
    ],
  };
  const content = messageOf(await postJson({ ...post, body }));
  if (typeof content !== 'string') throw new UnusableReply('the reply holds no message');
  return content;
}

/** Whether the texts that were sent may have provoked the failure: then it says nothing about other texts. */
export function isAboutTexts(cause: unknown): boolean {
  if (cause instanceof EndpointStatus) return cause.status < 500 && cause.status !== 429;
  return cause instanceof UnusableReply || cause instanceof ReplyTooLong || cause instanceof SyntaxError;
}

/** `{choices: [{message: {content}}]}`. */
function messageOf(reply: unknown): unknown {
  const { choices } = (reply ?? {}) as { readonly choices?: unknown };
  const [first] = Array.isArray(choices) ? choices : [];
  const { message } = (first ?? {}) as { readonly message?: unknown };
  return ((message ?? {}) as { readonly content?: unknown }).content;
}
