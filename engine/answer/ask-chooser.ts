/** Asks a chooser which of the best sentences answer. */
import type { ArtefactId } from '../../graph/address.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import type { Span } from '../../graph/claim.ts';
import { blake3Hex } from '../../graph/digest.ts';
import { ChooserUnavailable, type SentenceChooser } from '../ports.ts';
import { type Choice, MAX_OFFERED, type OfferedSpan } from '../receipt/choice.ts';
import { spanHash } from '../receipt/receipt-hashes.ts';
import type { UnavailableModel } from '../unavailable-model.ts';

/** A sentence that may answer. */
export interface Offerable {
  readonly artefact: ArtefactId;
  readonly span: Span;
  /** `title > headings > lead-in`. */
  readonly context: string;
  /** Verbatim, the span's. */
  readonly text: string;
}

export interface Choosing {
  /** Null where there was no chooser, nothing to choose from, or the chooser failed. */
  readonly choice: Choice | null;
  /** The chooser that failed: the answer is made without it, and says so (docs/adr/0032-…). */
  readonly unavailable: UnavailableModel | null;
}

const NOT_ASKED: Choosing = { choice: null, unavailable: null };

/** `{model, model_hash}` of a chooser, as answers and receipts name it where it failed. */
function chooserModel({ id, version }: Pick<SentenceChooser, 'id' | 'version'>): UnavailableModel {
  return { model: id, model_hash: blake3Hex(encodeCanonical({ v: 1, chooser: id, version })) };
}

/**
 * Offers the first 12 of a ranking. Rejects with the signal's reason; a chooser that fails is named in what it resolves to.
 * @param ranked best first
 */
export async function askChooser(
  chooser: SentenceChooser | null,
  question: string,
  ranked: readonly Offerable[],
  signal?: AbortSignal,
): Promise<Choosing> {
  const offered = ranked.slice(0, MAX_OFFERED);
  if (chooser === null || offered.length === 0) return NOT_ASKED;
  const sentences = offered.map(({ context, text }, index) => ({ n: index + 1, context, text }));
  try {
    const { chosen } = await chooser.choose({ question, sentences }, signal);
    const { id, version } = chooser;
    return { choice: { chooser: id, version, offered: offered.map(spanOf), chosen }, unavailable: null };
  } catch (error) {
    if (error instanceof ChooserUnavailable) return { choice: null, unavailable: chooserModel(chooser) };
    throw error;
  }
}

function spanOf({ artefact, span: { start, end }, text }: Offerable): OfferedSpan {
  return { artefact_id: artefact, start, end, span_hash: spanHash(text) };
}
