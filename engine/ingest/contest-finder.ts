/**
 * Finds the sentences of other documents that a stance judge compares with a new document's sentences, and holds its
 * opinions for the log (docs/spec/decisions.md#9-judge: an opinion warns and never fails). Of a corpus only the
 * sentences that were read or written last are cached.
 */

import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { ClaimOccurrence, StanceOpinion } from '../../graph/claim.ts';
import { mapInSlices, nextIteration } from '../../graph/event-loop.ts';
import type { TransactionReader } from '../../graph/store/store.ts';
import type { SharedSection, SharedTerms } from '../../graph/store/text.ts';
import { queryTerms } from '../../graph/terms.ts';
import { LruCache } from '../lru-cache.ts';
import { nearestSentences } from '../reading/relate/nearest-sentences.ts';
import { type Source, sourcePair } from '../reading/relate/relate-statements.ts';
import type { Statement } from '../reading/relate/statement.ts';
import type { JudgedTexts } from '../stance/stance.ts';
import { isEnglish } from '../text/tokens.ts';
import type { JudgeOpinion, Opinions } from './opinions.ts';
import { type LoggedSentence, readSentences, SentenceCache, sentencesOf } from './stated-sentences.ts';

/** What a document states, before it has its place in the log. */
export interface StatedDocument extends Source {
  readonly docId: string;
  readonly lang: string;
  /** Its sentences, each once, by a key of their own. */
  readonly sentences: ReadonlyMap<string, Statement>;
  /** The same sentences by where they start, at each of their places. */
  readonly places: ReadonlyMap<number, Statement>;
}

/** A pair to judge: the earlier sentence is the claim. */
interface Meeting {
  readonly earlier: LoggedSentence;
  readonly texts: JudgedTexts;
}

/** Pairs of one document that are judged: a document of more is a list, and its first sentences count. */
const MAX_MEETINGS = 200;
/** Sentences of one document for which others are sought. */
const MAX_SENTENCES = 400;
/** Sentences of which the sections near them are read together, in one event-loop slice. */
const TOGETHER = 32;
/** Sentences that others are compared with in one event-loop slice. */
const COMPARED_TOGETHER = 4_096;
/** Sentences that are judged in one event-loop slice. */
const JUDGED_TOGETHER = 4;
/** A word of more sections than this says little about a sentence's subject. */
const COMMON = 64;
/** Sections of which the sentences are compared with one. */
const MAX_SECTIONS = 4;
/** Common terms that are cached. */
const MAX_COMMON = 16_384;
const PER_MILLE = 1_000;
const LEXICAL = 'lexical/';

export class ContestFinder {
  readonly #corpus: string;
  readonly #opinions: Opinions;
  readonly #cache: SentenceCache;
  /** Terms that were too common once: a corpus only grows while it is ingested. */
  readonly #common = new LruCache<string, true>(MAX_COMMON);

  /** @param cache what it finds does not depend on it */
  constructor(corpus: string, opinions: Opinions, cache = new SentenceCache()) {
    this.#corpus = corpus;
    this.#opinions = opinions;
    this.#cache = cache;
  }

  /** Asks the judge about the pairs that the document makes now, until `signal` ends it. */
  async prepare(reader: TransactionReader, document: StatedDocument, signal?: AbortSignal): Promise<void> {
    const met = await this.#meet(reader, document);
    const pairs = [...met.values()].flat().map(({ texts }) => texts);
    await this.#opinions.ask(pairs, signal);
  }

