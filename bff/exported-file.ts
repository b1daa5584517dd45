/** Downloads about answers that a visitor may see. */
import type { CallOptions } from '../gateway/client/transport.ts';
import { visibleEntry } from './ask.ts';
import { type BffContext, callFor, type Visitor } from './bff-context.ts';
import type { KnownAnswer } from './records.ts';

export interface ExportedFile {
  /** Media type. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** File name. */
  readonly name: string;
}

/**
 * Makes a file about an answer that the visitor may see.
 * @param use the kind of work that the limits count
 * @param make is given the record of the answer and the options of its calls to the engine
 * @throws {BffRefusal} 404 for an answer that the visitor may not see, 429 past the limits
 */
export function exportFile(
  use: 'file' | 'report',
  bff: BffContext,
  visitor: Visitor,
  answerId: string,
  make: (entry: KnownAnswer, call: CallOptions) => Promise<ExportedFile>,
): Promise<ExportedFile> {
  return bff.limits.engine(visitor, use, async () => {
    const entry = await visibleEntry(bff, visitor, answerId);
    return make(entry, callFor(bff, visitor, entry.owner));
  });
}
