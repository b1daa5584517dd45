/** An add-on: a sentence model that an operator trained, and what its three files must be. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type OnnxFiles,
  SENTENCE_MODELS,
  type SentenceModel,
} from '../../../engine/retrieve/embed/sentence-models.ts';
import { usage } from '../failure.ts';
import { RUNTIME } from './model-files.ts';

/** Name of the folder of the add-on: there is one at most. */
export const ADD_ON = 'sentences';

export const ADD_ON_FILES = ['description.json', 'model.onnx', 'tokenizer.json'] as const;

const TAKEN: ReadonlySet<string> = new Set([...SENTENCE_MODELS.map(({ name }) => name), 'latent', 'remote']);
const MAX_DIMENSIONS = 4_096;
const MAX_TOKENS = 8_192;

/** `description.json` as it is given. */
const description = z.strictObject({
  v: z.literal(1),
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{0,62}$/, 'lower-case letters, digits, dots and hyphens, at most 63')
    .refine((name) => !TAKEN.has(name), 'it is the name of another model'),
  use: z.literal('sentences'),
  pooling: z.enum(['mean', 'first']),
  dimensions: z.int().min(1).max(MAX_DIMENSIONS),
  max_tokens: z.int().min(8).max(MAX_TOKENS),
  query_prefix: z.string().max(200),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** As it is stored: with the hashes of the files that were checked. */
const stored = description.extend({ onnx_sha256: sha256, tokenizer_sha256: sha256 });

/** The bytes of an add-on by the names of its files. */
export type AddOnBytes = Readonly<Record<(typeof ADD_ON_FILES)[number], Buffer>>;

export interface AddOn {
  readonly model: SentenceModel;
  /** What is written as `description.json`. */
  readonly description: string;
}

/** @throws {CommandFailure} naming the member of the description that is wrong */
export function addOnOf(bytes: AddOnBytes): AddOn {
  const given = parse(description, bytes['description.json'].toString('utf8'), 'description.json');
  const whole = {
    ...given,
    onnx_sha256: digestOf(bytes['model.onnx']),
    tokenizer_sha256: digestOf(bytes['tokenizer.json']),
  };
  return { model: modelFrom(whole), description: `${JSON.stringify(whole, null, 2)}\n` };
}

/**
 * The add-on of this folder of models, null where there is none. Its other files are checked when they are read.
 * @throws {CommandFailure} for a description that was changed
 */
export function addOnIn(folder: string): SentenceModel | null {
  const file = join(folder, ADD_ON, 'description.json');
  if (!existsSync(file)) return null;
  return modelFrom(parse(stored, readFileSync(file, 'utf8'), file));
}

/** @param folder the folder of all models, absolute */
export function addOnFiles(folder: string): OnnxFiles {
  const place = join(folder, ADD_ON);
  return {
    runtime: join(folder, RUNTIME),
    onnx: join(place, 'model.onnx'),
    tokenizer: join(place, 'tokenizer.json'),
  };
}

function modelFrom(whole: z.infer<typeof stored>): SentenceModel {
  const { name, dimensions, pooling, max_tokens, query_prefix, onnx_sha256, tokenizer_sha256 } = whole;
  return {
    name,
    dimensions,
    pooling,
    maxTokens: max_tokens,
    queryPrefix: query_prefix,
    onnxSha256: onnx_sha256,
    tokenizerSha256: tokenizer_sha256,
  };
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function parse<T>(schema: z.ZodType<T>, text: string, name: string): T {
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const member = issue?.path.join('.') ?? '';
  throw usage(`${name}: ${member === '' ? '' : `${member}: `}${issue?.message ?? 'it is wrong'}`);
}

/** Undefined for what is no JSON, which no schema accepts. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