  /**
   * By the sentence's key, what is to be recorded of it. Waits for the store only.
   * @param state the transaction that will write the document
   */
  async find(
    state: TransactionReader,
    document: StatedDocument,
  ): Promise<Map<string, readonly StanceOpinion[]>> {
    const met = [...(await this.#meet(state, document))];
    return new Map(
      await mapInSlices(met, JUDGED_TOGETHER, ([sentence, meetings]) => {
        const opinions = meetings.flatMap(({ earlier, texts }) =>
          this.#opinions.of(texts).flatMap((opinion) => recorded(earlier.claims, opinion)),
        );
        return [sentence, opinions] as const;
      }),
    );
  }

  /** Once the document is written: others are compared with it without its being read again. */
  written(state: ArtefactState, document: StatedDocument, places: readonly ClaimOccurrence[]): void {
    const id = state.record.artefact_id;
    this.forget(id);
    if (!isVoice(state)) return;
    this.#cache.set(
      id,
      sentencesOf(state, places, ({ start }) => document.places.get(start)),
    );
  }

  /** What was noted of an artefact no longer counts: the transaction that wrote it may have been rolled back. */
  forget(id: ArtefactId): void {
    this.#cache.delete(id);
  }

  async #meet(reader: TransactionReader, document: StatedDocument): Promise<Map<string, Meeting[]>> {
    const met = new Map<string, Meeting[]>();
    if (!isEnglish(document.lang)) return met;
    let left = MAX_MEETINGS;
    let compared = 0;
    const sentences = [...document.sentences].slice(0, MAX_SENTENCES);
    const sections = await this.#sharing(
      reader,
      sentences.map(([, sentence]) => sentence),
    );
    const near: Near = {
      wanted: new Set(sections.flat().map(({ addr }) => addr)),
      read: new Set(),
      stated: new Map(),
    };
    for (const [index, [key, sentence]] of sentences.entries()) {
      if (left <= 0) break;
      if (index % TOGETHER === 0) {
        await nextIteration();
        await this.#readNear(reader, sections.slice(index, index + TOGETHER).flat(), near);
      }
      const others = sentencesNear(sections[index] ?? [], near);
      compared += others.length;
      if (compared > COMPARED_TOGETHER) {
        await nextIteration();
        compared = 0;
      }
      const found = nearestSentences({ statement: sentence, document: document.docId }, others).slice(
        0,
        left,
      );
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

  /** The sections that share the rarer words with each sentence. */
  async #sharing(
    reader: TransactionReader,
    sentences: readonly Statement[],
  ): Promise<SharedTerms['sections']> {
    const texts = await mapInSlices(sentences, TOGETHER, ({ text, title, above }) =>
      queryTerms([text, title, ...above].join('\n'), 'en').filter(
        (term) => this.#common.get(term) === undefined,
      ),
    );
    const found: SharedTerms['sections'][number][] = [];
    for (let start = 0; start < texts.length; start += TOGETHER) {
      const some = texts.slice(start, start + TOGETHER);
      const query = { corpus: this.#corpus, texts: some, common: COMMON, limit: MAX_SECTIONS };
      const { sections, common } = await reader.sectionsSharing(query);
      for (const term of common) this.#common.set(term, true);
      found.push(...sections);
      await nextIteration();
    }
    return found;
  }

  /** Adds the sentences of the sections' artefacts to what is near, but for those that are there. */
  async #readNear(
    reader: TransactionReader,
    sections: readonly SharedSection[],
    { wanted, read, stated }: Near,
  ): Promise<void> {
    const all = new Set(sections.map(({ artefact }) => artefact));
    const ids = [...all].filter((id) => !read.has(id));
    if (ids.length === 0) return;
    for (const id of ids) read.add(id);
    for (const sentence of [...(await this.#statedIn(reader, ids)).values()].flat()) {
      if (!wanted.has(sentence.section)) continue;
      const others = stated.get(sentence.section);
      if (others === undefined) stated.set(sentence.section, [sentence]);
      else others.push(sentence);
    }
  }

  /** What the artefacts state that are a voice now, also where their sentences are cached. */
  async #statedIn(
    reader: TransactionReader,
    ids: readonly ArtefactId[],
  ): Promise<ReadonlyMap<ArtefactId, readonly LoggedSentence[]>> {
    const states = await reader.records('artefacts', ids);
    const stated = new Map<ArtefactId, readonly LoggedSentence[]>();
    const unread: ArtefactState[] = [];
    for (const state of states) {
      if (state === null || !isVoice(state)) continue;
      const cached = this.#cache.get(state.record.artefact_id);
      if (cached === undefined) unread.push(state);
      else stated.set(state.record.artefact_id, cached);
    }
    for (const [id, sentences] of await readSentences(reader, unread)) {
      stated.set(id, sentences);
      this.#cache.set(id, sentences);
    }
    return stated;
  }
}

/** What the sentences of one document are compared with. The cache may drop an artefact meanwhile. */
interface Near {
  /** Sections that are near one of its sentences. */
  readonly wanted: ReadonlySet<string>;
  /** Artefacts whose sentences were read. */
  readonly read: Set<ArtefactId>;
  /** Their sentences in those sections, by section. */
  readonly stated: Map<string, LoggedSentence[]>;
}

/** The sentences of these sections, which were read, in the order of the log. */
function sentencesNear(sections: readonly SharedSection[], { stated }: Near): readonly LoggedSentence[] {
  return sections
    .flatMap(({ addr }) => stated.get(addr) ?? [])
    .toSorted((a, b) => a.seq - b.seq || a.place - b.place);
}

/** Mirrors and withdrawn artefacts are left out: they are no voice of their own. */
function isVoice({ record, withdrawn }: ArtefactState): boolean {
  return record.mirror_of === null && withdrawn === null && isEnglish(record.lang);
}

/** Asking the lexical judge again costs nothing, so only its contradictions are recorded. */
function recorded(claims: readonly ClaimAddr[], { judge, verdict }: JudgeOpinion): StanceOpinion[] {
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
