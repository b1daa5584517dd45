/** A small corpus about something else than the demo's, as JSON lines. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Line {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly domain: string;
  readonly published: string;
}

const LINES: readonly Line[] = [
  {
    id: 'north-2019',
    title: 'The Skerry Rock light',
    text: 'The Skerry Rock lighthouse is 41 metres tall. It was built in 1884.',
    domain: 'coast-notes.example',
    published: '2019-04-02',
  },
  {
    id: 'south-2020',
    title: 'Lights of the south coast',
    text: 'The Skerry Rock lighthouse is 41 metres tall. The Gannet Point lighthouse has a red lamp.',
    domain: 'pilot-almanac.example',
    published: '2020-05-11',
  },
];

/** Writes the corpus to `folder/lighthouses.jsonl` and gives the path. */
export async function writeLighthouses(folder: string): Promise<string> {
  const path = join(folder, 'lighthouses.jsonl');
  const lines = LINES.map((line) =>
    JSON.stringify({
      ...line,
      url: `https://${line.domain}/${line.id}`,
      licence: 'CC-BY-4.0',
      observed_at: `${line.published}T08:00:00.000Z`,
      lang: 'en',
    }),
  );
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

export const QUESTION = 'How tall is the Skerry Rock lighthouse?';
