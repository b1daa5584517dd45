/** A small corpus about places that are in no other corpus, as JSON lines. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonLines, type TestDocument } from '../engine/documents.ts';
import { runJson } from './adduce-process.ts';
import { Deployment, type StoreKind } from './deployment.ts';

export const FACTS = 'county-facts';

const VIADUCT = {
  id: 'viaduct',
  title: 'The Harrow Viaduct',
  domain: 'railways.example',
  day: '2026-05-02',
  text: 'The Harrow Viaduct has 24 arches. It carries the coast railway over the river Lune.',
};
const MUSEUM = {
  id: 'museum',
  title: 'The Tolland Museum',
  domain: 'museums.example',
  day: '2026-05-03',
  text: 'Maria Okafor is the director of the Tolland Museum. The Tolland Museum opened on 4 May 2019.',
};
const HILLS = {
  id: 'hills',
  title: 'Hills of the county',
  domain: 'walkers.example',
  day: '2026-05-04',
  text: 'Mount Brannock is 1,842 metres high. Its summit is reached by a path of stone steps.',
};

/** Each document is the only publisher of its facts. */
const DOCUMENTS = [VIADUCT, MUSEUM, HILLS];

/** Each question with words that its answer must have. */
export const QUESTIONS = [
  { q: 'How many arches does the Harrow Viaduct have?', want: '24' },
  { q: 'Who is the director of the Tolland Museum?', want: 'Okafor' },
  { q: 'How high is Mount Brannock?', want: '1,842' },
] as const;

/** A later publisher that measures the mountain of the corpus anew. */
export function remeasured(domain: string, day: string) {
  return { id: domain, title: 'A new survey', domain, day, text: 'Mount Brannock is 1,857 metres high.' };
}

/** Ingests them as the store's first corpus, or one more. */
export function ingestFacts<Report>(deployment: Deployment): Promise<Report> {
  return ingestDocuments(deployment, 'facts', DOCUMENTS);
}

/** Ingests more documents into their corpus, from a file of its own. */
export async function ingestDocuments<Report>(
  { folder, settings }: Deployment,
  name: string,
  documents: readonly TestDocument[],
): Promise<Report> {
  const path = join(folder, `${name}.jsonl`);
  await writeFile(path, jsonLines(documents).bytes);
  return runJson(['ingest', path, '--corpus', FACTS], settings);
}

/** A deployment whose only corpus they are: then `serve` does not begin with the demo corpus. */
export async function deployFacts(kind: StoreKind): Promise<Deployment> {
  const deployment = await Deployment.prepare(kind);
  await ingestFacts(deployment);
  return deployment;
}

/** The text of the document that an answer cites by its address. */
export function factText(url: string): string {
  return DOCUMENTS.find(({ id }) => url.endsWith(`/${id}`))?.text ?? '';
}
