/** What the engine needs from outside itself. */
import type { JudgedTexts, StanceVerdict } from './stance/stance.ts';

/** The service's clock. Used for `at` stamps, freshness windows and expiry only; the core never asks for the time. */
export interface Clock {
  /** RFC 3339 UTC with ms. */
  now(): string;
}

/** What a text is to the model: some models read a question otherwise than what may answer it. */
export type EmbeddingUse = 'query' | 'passage';

/** A sentence model, here or elsewhere: texts that mean the like get vectors that are near. */
export interface Embedder {
  /** Names the model in the log and in receipts: `minilm`, `bge-small`, `remote/…`. */
  readonly name: string;
  /** Canonical CBOR of everything that decides about the vectors: it is kept as a blob beside them. */
  readonly description: Uint8Array;
  /** BLAKE3-256 of the description: the model's digest. */
  readonly digest: string;
  /** Null: as the endpoint answers. */
  readonly dimensions: number | null;
  /** Tokens of a text that are read; the rest is ignored. Null: as the endpoint does. */
  readonly maxTokens: number | null;
  /**
   * One vector of length 1 for each text, each text by itself: vectors of a quantised model depend on what else is in
   * the batch. `signal` ends a call to a model elsewhere; one that runs here goes on. Rejects with `EmbedderUnavailable`
   * and the signal's reason.
   */
  embed(texts: readonly string[], use: EmbeddingUse, signal?: AbortSignal): Promise<Float32Array[]>;
}

/** The model cannot be asked now: its runtime is missing, its endpoint does not answer. */
export class EmbedderUnavailable extends Error {
  override readonly name = 'EmbedderUnavailable';
  readonly code = 'embedder_unavailable';
}

/**
 * The stages of a new answer, in their order, once it is known that none is stored: the index and the
 * vectors asked; both fused into artefacts; their sentences read, ranked, and settled by belief; the evidence set
 * chosen, with what disagrees; the receipt made; all of it evaluated and stored.
 */
export const ANSWER_STAGES = [
  'text',
  'vectors',
  'fuse',
  'sentences',
  'rank',
  'beliefs',
  'set',
  'receipt',
  'store',
] as const;
export type AnswerStage = (typeof ANSWER_STAGES)[number];

/** Called when a stage of an answer has ended; the caller, who has a clock, measures its time. */
export type StageEnded = (stage: AnswerStage) => void;

/**
 * Says what a sentence does to a claim. Whatever it says is an opinion on two texts: alone it raises WARN and never FAIL
 * (docs/spec/decisions.md#9-judge).
 */
export interface StanceJudge {
  /** Names the judge in the log: `lexical`, `remote/…`. */
  readonly id: string;
  /** Changes where the same texts may be judged otherwise. */
  readonly version: string;
  /** `signal` ends a call to a judge elsewhere. Rejects with `JudgeUnavailable` and the signal's reason. */
  judge(texts: JudgedTexts, signal?: AbortSignal): Promise<StanceVerdict>;
}

/** The judge cannot be asked now, or said nothing that could be understood. */
export class JudgeUnavailable extends Error {
  override readonly name = 'JudgeUnavailable';
  readonly code = 'judge_unavailable';
}

/** A sentence that is offered for an answer, with its number. */
export interface OfferedText {
  /** From 1. */
  readonly n: number;
  /** `title > headings > lead-in`; empty where there is none. */
  readonly context: string;
  readonly text: string;
}

/**
 * Chooses among sentences that may answer a question. It gives numbers and never words: an answer made with it quotes the
 * same sources as one made without it.
 */
export interface SentenceChooser {
  /** Names the chooser in receipts: `remote/…`. */
  readonly id: string;
  /** Changes where the same sentences may be chosen from otherwise. */
  readonly version: string;
  /**
   * Numbers of the sentences that answer, best first, at most 4; empty: none does. `signal` ends the call. Rejects with
   * `ChooserUnavailable` and the signal's reason.
   */
  choose(
    offer: { readonly question: string; readonly sentences: readonly OfferedText[] },
    signal?: AbortSignal,
  ): Promise<{ readonly chosen: readonly number[] }>;
}

/** The chooser cannot be asked now, or answered with anything but numbers that it was offered. */
export class ChooserUnavailable extends Error {
  override readonly name = 'ChooserUnavailable';
  readonly code = 'chooser_unavailable';
}
