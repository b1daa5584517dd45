/** A small corpus about places that are in no other corpus, as JSON lines. */
import { writeFile } from 'node:fs/promises';
import { jsonLines } from '../engine/documents.ts';

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

export async function writeFacts(path: string): Promise<void> {
  await writeFile(path, jsonLines(DOCUMENTS).bytes);
}

/** The text of the document that an answer cites by its address. */
export function factText(url: string): string {
  return DOCUMENTS.find(({ id }) => url.endsWith(`/${id}`))?.text ?? '';
}
