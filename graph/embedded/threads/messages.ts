/** What a store's serving thread and its reader threads send each other. */
import { type GraphReader, StoreCorrupted, StoreUnavailable } from '../../store/store.ts';

export type ReadName = keyof GraphReader;

/** What a reader thread is started with. */
export interface ReaderStart {
  readonly file: string;
  readonly cacheKib: number;
}

export interface ReadRequest {
  readonly id: number;
  readonly name: ReadName;
  readonly args: readonly unknown[];
  /** One 32-bit integer; 1 once nobody waits for the reply. */
  readonly ended: SharedArrayBuffer;
}

/** `close`: finish nothing more, close the file, end. */
export type ToReader = ReadRequest | 'close';

/** `looks`: rows that were looked at. */
export type FromReader =
  | { readonly id: number; readonly value: unknown; readonly looks: number }
  | { readonly id: number; readonly fault: SentFault; readonly looks: number };

/** A fault as it is sent: an error's class and properties do not survive the way between threads. */
export interface SentFault {
  readonly kind: 'unavailable' | 'corrupted' | 'range' | 'other';
  readonly message: string;
  readonly seq: number | null;
}

export function toSent(fault: unknown): SentFault {
  const message = fault instanceof Error ? fault.message : String(fault);
  if (fault instanceof StoreUnavailable) return { kind: 'unavailable', message, seq: null };
  if (fault instanceof StoreCorrupted) return { kind: 'corrupted', message, seq: fault.seq };
  return { kind: fault instanceof RangeError ? 'range' : 'other', message, seq: null };
}

export function fromSent({ kind, message, seq }: SentFault): Error {
  switch (kind) {
    case 'unavailable':
      return new StoreUnavailable(message);
    case 'corrupted':
      return new StoreCorrupted(message, seq);
    case 'range':
      return new RangeError(message);
    case 'other':
      return new Error(message);
  }
}
