import { expect, onTestFinished, test } from 'vitest';
import { ingestInto, jsonLines, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const CORPUS = 'homes';

function german(text: string) {
  const { name, bytes } = jsonLines([{ id: 'de', text, domain: 'de.example', day: '2026-09-01' }]);
  const line = { ...JSON.parse(new TextDecoder().decode(bytes)), lang: 'de' };
  return { name, bytes: new TextEncoder().encode(JSON.stringify(line)) };
}

async function start() {
  const opened = await openEmptyEmbedded();
  onTestFinished(() => opened.dispose());
  const engine = createTestEngine(opened.store);
  await ingestInto(engine, CORPUS, [german('Das Haus steht in Wien.')]);
  const search = async (view: Awaited<ReturnType<typeof viewOf>>) => {
    const found = await engine.search({ q: 'Häuser', k: 10, view });
    return found.ok ? found.value.results.map(({ domain }) => domain) : found.refusal;
  };
  const addEnglish = () =>
    ingestInto(engine, CORPUS, [
      jsonLines(
        ['north', 'south', 'east'].map((id) => ({
          id,
          text: `The house of the ${id} stands in a village.`,
          domain: `${id}.example`,
          day: '2026-09-02',
        })),
      ),
    ]);
  return { engine, search, addEnglish };
}

test('a search is read in the languages of its snapshot, whatever is committed meanwhile', async () => {
  const { engine, search, addEnglish } = await start();
  const before = await viewOf(engine, CORPUS);
  expect(before.languages).toEqual({ de: 1 });
  expect(await search(before)).toEqual(['de.example']);
  await addEnglish();
  expect(await search(before)).toEqual(['de.example']);
  expect((await viewOf(engine, CORPUS)).languages).toEqual({ de: 1, en: 3 });
});

test('a search as of an earlier day is read in the languages that the corpus has now', async () => {
  const { engine, addEnglish } = await start();
  await addEnglish();
  expect((await viewOf(engine, CORPUS, '2026-09-01')).languages).toEqual({ de: 1, en: 3 });
});
