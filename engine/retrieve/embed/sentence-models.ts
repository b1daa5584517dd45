/** The sentence models that can be added: what their files must be, and how they are read. */

/** How the vectors of a text's tokens become one: their mean, or that of the first token. */
export type Pooling = 'mean' | 'first';

export interface SentenceModel {
  readonly name: string;
  readonly dimensions: number;
  readonly pooling: Pooling;
  /** Tokens of a text that are read, its two marks included. */
  readonly maxTokens: number;
  /** What a question begins with, as the model was trained. */
  readonly queryPrefix: string;
  /** SHA-256 of the files, hex: no other files are used. */
  readonly onnxSha256: string;
  readonly tokenizerSha256: string;
}

/** Where a model's files are, absolute. */
export interface OnnxFiles {
  /** Folder in whose `node_modules` are onnxruntime-node and @huggingface/tokenizers. */
  readonly runtime: string;
  readonly onnx: string;
  readonly tokenizer: string;
}

/** all-MiniLM-L6-v2, int8 (Apache-2.0). */
const MINILM: SentenceModel = {
  name: 'minilm',
  dimensions: 384,
  pooling: 'mean',
  maxTokens: 256,
  queryPrefix: '',
  onnxSha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  tokenizerSha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
};

/** bge-small-en-v1.5, int8 (MIT). */
const BGE_SMALL: SentenceModel = {
  name: 'bge-small',
  dimensions: 384,
  pooling: 'first',
  maxTokens: 256,
  queryPrefix: 'Represent this sentence for searching relevant passages: ',
  onnxSha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
  tokenizerSha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
};

/** The better one comes first: where several were added and none is named, the first is used. */
export const SENTENCE_MODELS: readonly SentenceModel[] = [MINILM, BGE_SMALL];
