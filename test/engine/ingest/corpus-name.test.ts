import { expect, it } from 'vitest';
import { ingestInto, jsonLines } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const document = { id: 'a', text: 'The pier has 12 lamps.', domain: 'a.example', day: '2026-09-01' };

it.each([
  ['a document', [jsonLines([document])]],
  ['nothing', []],
])('refuses %s for a corpus that no address could name, and writes nothing', async (_, files) => {
  const opened = await openEmptyEmbedded();
  try {
    const engine = createTestEngine(opened.store);
    await expect(ingestInto(engine, 'Bad Name', files)).rejects.toThrow('not the name of a corpus');
    expect((await opened.store.head()).size).toBe(0);
  } finally {
    await opened.dispose();
  }
});
