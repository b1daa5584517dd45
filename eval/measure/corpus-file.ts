/** Corpora to evaluate on: JSON lines of documents. */
import { z } from 'zod';
import type { SourceFile } from '../../engine/ingest/ingest.ts';
import { type RecordShape, readRecords, wrongRecord } from './read-records.ts';

/** A document; `text` joins its sentences with a space where the file has them apart. */
export interface EvalDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** As the file has them; null where it has running text. */
  readonly sentences: readonly string[] | null;
  /** The record itself, with what it says of its date, domain, licence and language. */
  readonly record: Readonly<Record<string, unknown>>;
}

const id = z.union([z.string(), z.number().transform(String)]);
const title = z.string().nullish();
const document = z.union([
  z.looseObject({ id, title, sentences: z.array(z.string()) }),
  z.looseObject({ id, title, text: z.string() }),
]);

const SHAPE: RecordShape<z.infer<typeof document>> = {
  schema: document,
  accepted: '{"id", "title", "text"} or {"id", "title", "sentences": ["…"]} a line',
};

/** @throws {CommandFailure} for a file that is no corpus, and for an id that occurs twice */
export async function readCorpusFile(file: string): Promise<EvalDocument[]> {
  const records = await readRecords(file, SHAPE);
  const seen = new Set<string>();
  return records.map(({ place, value }) => {
    if (seen.has(value.id)) throw wrongRecord(file, place, `the id ${value.id} occurs twice`, SHAPE);
    seen.add(value.id);
    const sentences = 'sentences' in value ? z.array(z.string()).parse(value.sentences) : null;
    const text = sentences === null ? String(value.text) : sentences.join(' ');
    return { id: value.id, title: value.title ?? '', text, sentences, record: value };
  });
}

/** Documents a file: the ingest reads files of at most 16 MB. */
const FILE_DOCUMENTS = 500;

/** The documents as JSON lines, as the ingest reads them. */
export function* filesOf(documents: readonly EvalDocument[]): Generator<SourceFile> {
  for (let start = 0; start < documents.length; start += FILE_DOCUMENTS) {
    const lines = documents.slice(start, start + FILE_DOCUMENTS).map(lineOf);
    yield { name: `documents-${start}.jsonl`, bytes: new TextEncoder().encode(lines.join('\n')) };
  }
}

function lineOf({ id: own, title: named, text, record }: EvalDocument): string {
  const { sentences: _apart, ...stated } = record;
  return JSON.stringify({ ...stated, id: own, title: named, text });
}
