/**
 * Finds the sentences of other publishers that a new document's sentences are held against by a stance judge, and keeps
 * what the judge says for the log (decisions §9: an opinion warns, and never fails).
 */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactRecord, ArtefactState } from '../../graph/artefact.ts';
import type { StanceOpinion } from '../../graph/claim.ts';
import type { GraphReader } from '../../graph/store.ts';
import { readTexts } from '../retrieve/read-texts.ts';
import type { Opinion, Opinions } from '../stance/opinions.ts';
import type { JudgedTexts } from '../stance/stance.ts';
import { CorpusFollower } from './corpus-follower.ts';
import { contentWords, type IndexedSentence, SentenceIndex } from './sentence-index.ts';

/** What a document states, before it has its place in the log. */
export interface StatedDocument {
  readonly publisher: string;
  readonly title: string;
  readonly lang: string;
  /** Its sentences, each once. */
  readonly sentences: readonly string[];
}

/** A pair to judge: the earlier sentence is the claim. */
interface Meeting {
  readonly earlier: IndexedSentence;
  readonly texts: JudgedTexts;
}

/** Pairs of one document that are judged: a document of more is a list, and its first sentences count. */
const MAX_MEETINGS = 200;
const PER_MILLE = 1_000;
const LEXICAL = 'lexical/';

export class ContestFinder {
  readonly #opinions: Opinions;
  readonly #index = new SentenceIndex();
  readonly #follower: CorpusFollower;
  /** Sentences that this process has read, until their document is read as committed. */
  readonly #recent = new Map<ArtefactId, readonly IndexedSentence[]>();

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
   * By sentence, what is to be recorded of it. Waits for the store only.
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

  /** Keeps what was read of a document, so that it need not be read again when it is in the log. */
  remember(
    { artefact_id, publisher }: ArtefactRecord,
    stated: ReadonlyMap<string, readonly ClaimAddr[]>,
  ): void {
    const sentences = [...stated].map(([text, claims]) => indexed(text, claims, publisher));
    this.#recent.set(artefact_id, sentences);
  }

  #meet(document: StatedDocument): Map<string, Meeting[]> {
    const met = new Map<string, Meeting[]>();
    if (!isEnglish(document.lang)) return met;
    const titled = contentWords(document.title);
    let left = MAX_MEETINGS;
    for (const sentence of document.sentences) {
      const words = contentWords(sentence);
      if (words.size === 0) continue;
      const found = this.#index.find(new Set([...words, ...titled]), document.publisher).slice(0, left);
      left -= found.length;
      if (found.length === 0) continue;
      met.set(
        sentence,
        found.map((earlier) => ({
          earlier,
          texts: { claim: earlier.text, title: document.title, sentence },
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

function isEnglish(lang: string): boolean {
  return lang === 'en' || lang.startsWith('en-');
}

function indexed(text: string, claims: readonly ClaimAddr[], publisher: string): IndexedSentence {
  return { text, claims, publisher, words: contentWords(text) };
}

async function readSentences(
  reader: GraphReader,
  states: readonly ArtefactState[],
): Promise<Map<ArtefactId, IndexedSentence[]>> {
  if (states.length === 0) return new Map();
  const records = states.map(({ record }) => record);
  const { texts } = await readTexts(reader, records);
  const places = await reader.occurrencesIn(records.map(({ artefact_id }) => artefact_id));
  return new Map(
    records.map(({ artefact_id, publisher }, index) => {
      const text = texts.get(artefact_id) ?? '';
      const bySentence = Map.groupBy(places[index] ?? [], ({ sentence }) =>
        text.slice(sentence.start, sentence.end).normalize('NFC').trim(),
      );
      const sentences = [...bySentence].map(([sentence, found]) =>
        indexed(sentence, [...new Set(found.map(({ claim }) => claim))], publisher),
      );
      return [artefact_id, sentences];
    }),
  );
}

/** The lexical judge can be asked again for nothing: of it only contradictions are kept. */
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
