/**
 * The thread of `OnnxEmbedder`: a text comes in, its vector goes out. The runtime is found beside the model and not
 * among the program's packages: an installation without a sentence model does not need it.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { OnnxFiles, SentenceModel } from './sentence-models.ts';
import { unitLength } from './unit-length.ts';

/** What the thread is given. */
export interface OnnxWork
  extends OnnxFiles,
    Pick<SentenceModel, 'pooling' | 'maxTokens' | 'onnxSha256' | 'tokenizerSha256'> {}

/** Its reply for a text. */
export type OnnxReply = { readonly vector: Float32Array } | { readonly fault: string };

/** What is used of `onnxruntime-node`. */
interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<Session>;
  };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown;
}

interface Session {
  readonly inputNames: readonly string[];
  run(
    feeds: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, { readonly data: Float32Array }>>>;
}

/** What is used of `@huggingface/tokenizers`. */
interface Tokenizers {
  readonly Tokenizer: new (
    tokenizer: unknown,
    config: unknown,
  ) => { encode(text: string): { readonly ids: number[] } };
}

/** One thread: sums in another order would round otherwise. */
const SESSION = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' };

type Embed = (text: string) => Promise<Float32Array>;

async function load(work: OnnxWork): Promise<Embed> {
  const fromRuntime = createRequire(join(work.runtime, 'package.json'));
  // The packages are installed by an exact lock: these are the members that they have.
  const onnx = fromRuntime('onnxruntime-node') as OnnxRuntime;
  const { Tokenizer } = fromRuntime('@huggingface/tokenizers') as Tokenizers;
  const definition = JSON.parse((await readPinned(work.tokenizer, work.tokenizerSha256)).toString('utf8'));
  // Its own truncation and padding are for a batch.
  const tokenizer = new Tokenizer({ ...definition, truncation: null, padding: null }, {});
  const session = await onnx.InferenceSession.create(await readPinned(work.onnx, work.onnxSha256), SESSION);
  return async (text) => {
    const ids = cut(tokenizer.encode(text).ids, work.maxTokens);
    const output = await session.run(feedsOf(onnx, session.inputNames, ids));
    const states = output.last_hidden_state?.data;
    if (states === undefined) throw new RangeError('the model has no last_hidden_state');
    return unitLength(
      work.pooling === 'mean' ? sum(states, ids.length) : states.slice(0, states.length / ids.length),
    );
  };
}

async function readPinned(file: string, sha256: string): Promise<Buffer> {
  const bytes = await readFile(file);
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw new Error(`${file} is not the file that it was: remove the model and add it again`);
}

/** The first tokens, and the mark at the end. */
function cut(ids: number[], most: number): number[] {
  return ids.length <= most ? ids : [...ids.slice(0, most - 1), ...ids.slice(-1)];
}

function feedsOf({ Tensor }: OnnxRuntime, names: readonly string[], ids: readonly number[]) {
  const filled = (of: (id: number) => number) =>
    new Tensor(
      'int64',
      BigInt64Array.from(ids, (id) => BigInt(of(id))),
      [1, ids.length],
    );
  const known: Readonly<Record<string, () => unknown>> = {
    input_ids: () => filled((id) => id),
    attention_mask: () => filled(() => 1),
    token_type_ids: () => filled(() => 0),
  };
  return Object.fromEntries(names.map((name) => [name, known[name]?.()]));
}

/** The sum over the tokens: its direction is that of the mean. */
function sum(states: Float32Array, tokens: number): Float64Array {
  const width = states.length / tokens;
  const total = new Float64Array(width);
  for (let start = 0; start < states.length; start += width) {
    for (let at = 0; at < width; at += 1) total[at] = (total[at] ?? 0) + (states[start + at] ?? 0);
  }
  return total;
}

let embed: Promise<Embed> | null = null;
// Messages come one by one: the next text is sent after the reply.
parentPort?.on('message', async (text: string) => {
  let reply: OnnxReply;
  try {
    // The data is what `OnnxEmbedder` gives.
    embed ??= load(workerData as OnnxWork);
    reply = { vector: await (await embed)(text) };
  } catch (error) {
    embed = null;
    reply = { fault: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply);
});
