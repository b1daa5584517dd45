/** Corpora whose documents are nearly alike, for which entries once grew with the square of the documents. */
import type { SourceFile } from '../engine/ingest/ingest.ts';
import { ingestInto, openEngine } from './engine-over.ts';
import { nameOf } from './many-documents.ts';
import { EMBEDDED } from './stores.ts';

const CORPUS = 'alike';
const SENTENCES = 200;
const VALUES = 150;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2020, 0, 1);

export interface AlikeEntries {
  readonly name: string;
  readonly documents: number;
  readonly entries: number;
}

interface Alike {
  readonly name: string;
  readonly documents: number;
  /** The one sentence of the `n`th document. */
  readonly text: (n: number) => string;
}

const CORPORA: readonly Alike[] = [
  {
    name: 'one sentence that differs by a name',
    documents: SENTENCES,
    text: (n) => `Local groups maintain a path around it, and ${nameOf(n)} runs a museum.`,
  },
  {
    name: 'one attribute with a new value each day',
    documents: VALUES,
    text: (n) => `The tower of Harlow has ${n + 10} steps.`,
  },
];

export async function alikeEntries(): Promise<AlikeEntries[]> {
  const found: AlikeEntries[] = [];
  for (const { name, documents, text } of CORPORA) {
    await using opened = await openEngine(EMBEDDED);
    const { added } = await ingestInto(opened.engine, CORPUS, [fileOf(documents, text)]);
    if (added !== documents) throw new Error(`${added} of ${documents} documents were added`);
    found.push({ name, documents, entries: (await opened.engine.store.head()).size });
  }
  return found;
}

function fileOf(documents: number, text: (n: number) => string): SourceFile {
  const lines = Array.from({ length: documents }, (_, n) =>
    JSON.stringify({
      ...{
        id: `alike-${n}`,
        title: `Notice ${n}`,
        domain: `site-${n}.example`,
        licence: 'CC0-1.0',
        lang: 'en',
      },
      ...{ observed_at: new Date(FIRST_DAY + n * DAY_MS).toISOString(), text: text(n) },
    }),
  );
  return { name: 'alike.jsonl', bytes: new TextEncoder().encode(lines.join('\n')) };
}
