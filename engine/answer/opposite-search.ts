/**
 * Searches of the counterfactual lane: for each statement of an answer, texts that may disagree, also where the
 * question's own retrieval does not find them (docs/spec/contract.md#ae-counterfactuals).
 */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import type { TextHit } from '../../graph/store/text.ts';
import { whyUnused } from '../retrieve/why-unused.ts';
import { type CorpusView, within } from '../view.ts';
import { type OppositeKind, oppositeQueries } from './opposite-queries.ts';
import { readSentences, type SentencePool, type StatedSentence } from './read-sentences.ts';

/** One query and what it found. */
export interface OppositeSearch {
  readonly kind: OppositeKind;
  readonly terms: readonly string[];
  /** Sections that it found, best first, at most 12. */
  readonly sections: readonly string[];
}

export interface OppositeFinds {
  readonly searches: readonly OppositeSearch[];
  /** Sentences that were compared, those of the answer's own pool included. */
  readonly sentences: readonly StatedSentence[];
  /** What was read beyond the answer's own pool. */
  readonly pool: SentencePool;
}

export interface OppositeRequest {
  readonly view: CorpusView;
  readonly q: string;
  /** The sentence that leads the answer. */
  readonly lead: StatedSentence;
  /** What was read for the answer: no sentence is read twice. */
  readonly pool: SentencePool;
  readonly refuses: (licence: string) => boolean;
}

/** Of an answer that says nothing. */
export const NOTHING_SEARCHED: OppositeFinds = {
  searches: [],
  sentences: [],
  pool: { sentences: [], texts: new Map(), bytesRead: 0 },
};

const FIGURE = /[\p{L}\p{N}.,]*\p{N}[\p{L}\p{N}.,]*/gu;
/** Most sections of one query. */
const MAX_SECTIONS = 12;
/** Most artefacts that are read beyond the answer's own. */
const MAX_ARTEFACTS = 6;
/** Most sentences of them that are compared with the answer. */
const MAX_SENTENCES = 60;

export async function searchOpposites(reader: GraphReader, request: OppositeRequest): Promise<OppositeFinds> {
  const { q, lead, pool, view } = request;
  const { text, lang } = lead.read;
  // Another text has other figures.
  const figures = text.match(FIGURE)?.join(' ') ?? '';
  const queries = oppositeQueries({ question: q, text, value: figures, lang });
  const found: { readonly search: OppositeSearch; readonly hits: readonly TextHit[] }[] = [];
  for (const { kind, terms } of queries) {
    const query = { corpus: view.corpus, terms, match: 'any', limit: MAX_SECTIONS, view: view.view } as const;
    const hits = await reader.searchText(query);
    found.push({ search: { kind, terms, sections: hits.map(({ addr }) => addr) }, hits });
  }
  const hits = found.map((one) => one.hits);
  const more = await readSentences(reader, await unread(reader, hits, request), null);
  const sections = new Set(hits.flat().map(({ addr }) => addr));
  const isFound = ({ section }: StatedSentence) => section !== null && sections.has(section);
  const further = more.sentences.filter(isFound).slice(0, MAX_SENTENCES);
  return {
    searches: found.map(({ search }) => search),
    sentences: [...pool.sentences.filter(isFound), ...further],
    pool: more,
  };
}

/** Artefacts that may be used and were not read for the answer: those that a query ranks highest. */
async function unread(
  reader: RecordReader & RangeReader,
  queries: readonly (readonly TextHit[])[],
  { pool, view, refuses }: OppositeRequest,
): Promise<ArtefactState[]> {
  const ranks = new Map<ArtefactId, number>();
  for (const hits of queries) {
    for (const [rank, { artefact }] of hits.entries()) {
      if (!pool.texts.has(artefact)) ranks.set(artefact, Math.min(ranks.get(artefact) ?? rank, rank));
    }
  }
  if (ranks.size === 0) return [];
  const ordered = [...ranks].toSorted(([a, x], [b, y]) => x - y || (a < b ? -1 : 1)).map(([id]) => id);
  const states = (await reader.records('artefacts', ordered)).filter((state) => state !== null);
  const seen = states.filter((state) => within(view.view, state));
  const unused = await whyUnused(reader, seen, { view, refuses });
  return seen.filter(({ record }) => !unused.has(record.artefact_id)).slice(0, MAX_ARTEFACTS);
}
