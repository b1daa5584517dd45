/** Sentences of the log as a document's own are compared with them, and a cache of those that were read or written last. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { ClaimOccurrence, Span } from '../../graph/claim.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import { type StatedText, statementAt, statesAt, titleOf } from '../reading/relate/document-statements.ts';
import type { IndexedSentence } from '../reading/relate/nearest-sentences.ts';
import type { Source } from '../reading/relate/relate-statements.ts';
import type { Statement } from '../reading/relate/statement.ts';
import { readLayouts, readTexts } from '../retrieve/read-texts.ts';

/** A sentence of the log with the claims that it states. */
export interface LoggedSentence extends IndexedSentence, Source {
  readonly claims: readonly ClaimAddr[];
  /** Log position of its artefact. */
  readonly seq: number;
  /** Among the sentences of its artefact, in the order of the log. */
  readonly place: number;
  /** The section that it stands in. */
  readonly section: string;
}

/** Some 2.5 kB each, with the words that they are found by. */
const MAX_CACHED = 16_384;

/**
 * Sentences by artefact: past the bound, of sentences and not of artefacts, those of the artefact used longest ago go. An artefact
 * of more sentences than the bound is not held, and none goes for it. An artefact's id names its bytes, so that every process reads
 * the same statements from it.
 */
export class SentenceCache {
  readonly #bound: number;
  readonly #artefacts = new Map<ArtefactId, readonly LoggedSentence[]>();
  #size = 0;

  constructor(bound: number = MAX_CACHED) {
    this.#bound = bound;
  }

  get(id: ArtefactId): readonly LoggedSentence[] | undefined {
    const found = this.#artefacts.get(id);
    if (found === undefined) return undefined;
    this.#artefacts.delete(id);
    this.#artefacts.set(id, found);
    return found;
  }

  set(id: ArtefactId, sentences: readonly LoggedSentence[]): void {
    this.delete(id);
    if (costOf(sentences) > this.#bound) return;
    this.#artefacts.set(id, sentences);
    this.#size += costOf(sentences);
    for (const oldest of this.#artefacts.keys()) {
      if (this.#size <= this.#bound) return;
      this.delete(oldest);
    }
  }

  delete(id: ArtefactId): void {
    this.#size -= costOf(this.#artefacts.get(id));
    this.#artefacts.delete(id);
  }
}

/** An artefact without sentences takes room too. */
function costOf(sentences: readonly LoggedSentence[] | undefined): number {
  return sentences === undefined ? 0 : Math.max(1, sentences.length);
}

/** The sentences of these artefacts, in four reads however many they are. */
export async function readSentences(
  reader: BlobReader & RangeReader,
  states: readonly ArtefactState[],
): Promise<Map<ArtefactId, LoggedSentence[]>> {
  if (states.length === 0) return new Map();
  const records = states.map(({ record }) => record);
  const { texts } = await readTexts(reader, records);
  const layouts = await readLayouts(reader, records);
  const places = await reader.ranges('occurrencesIn', { by: records.map(({ artefact_id }) => artefact_id) });
  return new Map(
    states.map((state, index) => {
      const { artefact_id: id, title, doc_id } = state.record;
      const layout = layouts.get(id) ?? [];
      const document = { title: titleOf(title, doc_id), text: texts.get(id) ?? '', layout };
      const statement = (sentence: Span) =>
        statesAt(layout, sentence) ? copiedStatement(document, sentence) : undefined;
      return [id, sentencesOf(state, places[index] ?? [], statement)];
    }),
  );
}

/**
 * What an artefact states, sentence by sentence. The statements are cached: they are `copiedStatement`s.
 * @param places of its claims, in the order of the log
 * @param statementOf the statement of a sentence; undefined where that stands in no block that states something
 */
export function sentencesOf(
  { record, seq }: Pick<ArtefactState, 'record' | 'seq'>,
  places: readonly ClaimOccurrence[],
  statementOf: (sentence: Span) => Statement | undefined,
): LoggedSentence[] {
  const { doc_id: document, publisher, observed_at: observedAt, sections } = record;
  return [...Map.groupBy(places, ({ sentence }) => sentence.start)].flatMap(([start, found], place) => {
    const [first] = found;
    const statement = first && statementOf(first.sentence);
    if (statement === undefined) return [];
    const section = sections.find(({ span }) => span.start <= start && start < span.end)?.addr ?? '';
    const claims = [...new Set(found.map(({ claim }) => claim))];
    return [{ seq, place, publisher, document, observedAt, section, claims, statement }];
  });
}

/** The statement at a place, in strings of its own: a slice would hold the document's whole text as long as it is cached. */
export function copiedStatement(document: StatedText, sentence: Span): Statement {
  return structuredClone(statementAt(document, sentence));
}
