/** Reads an add-on from a folder, a zip archive or a tar archive (also gzipped), and tries it. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { OnnxEmbedder } from '../../../engine/retrieve/embed/onnx-embedder.ts';
import type { OnnxFiles, SentenceModel } from '../../../engine/retrieve/embed/sentence-models.ts';
import { EXIT } from '../exit-code.ts';
import { CommandFailure, usage } from '../failure.ts';
import { ADD_ON_FILES, type AddOnBytes } from './addon.ts';
import { TarError, tarFiles } from './tar-files.ts';
import { ZipError, zipEntries, zipNames } from './zip-entries.ts';

const MAX_ARCHIVE_BYTES = 536_870_912;
const MAX_FILE_BYTES = 268_435_456;
const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK');
const TRIED = 'The harbour is open from 6:30 to 21:00.';

/** @throws {CommandFailure} where there is no file, or no add-on in it */
export async function readAddOn(path: string): Promise<AddOnBytes> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw usage(`${path}: there is nothing`);
  try {
    return found.isDirectory()
      ? await fromFolder(path)
      : fromArchive(path, await readBounded(path, MAX_ARCHIVE_BYTES));
  } catch (error) {
    if (error instanceof ZipError || error instanceof TarError)
      throw wrong(`${path}: ${error.message}`, error);
    throw error;
  }
}

/**
 * Embeds a sentence twice.
 * @throws {CommandFailure} where the model does not run, or does not give what its description says
 */
export async function tryAddOn(model: SentenceModel, files: OnnxFiles): Promise<void> {
  await using embedder = new OnnxEmbedder(model, files);
  const [first, second] = await embedder.embed([TRIED, TRIED], 'passage').catch((cause: unknown) => {
    throw wrong(cause instanceof Error ? cause.message : String(cause), cause);
  });
  if (first === undefined || second === undefined || first.length !== model.dimensions)
    throw wrong(`description.json: dimensions: the model gives ${first?.length ?? 0}`);
  if (!first.every(Number.isFinite)) throw wrong('the model gives vectors that are no numbers');
  if (first.some((value, at) => value !== second[at]))
    throw wrong('the model gives one text two vectors: it cannot be replayed');
}

async function fromFolder(folder: string): Promise<AddOnBytes> {
  const names = new Set(await readdir(folder));
  const read = async (name: (typeof ADD_ON_FILES)[number]) => {
    if (!names.has(name)) throw usage(`${folder}: it holds no ${name}`);
    return readBounded(join(folder, name), MAX_FILE_BYTES);
  };
  return {
    'description.json': await read('description.json'),
    'model.onnx': await read('model.onnx'),
    'tokenizer.json': await read('tokenizer.json'),
  };
}

function fromArchive(path: string, archive: Buffer): AddOnBytes {
  const files = archive.subarray(0, ZIP.length).equals(ZIP) ? zipFiles(archive) : tarFiles(unpacked(archive));
  const pick = (name: (typeof ADD_ON_FILES)[number]) => {
    // At the top, or within one folder; a Mac's archive holds a `._model.onnx` beside it.
    const [found, second] = [...files].filter(([one]) => basename(one) === name);
    if (found === undefined) throw usage(`${path}: it holds no ${name}`);
    if (second !== undefined) throw usage(`${path}: it holds ${name} twice`);
    if (found[1].length > MAX_FILE_BYTES)
      throw wrong(`${path}: ${name} has more than ${MAX_FILE_BYTES} bytes`);
    return found[1];
  };
  return {
    'description.json': pick('description.json'),
    'model.onnx': pick('model.onnx'),
    'tokenizer.json': pick('tokenizer.json'),
  };
}

function zipFiles(archive: Buffer): ReadonlyMap<string, Buffer> {
  const wanted = new Set<string>(ADD_ON_FILES);
  const names = zipNames(archive).filter((path) => wanted.has(basename(path)));
  const contents = zipEntries(archive, names, MAX_FILE_BYTES);
  return new Map(contents.map((bytes, at) => [names[at] ?? '', bytes]));
}

function unpacked(archive: Buffer): Buffer {
  if (!archive.subarray(0, GZIP.length).equals(GZIP)) return archive;
  try {
    return gunzipSync(archive, { maxOutputLength: MAX_ARCHIVE_BYTES });
  } catch (cause) {
    throw new TarError('the archive is damaged', { cause });
  }
}

async function readBounded(path: string, maxBytes: number): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > maxBytes) throw wrong(`${path} has more than ${maxBytes} bytes`);
  return readFile(path);
}

function wrong(message: string, cause?: unknown): CommandFailure {
  return new CommandFailure(EXIT.error, 'wrong_model', message, { cause });
}
