/**
 * Operations of one socket until they are answered or stream, since graphql-ws ends only what streams. An id is free for
 * another operation as soon as its client has completed it: what comes of the former must not be taken for the other's.
 */
import { parseMessage } from 'graphql-ws';

/** UTF-16 code units of a message that may complete one: an id, which is some dozens in practice, and a little more. */
const MAX_MESSAGE = 1_024;
const COMPLETED = new Error('its client has completed the operation');

export class RunningOperations {
  readonly #byId = new Map<string, AbortController>();

  /** Gives what tells the operation to stop. */
  begin(id: string): AbortController {
    const controller = new AbortController();
    this.#byId.set(id, controller);
    return controller;
  }

  /** It is answered, or streams from now on. */
  end(id: string, controller: AbortController): void {
    if (this.#byId.get(id) === controller) this.#byId.delete(id);
  }

  /** Tells an operation to stop where this message completes it. */
  hear(text: string): void {
    if (this.#byId.size === 0 || text.length > MAX_MESSAGE) return;
    const id = completedId(text);
    if (id === null) return;
    this.#byId.get(id)?.abort(COMPLETED);
    this.#byId.delete(id);
  }
}

/** Settles as `pending` does, and never where its client has completed the operation by then: nothing of it may be sent. */
export async function unlessCompleted<T>({ signal }: AbortController, pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } finally {
    if (signal.reason === COMPLETED) await new Promise<never>(() => undefined);
  }
}

function completedId(text: string): string | null {
  try {
    const message = parseMessage(text);
    return message.type === 'complete' ? message.id : null;
  } catch {
    // The protocol closes the socket for it.
    return null;
  }
}
