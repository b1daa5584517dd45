/** The end of an event stream: only a subscription that is over says `complete`, a server that goes does not. */

const COMPLETE = new TextEncoder().encode('event: complete');

/**
 * The response as it is, save for its last event while the server is closing: without a `complete` clients know
 * that there is more, and come back for it.
 */
export function endedBySilence(response: Response, isClosing: () => boolean): Response {
  const { body, headers, status } = response;
  if (body === null || headers.get('content-type') !== 'text/event-stream') return response;
  const events = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      if (isClosing() && isComplete(chunk)) controller.terminate();
      else controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(events), { headers, status });
}

/** The server writes each line of an event as a chunk of its own. */
function isComplete(chunk: Uint8Array): boolean {
  return COMPLETE.every((byte, index) => chunk[index] === byte);
}
