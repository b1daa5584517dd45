/** The documents of the demo corpus in the order of their observation. */
import type { SourceFile } from '../../../engine/ingest/ingest.ts';
import { readFile as readDocuments } from '../../../engine/ingest/readers/read-file.ts';
import { terms } from '../../../graph/terms.ts';
import { findFiles, readSource } from '../source-files.ts';
import { DEMO } from '../sources.ts';

export interface DatedDocument {
  readonly file: SourceFile;
  readonly title: string;
  readonly domain: string;
  /** RFC 3339 UTC with ms. */
  readonly observedAt: string;
  /** Title and text, analysed as full text is. */
  readonly terms: ReadonlySet<string>;
}

export async function datedDocuments(): Promise<DatedDocument[]> {
  const found: DatedDocument[] = [];
  for await (const file of readSource(await findFiles(DEMO.paths), unreadable)) {
    for (const read of readDocuments(file.name, file.bytes)) {
      if (!read.ok || read.document.observedAt === null) continue;
      const { title, domain, observedAt, text, lang } = read.document;
      found.push({ file, title, domain, observedAt, terms: new Set(terms(`${title}\n${text}`, lang)) });
    }
  }
  return found.toSorted((a, b) => order(a, b));
}

function order(a: DatedDocument, b: DatedDocument): number {
  const [left, right] = [`${a.observedAt} ${a.file.name}`, `${b.observedAt} ${b.file.name}`];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function unreadable({ name, detail }: { readonly name: string; readonly detail: string }): never {
  throw new Error(`the demo corpus is damaged: ${name}: ${detail}`);
}
