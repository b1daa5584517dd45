/** What the service's log says of one request. No path, query, body or credential: a caller's secrets may be in them. */
import type { RequestNote } from './connection.ts';

/** One request and its response, once it is over. */
export interface ExchangeRecord extends RequestNote {
  /** Empty where none could be read. */
  readonly method: string;
  readonly status: number;
  /** From its headers to its response's last byte, or to the caller's going away; of a WebSocket until it closes. */
  readonly ms: number;
  /** The request's name at every hop: the caller's, or one that was drawn for it. */
  readonly trace: string;
  /** Of the response's body, as far as it was taken; of a WebSocket everything that was sent. */
  readonly bytes: number;
}

const NOTHING: RequestNote = { route: null, reason: null, tokenId: null, keyId: null };

/** Gathers the record of one exchange. */
export class RecordKeeper {
  readonly #method: string;
  readonly #tell: (record: ExchangeRecord) => void;
  readonly #started = performance.now();
  #note = NOTHING;
  #trace = '';

  constructor(method: string, tell: (record: ExchangeRecord) => void = () => undefined) {
    this.#method = method;
    this.#tell = tell;
  }

  /** Takes what the handler knows; what it said before is forgotten. */
  readonly note = (note: RequestNote): void => {
    this.#note = note;
  };

  traced(trace: string): void {
    this.#trace = trace;
  }

  /** The handler's prefix, which is the route until the handler knows better. */
  mounted(prefix: string): void {
    this.#note = { ...NOTHING, route: prefix };
  }

  end(status: number, bytes: number): void {
    const ms = Math.round((performance.now() - this.#started) * 10) / 10;
    this.#tell({ method: this.#method, status, trace: this.#trace, ...this.#note, ms, bytes });
  }
}
