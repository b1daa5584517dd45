import type { GraphReader } from '../../graph/store/store.ts';
import { done, type Outcome } from '../refusal.ts';
import { readTexts } from '../retrieve/read-texts.ts';
import { type RetrievedSection, retrieve } from '../retrieve/retrieve.ts';
import type { VectorLane } from '../retrieve/vector-lane.ts';
import { languageOfQuestion } from '../text/detect-language.ts';
import type { DocumentCounts } from './document-counts.ts';
import type { SearchRequest, SearchResult, SearchResults } from './search.ts';

export interface SearchSources {
  readonly reader: GraphReader;
  readonly vectors: VectorLane;
  readonly documents: DocumentCounts;
  /** Licences of which nothing is shown, by the trust policy. */
  readonly refuses: (licence: string) => boolean;
}

/** Longest snippet, in UTF-16 code units; cut at a space. */
const SNIPPET_CHARS = 280;

/** Ranked sections of the artefacts that retrieval keeps and the trust policy allows, best first, at most `k`. */
export async function runSearch(
  { reader, vectors, documents, refuses }: SearchSources,
  request: SearchRequest,
): Promise<Outcome<SearchResults>> {
  const lang = languageOfQuestion(request.q, request.view);
  const { sections, lanes, unavailable } = await retrieve(reader, vectors, { ...request, lang, refuses });
  const kept = sections.filter(({ dropped }) => dropped === null).slice(0, request.k);
  const { texts } = await readTexts(
    reader,
    kept.map(({ artefact }) => artefact.record),
  );
  const results = kept.map((section) => {
    const text = texts.get(section.artefact.record.artefact_id) ?? '';
    return resultOf(section, text);
  });
  const coverage = { lanes, documents: await documents.of(request.view), unavailable };
  return done({ results, coverage, view: request.view });
}

function resultOf({ fused, artefact }: RetrievedSection, text: string): SearchResult {
  const { artefact_id, title, domain, hash, licence, observed_at, sections } = artefact.record;
  const section = sections.find(({ addr }) => addr === fused.id);
  const words = section === undefined ? '' : text.slice(section.span.start, section.span.end);
  const { text: full, vector } = fused.lanes;
  return {
    addr: fused.id,
    artefact_id,
    title,
    snippet: cut(words),
    score: fused.score,
    lanes: { text: full?.score ?? 0, vector: vector?.score ?? 0, licence: fused.lanes.licence },
    domain,
    hash,
    licence,
    observed_at,
  };
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= SNIPPET_CHARS) return line;
  const end = line.lastIndexOf(' ', SNIPPET_CHARS);
  return `${line.slice(0, end > 0 ? end : SNIPPET_CHARS)}…`;
}
