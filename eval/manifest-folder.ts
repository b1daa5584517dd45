/** A folder of Markdown, HTML or text with a `manifest.jsonl`, which says what the files do not: date, publisher, licence. */
import { readFile } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { SourceFile } from '../engine/ingest/ingest.ts';
import { parseInstant } from '../graph/time.ts';
import type { CorpusDocument, CorpusSource } from './corpus-source.ts';
import { type RecordShape, readRecords, wrongRecord } from './measure/read-records.ts';

const entry = z.looseObject({
  id: z.string().min(1),
  url: z.string().optional(),
  title: z.string().optional(),
  domain: z.string().optional(),
  licence: z.string().optional(),
  published: z.string().optional(),
  observed_at: z.string().optional(),
  lang: z.string().optional(),
});

const SHAPE: RecordShape<z.infer<typeof entry>> = {
  schema: entry,
  accepted:
    '{"id": path of the file in the folder, "url", "title", "domain", "licence", "published", "observed_at", "lang"}',
};

const FRONT_MATTER = /^\ufeff?---\r?\n.*?\n---\r?\n/s;
const MARKDOWN = ['.md', '.markdown'];

/**
 * Markdown gets the manifest's members as its front matter, in place of its own; other files are as they are.
 * @throws {CommandFailure} for a manifest that does not fit its folder
 */
export async function readManifestFolder(folder: string): Promise<CorpusSource> {
  const manifest = join(folder, 'manifest.jsonl');
  const files: SourceFile[] = [];
  const documents: CorpusDocument[] = [];
  for (const { place, value } of await readRecords(manifest, SHAPE)) {
    const path = resolve(folder, value.id);
    if (relative(folder, path).startsWith('..'))
      throw wrongRecord(manifest, place, 'the id leaves the folder', SHAPE);
    const bytes = await readFile(path).catch((error: Error) => {
      throw wrongRecord(manifest, place, error.message, SHAPE);
    });
    const text = new TextDecoder().decode(bytes).replace(FRONT_MATTER, '');
    const isMarkdown = MARKDOWN.includes(extname(value.id).toLowerCase());
    files.push({ name: value.id, bytes: isMarkdown ? withFrontMatter(value, text) : bytes });
    const observedAt = value.observed_at === undefined ? null : parseInstant(value.observed_at);
    documents.push({ id: value.id, title: value.title ?? '', text, observedAt });
  }
  return { files, documents };
}

function withFrontMatter(stated: z.infer<typeof entry>, text: string): Uint8Array {
  const { id, url, title, domain, licence, published, observed_at, lang } = stated;
  const front = stringify(
    { id, url, title, domain, licence, published, observed_at, lang },
    { lineWidth: 0 },
  );
  return new TextEncoder().encode(`---\n${front}---\n${text}`);
}
