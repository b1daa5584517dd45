/** Sentence models in ONNX, run by a thread of their own, one text at a time. */
import { Worker } from 'node:worker_threads';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import { type Embedder, EmbedderUnavailable, type EmbeddingUse } from '../../ports.ts';
import type { OnnxReply, OnnxWork } from './onnx-worker.ts';
import type { OnnxFiles, SentenceModel } from './sentence-models.ts';

/** Changes where the same model would give other vectors. */
const ARITHMETIC = 'onnx/1';

interface Waiting {
  readonly text: string;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (fault: unknown) => void;
}

/** The thread starts with the first text, and keeps no process alive. */
export class OnnxEmbedder implements Embedder, AsyncDisposable {
  readonly name: string;
  readonly description: Uint8Array;
  readonly digest: string;
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly #model: SentenceModel;
  readonly #files: OnnxFiles;
  /** Questions overtake documents: a search waits for one text at most. */
  readonly #queues: Readonly<Record<EmbeddingUse, Waiting[]>> = { query: [], passage: [] };
  #current: Waiting | null = null;
  #worker: Worker | null = null;

  constructor(model: SentenceModel, files: OnnxFiles) {
    this.#model = model;
    this.#files = files;
    this.name = model.name;
    this.dimensions = model.dimensions;
    this.maxTokens = model.maxTokens;
    this.description = encodeCanonical({ v: 1, arithmetic: ARITHMETIC, ...model });
    this.digest = blake3Hex(this.description);
  }

  embed(texts: readonly string[], use: EmbeddingUse): Promise<Float32Array[]> {
    const prefix = use === 'query' ? this.#model.queryPrefix : '';
    return Promise.all(texts.map((text) => this.#enqueue(`${prefix}${text}`, use)));
  }

  /** Pending calls reject with `EmbedderUnavailable`. */
  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker;
    this.#fail(new EmbedderUnavailable('the embedder is closed'));
    await worker?.terminate();
  }

  #enqueue(text: string, use: EmbeddingUse): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      this.#queues[use].push({ text, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current !== null) return;
    this.#current = this.#queues.query.shift() ?? this.#queues.passage.shift() ?? null;
    if (this.#current === null) {
      this.#worker?.unref();
      return;
    }
    this.#worker ??= this.#start();
    this.#worker.ref();
    const { text } = this.#current;
    this.#worker.postMessage(text);
  }

  #start(): Worker {
    const { pooling, maxTokens, onnxSha256, tokenizerSha256 } = this.#model;
    const work: OnnxWork = { ...this.#files, pooling, maxTokens, onnxSha256, tokenizerSha256 };
    const worker = new Worker(new URL('./onnx-worker.ts', import.meta.url), { workerData: work });
    worker.on('message', (reply: OnnxReply) => this.#take(reply));
    // A thread that failed to start is started again by the next text.
    worker.on('error', (cause) => {
      if (this.#worker === worker) this.#fail(unavailable(this.name, cause));
    });
    return worker;
  }

  #take(reply: OnnxReply): void {
    const waiting = this.#current;
    this.#current = null;
    if ('vector' in reply) waiting?.resolve(reply.vector);
    else waiting?.reject(unavailable(this.name, reply.fault));
    this.#next();
  }

  #fail(fault: EmbedderUnavailable): void {
    const waiting = [this.#current, ...this.#queues.query.splice(0), ...this.#queues.passage.splice(0)];
    this.#current = null;
    this.#worker = null;
    for (const one of waiting) one?.reject(fault);
  }
}

function unavailable(name: string, cause: unknown): EmbedderUnavailable {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new EmbedderUnavailable(`${name} cannot embed: ${message.split('\n', 1)[0]}`, { cause });
}
