/**
 * Finds the sentences of other documents that a new document's sentences are held against by a stance judge, and holds
 * what the judge says for the log (decisions §9: an opinion warns, and never fails).
 */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactRecord, ArtefactState } from '../../graph/artefact.ts';
import type { ClaimOccurrence, StanceOpinion } from '../../graph/claim.ts';
import type { GraphReader } from '../../graph/store.ts';
import { statementAt, statesAt, titleOf } from '../reading/relate/document-statements.ts';
import { type Source, sourcePair } from '../reading/relate/relate-statements.ts';
import { type IndexedSentence, SentenceIndex } from '../reading/relate/sentence-index.ts';
import type { Statement } from '../reading/relate/statement.ts';
import { readLayouts, readTexts } from '../retrieve/read-texts.ts';
import type { Opinion, Opinions } from '../stance/opinions.ts';
import type { JudgedTexts } from '../stance/stance.ts';
import { isEnglish } from '../text/tokens.ts';
import { CorpusFollower } from './corpus-follower.ts';

/** What a document states, before it has its place in the log. */
export interface StatedDocument extends Source {
  readonly docId: string;
  readonly lang: string;
  /** Its sentences, each once, by a key of their own. */
  readonly sentences: ReadonlyMap<string, Statement>;
}

/** A sentence of the log with the claims that it states. */
interface StatedSentence extends IndexedSentence, Source {
  readonly claims: readonly ClaimAddr[];
}

/** A pair to judge: the earlier sentence is the claim. */
interface Meeting {
  readonly earlier: StatedSentence;
  readonly texts: JudgedTexts;
}

/** Pairs of one document that are judged: a document of more is a list, and its first sentences count. */
const MAX_MEETINGS = 200;
const PER_MILLE = 1_000;
const LEXICAL = 'lexical/';

export class ContestFinder {
  readonly #opinions: Opinions;
  readonly #index = new SentenceIndex<StatedSentence>();
  readonly #follower: CorpusFollower;
  /** Sentences that this process has read, until their document is read as committed. */
  readonly #recent = new Map<ArtefactId, readonly StatedSentence[]>();

  constructor(corpus: string, opinions: Opinions) {
    this.#opinions = opinions;
    const index = this.#index;
    this.#follower = new CorpusFollower(corpus, {
      get size() {
        return index.size;
      },
      read: (reader, page) => this.#read(reader, page),
      cutTo: (size) => index.cutTo(size),
    });
  }

  /** Reads what is in the log, before its lock is taken. Calls must not overlap. */
  async catchUp(reader: GraphReader): Promise<void> {
    await this.#follower.catchUp(reader);
    this.#recent.clear();
  }

  /** Asks the judge about the pairs that the document makes now, until `signal` ends it. */
  async prepare(document: StatedDocument, signal?: AbortSignal): Promise<void> {
    const met = this.#meet(document);
    const pairs = [...met.values()].flat().map(({ texts }) => texts);
    await this.#opinions.ask(pairs, signal);
  }

  /**
   * By the sentence's key, what is to be recorded of it. Waits for the store only.
   * @param state the transaction that will write the document
   */
  async find(state: GraphReader, document: StatedDocument): Promise<Map<string, readonly StanceOpinion[]>> {
    if (isEnglish(document.lang)) await this.#follower.look(state);
    const met = this.#meet(document);
    return new Map(
      [...met].map(([sentence, meetings]) => [
        sentence,
        meetings.flatMap(({ earlier, texts }) =>
          this.#opinions.of(texts).flatMap((opinion) => recorded(earlier.claims, opinion)),
        ),
      ]),
    );
  }

  /** Holds what was read of a document, so that it need not be read again when it is in the log. */
  remember(
    artefact: ArtefactRecord,
    { sentences }: StatedDocument,
    claims: ReadonlyMap<string, readonly ClaimAddr[]>,
  ): void {
    const stated = [...sentences].map(([key, statement]) =>
      sentenceOf(artefact, statement, claims.get(key) ?? []),
    );
    this.#recent.set(artefact.artefact_id, stated);
  }

  #meet(document: StatedDocument): Map<string, Meeting[]> {
    const met = new Map<string, Meeting[]>();
    if (!isEnglish(document.lang)) return met;
    let left = MAX_MEETINGS;
    for (const [key, sentence] of document.sentences) {
      const found = this.#index.find({ statement: sentence, document: document.docId }).slice(0, left);
      left -= found.length;
      if (found.length === 0) continue;
      met.set(
        key,
        found.map((earlier) => ({
          earlier,
          texts: { claim: earlier.statement, sentence, sources: sourcePair(earlier, document) },
        })),
      );
    }
    return met;
  }

  async #read(reader: GraphReader, page: readonly ArtefactState[]): Promise<void> {
    const voices = page.filter(isVoice);
    const unread = voices.filter(({ record }) => !this.#recent.has(record.artefact_id));
    for (const [id, sentences] of await readSentences(reader, unread)) this.#recent.set(id, sentences);
    for (const { record } of voices) {
      for (const sentence of this.#recent.get(record.artefact_id) ?? []) this.#index.add(sentence);
    }
  }
}

/** A mirror repeats somebody, and what was withdrawn says nothing more. */
function isVoice({ record, withdrawn }: ArtefactState): boolean {
  return record.mirror_of === null && withdrawn === null && isEnglish(record.lang);
}

function sentenceOf(
  { doc_id, publisher, observed_at }: ArtefactRecord,
  statement: Statement,
  claims: readonly ClaimAddr[],
): StatedSentence {
  return { statement, claims, document: doc_id, publisher, observedAt: observed_at };
}

async function readSentences(
  reader: GraphReader,
  states: readonly ArtefactState[],
): Promise<Map<ArtefactId, StatedSentence[]>> {
  if (states.length === 0) return new Map();
  const records = states.map(({ record }) => record);
  const { texts } = await readTexts(reader, records);
  const layouts = await readLayouts(reader, records);
  const places = await reader.occurrencesIn(records.map(({ artefact_id }) => artefact_id));
  return new Map(
    records.map((record, index) => {
      const { artefact_id: id } = record;
      const document = {
        title: titleOf(record.title, record.doc_id),
        text: texts.get(id) ?? '',
        layout: layouts.get(id) ?? [],
      };
      const stating = (places[index] ?? []).filter(({ sentence }) => statesAt(document.layout, sentence));
      const bySentence = Map.groupBy(stating, ({ sentence }) => sentence.start);
      return [id, [...bySentence.values()].flatMap((found) => statedIn(record, document, found))];
    }),
  );
}

function statedIn(
  record: ArtefactRecord,
  document: Parameters<typeof statementAt>[0],
  found: readonly ClaimOccurrence[],
): StatedSentence[] {
  const [first] = found;
  if (first === undefined) return [];
  const claims = [...new Set(found.map(({ claim }) => claim))];
  return [sentenceOf(record, statementAt(document, first.sentence), claims)];
}

/** The lexical judge can be asked again for nothing: of it only contradictions are recorded. */
function recorded(claims: readonly ClaimAddr[], { judge, verdict }: Opinion): StanceOpinion[] {
  const { stance, confidence, reasons } = verdict;
  if (stance !== 'CONTRADICT' && judge.startsWith(LEXICAL)) return [];
  const features = [...new Set(reasons.map(({ feature }) => feature))];
  return claims.map((claim) => ({
    claim,
    judge,
    confidence: Math.round(confidence * PER_MILLE),
    stance,
    features,
  }));
}
