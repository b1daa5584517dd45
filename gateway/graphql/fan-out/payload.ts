/** The bytes of one event for everybody who gets it: the result is written once, and framed once per transport. */
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

/** A frame of a socket but for the operation's id, for ids of one length. */
interface Frame {
  readonly bytes: Buffer;
  /** Where the id is to stand. */
  readonly idAt: number;
}

export class Payload {
  readonly #seq: number;
  readonly #json: Buffer;
  readonly #frames = new Map<number, Frame>();
  #block: Uint8Array | null = null;

  constructor(seq: number, result: FormattedExecutionResult) {
    this.#seq = seq;
    this.#json = Buffer.from(JSON.stringify(result));
  }

  /** Length of the result's JSON. */
  get bytes(): number {
    return this.#json.length;
  }

  /**
   * The message `next` of graphql-transport-ws as one unmasked frame. What differs between subscribers is the id alone:
   * all else is copied in one go, which costs less than a second buffer for the system to gather.
   * @param id the operation's id as JSON text in UTF-8
   */
  frameFor(id: Uint8Array): Uint8Array {
    let frame = this.#frames.get(id.length);
    if (frame === undefined) {
      frame = frameOf(id.length, this.#json);
      this.#frames.set(id.length, frame);
    }
    const own = Buffer.allocUnsafe(frame.bytes.length);
    frame.bytes.copy(own);
    own.set(id, frame.idAt);
    return own;
  }

  /** An event `next` of the distinct connections mode (graphql-sse), with the position to resume behind as its id. */
  get block(): Uint8Array {
    this.#block ??= Buffer.concat([
      Buffer.from(`event: next\nid: ${this.#seq}\ndata: `),
      this.#json,
      Buffer.from('\n\n'),
    ]);
    return this.#block;
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
  return { bytes, idAt };
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
