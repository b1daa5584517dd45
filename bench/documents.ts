/** Documents to measure with. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { findFiles, readSource } from '../bin/cli/source-files.ts';
import { DEMO } from '../bin/cli/sources.ts';
import type { SourceFile } from '../engine/ingest/ingest.ts';

/** The evaluation data lie beside the project: they are not ours to publish. */
const EVALUATION = resolve(import.meta.dirname, '..', '..', 'shared', 'data', 'eval');

const DOCUMENTATION = resolve(import.meta.dirname, '..', 'docs');

const unzip = promisify(gunzip);

/** The demo corpus. */
export function demoFiles(): Promise<SourceFile[]> {
  return filesIn(DEMO.paths);
}

/** Adduce's own documentation. */
export function markdownFiles(): Promise<SourceFile[]> {
  return filesIn([DOCUMENTATION]);
}

async function filesIn(paths: readonly string[]): Promise<SourceFile[]> {
  const unreadable = ({ name, detail }: { readonly name: string; readonly detail: string }) => {
    throw new Error(`a file of the corpus is damaged: ${name}: ${detail}`);
  };
  const files: SourceFile[] = [];
  for await (const file of readSource(await findFiles(paths), unreadable)) files.push(file);
  return files;
}

/** The first `count` abstracts of SciFact as JSON lines, null where the evaluation data are not there. */
export async function abstracts(count: number): Promise<SourceFile | null> {
  const path = join(EVALUATION, 'scifact', 'corpus.jsonl.gz');
  if (!existsSync(path)) return null;
  const lines = (await unzip(await readFile(path))).toString('utf8').split('\n');
  const bytes = new TextEncoder().encode(lines.slice(0, count).map(asDocument).join('\n'));
  return { name: 'scifact.jsonl', bytes };
}

function asDocument(line: string): string {
  // The shape is the evaluation data's own, `{id,title,sentences}`.
  const { id, title, sentences } = JSON.parse(line) as Record<'id' | 'title', string> & {
    readonly sentences: readonly string[];
  };
  const domain = 'scifact.example';
  return JSON.stringify({ id, title, text: sentences.join(' '), domain, licence: 'ODC-By-1.0', lang: 'en' });
}
