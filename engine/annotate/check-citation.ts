/** Whether the store holds what an annotation cites (docs/spec/decisions.md#4-feedback: a checked context). */
import { type Address, type ArtefactId, type ClaimAddr, parseAddress } from '../../graph/address.ts';
import type { AnnotationCitation, AnnotationRecord } from '../../graph/annotation.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { readTexts } from '../retrieve/read-texts.ts';
import { readShownClaims } from '../shown-claims.ts';

/** Where several versions of a document have the URL, only the newest are searched for a quote. */
const MAX_VERSIONS = 16;
/** Of all texts that are searched for one quote: some 30 ms of work. What stands behind them is not found. */
export const MAX_SEARCHED_CHARACTERS = 1_000_000;

/**
 * `match`: the ref names an artefact, a section or a claim that is stored, and the quote, where there is one, stands in
 * the artefact's text or the claim's. `unknown` says no more than that the store cannot tell.
 * @param corpus where a URL is looked up; an address names its own
 */
export async function checkCitation(
  reader: GraphReader,
  corpus: string,
  { ref, quote = '' }: AnnotationCitation,
): Promise<AnnotationRecord['check']> {
  const parsed = parseAddress(ref);
  if (parsed.ok && parsed.kind === 'claim') {
    // The address has just been found to be a claim's.
    const [shown] = await readShownClaims(reader, [ref as ClaimAddr]);
    return shown && spaced(shown.claim.core.text).includes(spaced(quote)) ? 'match' : 'unknown';
  }
  const artefacts = parsed.ok ? await readNamed(reader, parsed) : await readByUrl(reader, corpus, ref);
  if (artefacts.length === 0) return 'unknown';
  if (quote === '') return 'match';
  return (await stands(reader, artefacts.slice(-MAX_VERSIONS), quote)) ? 'match' : 'unknown';
}

async function readByUrl(reader: RangeReader, corpus: string, url: string): Promise<ArtefactRecord[]> {
  const [versions = []] = await reader.ranges('artefactsByRef', { corpus, by: [url] });
  return versions.map(({ record }) => record);
}

/** The artefact at an address, or the one that holds the section there. */
async function readNamed(
  reader: RecordReader,
  { addr, corpus, kind, local }: Address,
): Promise<ArtefactRecord[]> {
  const [section] = kind === 'sec' ? await reader.records('sectionPlaces', [addr]) : [];
  // Any other local finds no artefact.
  const id = kind === 'artefact' ? (local as ArtefactId) : section?.artefact;
  const [state] = id === undefined ? [] : await reader.records('artefacts', [id]);
  return state?.record.corpus === corpus ? [state.record] : [];
}

/** Whether the quote stands in one of the texts: the newest, which are last, are searched first. */
async function stands(
  reader: BlobReader,
  artefacts: readonly ArtefactRecord[],
  quote: string,
): Promise<boolean> {
  const sought = spaced(quote);
  let left = MAX_SEARCHED_CHARACTERS;
  for (const artefact of artefacts.toReversed()) {
    const { texts } = await readTexts(reader, [artefact]);
    for (const text of texts.values()) {
      if (spaced(text.slice(0, left)).includes(sought)) return true;
      left -= text.length;
    }
    if (left <= 0) return false;
  }
  return false;
}

/** Where a line ends in the text is no part of what it says. */
function spaced(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
