/** Whether the store holds what an annotation cites (decisions §4, `feedback`: a checked context). */
import { type Address, type ArtefactId, type ClaimAddr, parseAddress } from '../../graph/address.ts';
import type { AnnotationCitation, AnnotationRecord } from '../../graph/annotation.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { GraphReader } from '../../graph/store.ts';
import { readTexts } from '../retrieve/read-texts.ts';

/** Where several versions of a document have the URL, only the newest are searched for a quote. */
const MAX_VERSIONS = 16;

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
    const [claim] = await reader.claims([ref as ClaimAddr]);
    return claim ? stands(quote, [claim.core.text]) : 'unknown';
  }
  const artefacts = parsed.ok ? await readNamed(reader, parsed) : await readByUrl(reader, corpus, ref);
  if (artefacts.length === 0) return 'unknown';
  if (quote === '') return 'match';
  const { texts } = await readTexts(reader, artefacts.slice(-MAX_VERSIONS));
  return stands(quote, [...texts.values()]);
}

async function readByUrl(reader: GraphReader, corpus: string, url: string): Promise<ArtefactRecord[]> {
  const [versions = []] = await reader.artefactsByRef(corpus, [url]);
  return versions.map(({ record }) => record);
}

/** The artefact at an address, or the one that holds the section there. */
async function readNamed(
  reader: GraphReader,
  { addr, corpus, kind, local }: Address,
): Promise<ArtefactRecord[]> {
  const [section] = kind === 'sec' ? await reader.sections([addr]) : [];
  // Any other local finds no artefact.
  const id = kind === 'artefact' ? (local as ArtefactId) : section?.artefact;
  const [state] = id === undefined ? [] : await reader.artefacts([id]);
  return state?.record.corpus === corpus ? [state.record] : [];
}

function stands(quote: string, texts: readonly string[]): AnnotationRecord['check'] {
  const sought = spaced(quote);
  return texts.some((text) => spaced(text).includes(sought)) ? 'match' : 'unknown';
}

/** Where a line ends in the text is no part of what it says. */
function spaced(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
