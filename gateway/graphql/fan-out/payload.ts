/**
 * The bytes of one event for everybody who gets it: the result is written once, and framed once per transport. Its
 * `extensions.after` is what a request sends back as `extensions.after` to go on behind it.
 */
import { Buffer } from 'node:buffer';
import type { FormattedExecutionResult } from 'graphql';

/** RFC 6455 §5.2: a whole text message. */
const FIN_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const MAX_LENGTH_7 = 125;
const MAX_LENGTH_16 = 0xffff;

const BEFORE_ID = '{"id":';
const BEFORE_PAYLOAD = ',"type":"next","payload":';

/** A frame of a socket, with the id of the subscriber that it was written for last. */
interface Frame {
  bytes: Buffer;
  /** Where the id stands. */
  readonly idAt: number;
  readonly idLength: number;
}

/** Where frames go. */
export interface FrameSink {
  /** Says whether it is done with the bytes when it returns, so that they may change. */
  write(frame: Uint8Array): boolean;
}

export class Payload {
  readonly #seq: number | null;
  readonly #json: Buffer;
  readonly #frames = new Map<number, Frame>();
  /** The one that was written last: mostly the next one, since a client's ids are of one length. */
  #last: Frame | null = null;
  #block: Uint8Array | null = null;

  /** @param seq the position to resume behind; null where nothing is resumed */
  constructor(seq: number | null, result: FormattedExecutionResult) {
    this.#seq = seq;
    const sent = seq === null ? result : { ...result, extensions: { ...result.extensions, after: seq } };
    this.#json = Buffer.from(JSON.stringify(sent));
  }

  /** Length of the result's JSON. */
  get bytes(): number {
    return this.#json.length;
  }

  /**
   * Writes the message `next` of graphql-transport-ws as one unmasked frame. Of all subscribers it is the same bytes but
   * for the id, and the same memory as long as the system takes each frame at once: thousands of copies would cost more
   * in garbage than in copying.
   * @param id the operation's id as JSON text in UTF-8
   */
  writeFrame(id: Uint8Array, sink: FrameSink): void {
    let frame = this.#last;
    if (frame?.idLength !== id.length) frame = this.#frameFor(id.length);
    frame.bytes.set(id, frame.idAt);
    if (!sink.write(frame.bytes)) frame.bytes = Buffer.from(frame.bytes);
  }

  /** An event `next` of the distinct connections mode (graphql-sse), with the position to resume behind as its id. */
  get block(): Uint8Array {
    const id = this.#seq === null ? '' : `id: ${this.#seq}\n`;
    this.#block ??= Buffer.concat([Buffer.from(`event: next\n${id}data: `), this.#json, Buffer.from('\n\n')]);
    return this.#block;
  }

  #frameFor(idLength: number): Frame {
    const frame = this.#frames.get(idLength) ?? frameOf(idLength, this.#json);
    this.#frames.set(idLength, frame);
    this.#last = frame;
    return frame;
  }
}

function frameOf(idLength: number, json: Uint8Array): Frame {
  const length = BEFORE_ID.length + idLength + BEFORE_PAYLOAD.length + json.length + 1;
  const header = headerOf(length);
  const idAt = header.length + BEFORE_ID.length;
  const bytes = Buffer.alloc(header.length + length);
  bytes.set(header);
  bytes.write(BEFORE_ID, header.length, 'latin1');
  bytes.write(BEFORE_PAYLOAD, idAt + idLength, 'latin1');
  bytes.set(json, idAt + idLength + BEFORE_PAYLOAD.length);
  bytes.write('}', bytes.length - 1, 'latin1');
  return { bytes, idAt, idLength };
}

function headerOf(length: number): Buffer {
  if (length <= MAX_LENGTH_7) return Buffer.from([FIN_TEXT, length]);
  if (length <= MAX_LENGTH_16) {
    const header = Buffer.from([FIN_TEXT, LENGTH_16, 0, 0]);
    header.writeUInt16BE(length, 2);
    return header;
  }
  const header = Buffer.alloc(10);
  header.set([FIN_TEXT, LENGTH_64]);
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}
