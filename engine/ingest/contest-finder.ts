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

const PAGE = 500;
/** Pairs of one document that are judged: a document of more is a list, and its first sentences count. */
const MAX_MEETINGS = 200;
const PER_MILLE = 1_000;
const LEXICAL = 'lexical/';

export class ContestFinder {
  readonly #corpus: string;
  readonly #opinions: Opinions;
  readonly #index = new SentenceIndex();
  /** Words of sentences that this process has read, until their document is in the log. */
  readonly #read = new Map<ArtefactId, readonly IndexedSentence[]>();
  #after = -1;

  constructor(corpus: string, opinions: Opinions) {
    this.#corpus = corpus;
    this.#opinions = opinions;
  }

  /** Asks the judge, where it is another than the lexical one, about the pairs that the document makes now. */
  async prepare(reader: GraphReader, document: StatedDocument): Promise<void> {
    if (!this.#opinions.asks) return;
    const met = await this.#meet(reader, document);
    await this.#opinions.ask([...met.values()].flat().map(({ texts }) => texts));
  }

  /** By sentence, what is to be recorded of it. Waits for the store only. */
  async find(reader: GraphReader, document: StatedDocument): Promise<Map<string, readonly StanceOpinion[]>> {
    const met = await this.#meet(reader, document);
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
    this.#read.set(artefact_id, sentences);
  }

  async #meet(reader: GraphReader, document: StatedDocument): Promise<Map<string, Meeting[]>> {
    const met = new Map<string, Meeting[]>();
    if (!isEnglish(document.lang)) return met;
    await this.#catchUp(reader);
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

  async #catchUp(reader: GraphReader): Promise<void> {
    for (;;) {
      const page = await reader.artefactsOf(this.#corpus, this.#after, PAGE);
      const last = page.at(-1);
      if (last === undefined) return;
      const own = page.filter(isVoice);
      const unread = own.filter(({ record }) => !this.#read.has(record.artefact_id));
      const read = await readSentences(reader, unread);
      for (const { record } of own) {
        const sentences = this.#read.get(record.artefact_id) ?? read.get(record.artefact_id) ?? [];
        for (const sentence of sentences) this.#index.add(sentence);
      }
      this.#read.clear();
      this.#after = last.seq;
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
