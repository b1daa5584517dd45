/** The bytes of a file as they are asked for: one page is read when the one before has been taken. */
import { abortWith, withinDeadline } from '../../refusal/deadline.ts';
import type { RowType } from './export-rows.ts';
import type { Pages } from './export-rows-of.ts';
import type { FileFormat } from './file-format.ts';

/** A reader that takes nothing for so long has the file broken off, ms. */
export const MAX_STALL_MS = 60_000;
/** So long is a file open at most, ms: a reader that is slow on purpose holds one of few places. */
export const MAX_OPEN_MS = 1_800_000;

interface StreamOptions {
  readonly pages: Pages;
  readonly format: FileFormat;
  /** Of the rows that a table has. */
  readonly main: RowType;
  /** Aborts when the reader goes away: then it cancels what it has of the stream. */
  readonly gone: AbortSignal;
  /** Breaks the file off. */
  readonly broken: AbortSignal;
  /** Called once the file has ended, whatever has ended it; a second time does nothing more. */
  readonly onEnd: () => void;
  readonly stallMs: number;
  readonly openMs: number;
}

const encoder = new TextEncoder();

/**
 * Resolves when the first page has been read, so that a fault of it can still be said. A later fault breaks the file off, and so
 * does a page past the deadline: the transfer then has no end, nor has the format.
 */
export async function exportStream(options: StreamOptions): Promise<ReadableStream<Uint8Array>> {
  const { stallMs, openMs, gone } = options;
  const file = new OpenFile(options);
  file.closeAfter(openMs);
  let part = await file.next();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    file.taken();
    if (part === '') part = await file.next();
    if (part === null) return controller.close();
    controller.enqueue(encoder.encode(part));
    part = '';
    file.waitAtMost(stallMs);
  };
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    file.onBroken((reason) => {
      if (!gone.aborted) controller.error(reason);
    });
  const cancel = (reason: unknown) => file.break(reason);
  return new ReadableStream<Uint8Array>({ start, pull, cancel }, { highWaterMark: 0 });
}

class OpenFile {
  readonly #parts: AsyncGenerator<string, void, void>;
  readonly #onEnd: () => void;
  readonly #ended = new AbortController();
  #stall: NodeJS.Timeout | undefined;
  #late: NodeJS.Timeout | undefined;

  constructor({ onEnd, gone, broken, ...options }: StreamOptions) {
    this.#parts = partsOf(options);
    this.#onEnd = onEnd;
    this.onBroken(() => this.#end());
    abortWith(gone, this.#ended);
    abortWith(broken, this.#ended);
  }

  /** The next text that is not empty; null at the end. */
  async next(): Promise<string | null> {
    try {
      for (;;) {
        const { done, value } = await withinDeadline(() => this.#parts.next(), this.#ended);
        this.#ended.signal.throwIfAborted();
        if (!done && value === '') continue;
        if (done) this.#end();
        return done ? null : value;
      }
    } catch (fault) {
      this.break(fault);
      throw fault;
    }
  }

  onBroken(listener: (reason: unknown) => void): void {
    const { signal } = this.#ended;
    signal.addEventListener('abort', () => listener(signal.reason), { once: true });
  }

  break(reason: unknown): void {
    this.#ended.abort(reason);
  }

  waitAtMost(ms: number): void {
    const late = () => this.break(new Error('nobody reads an exported file any more'));
    this.#stall = setTimeout(late, ms).unref();
  }

  closeAfter(ms: number): void {
    const late = () => this.break(new Error('an exported file has been open for too long'));
    this.#late = setTimeout(late, ms).unref();
  }

  taken(): void {
    clearTimeout(this.#stall);
  }

  #end(): void {
    clearTimeout(this.#stall);
    clearTimeout(this.#late);
    this.#onEnd();
  }
}

async function* partsOf({
  pages,
  format,
  main,
}: Pick<StreamOptions, 'pages' | 'format' | 'main'>): AsyncGenerator<string, void, void> {
  yield format.begin(main);
  for await (const rows of pages) {
    yield format.rows(format.isTable ? rows.filter(({ type }) => type === main) : rows);
  }
  yield format.end;
}
