/** A thread of `ReadingThreads`: files or documents go in; what they hold or state comes out, in one or several replies. */
import { parentPort } from 'node:worker_threads';
import type { ReadDocument, ReadResult } from './readers/read-document.ts';
import { type NamedDocument, type StatedClaim, statedClaims } from './stated-claims.ts';

export type ReadingTask =
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'stated'; readonly corpus: string; readonly documents: readonly NamedDocument[] };

export interface ReadingRequest {
  readonly id: number;
  readonly task: ReadingTask;
}

export type ReadingReply =
  | { readonly id: number; readonly items: readonly unknown[]; readonly isLast: boolean }
  | { readonly id: number; readonly fault: string };

interface Item {
  readonly item: ReadResult | readonly StatedClaim[];
  /** In UTF-16 code units: what it takes to copy beside `ITEM_SIZE`. */
  readonly size: number;
}

/** What a reply holds at least, but for the last: the thread that is replied to copies it in one event-loop slice. */
const REPLY_SIZE = 65_536;
/** Of every item, also of a refusal: a file may have millions of bad lines. */
const ITEM_SIZE = 512;
const CLAIM_SIZE = 512;

parentPort?.on('message', (request: ReadingRequest) => void reply(request));

async function reply({ id, task }: ReadingRequest): Promise<void> {
  try {
    for await (const items of partsOf(itemsOf(task))) send({ id, items, isLast: false });
    send({ id, items: [], isLast: true });
  } catch (error) {
    send({ id, fault: error instanceof Error ? error.message : String(error) });
  }
}

function send(reply: ReadingReply): void {
  parentPort?.postMessage(reply);
}

async function* itemsOf(task: ReadingTask): AsyncGenerator<Item> {
  if (task.kind === 'stated') {
    for (const document of task.documents) {
      const item = statedClaims(document, task.corpus);
      yield { item, size: item.length * CLAIM_SIZE };
    }
    return;
  }
  const { readFile } = await import('./readers/read-file.ts');
  for (const item of readFile(task.name, task.bytes)) {
    if (item.ok)
      yield { item: { ok: true, document: withOwnBytes(item.document) }, size: item.document.text.length };
    else yield { item, size: 0 };
  }
}

/** What is sent is copied with the whole buffer that it lies in. */
function withOwnBytes(document: ReadDocument): ReadDocument {
  return { ...document, bytes: document.bytes.slice() };
}

async function* partsOf(items: AsyncIterable<Item>): AsyncGenerator<readonly Item['item'][]> {
  let part: Item['item'][] = [];
  let size = 0;
  for await (const one of items) {
    part.push(one.item);
    size += one.size + ITEM_SIZE;
    if (size < REPLY_SIZE) continue;
    yield part;
    [part, size] = [[], 0];
  }
  yield part;
}
