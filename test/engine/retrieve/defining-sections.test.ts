/** A question that asks for a thing by its name alone finds the sections that say what the thing is. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { findDefining, namedAlone } from '../../../engine/retrieve/defining-sections.ts';
import { LatentLane } from '../../../engine/retrieve/latent-lane.ts';
import { retrieve } from '../../../engine/retrieve/retrieve.ts';
import { ingestInto, jsonLines, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

interface Page {
  readonly id: string;
  readonly text: string;
  readonly day?: string;
}

async function engineWith(pages: readonly Page[]): Promise<Engine> {
  const { store } = await openEmptyEmbedded();
  const engine = createTestEngine(store);
  const documents = pages.map(({ id, text, day = '2025-03-01' }) => {
    return { id, domain: `${id}.example`, day, title: `Notes of ${id}`, text };
  });
  await ingestInto(engine, 'docs', [jsonLines(documents)]);
  return engine;
}

async function definedIn(engine: Engine, q: string, asOf: string | null = null): Promise<string[]> {
  const found = await findDefining(engine.store, { q, lang: 'en' }, await viewOf(engine, 'docs', asOf));
  const artefacts = await engine.store.records(
    'artefacts',
    found.map(({ artefact }) => artefact),
  );
  return artefacts.map((one) => one?.record.doc_id ?? '');
}

/** Pages that all name Tessera more often than the one that says what it is. */
const MENTIONS = Array.from({ length: 40 }, (_, n) => ({
  id: `use${n}`,
  text: `Tessera runs. Start Tessera with flag ${n}, stop Tessera, then start Tessera again${' and again'.repeat(n)}.`,
}));
const DEFINITION = {
  id: 'intro',
  text: 'Many teams have asked for a short text that one can read in a minute. Tessera (a small tile) is a build tool for maps.',
};

describe('what a question names alone', () => {
  it.each([
    ['What is Vite?', ['vite']],
    ['vite', ['vite']],
    ['¿Qué es Vite?', ['vite']],
    ['Who were the Normans?', ['norman', 'normans']],
    ['What is the Sea of Galilee?', ['sea of galilee']],
    ['What is Oxbow Lite', ['oxbow lite']],
  ])('%s', (q, keys) => {
    expect(namedAlone({ q, lang: 'en' })).toEqual(keys);
  });

  it.each(['', '???', 'What is it?', 'how do I set the port of the dev server of Vite'])(
    'is nothing in %j',
    (q) => {
      expect(namedAlone({ q, lang: 'en' })).toEqual([]);
    },
  );
});

describe('sections that define what is asked for', () => {
  it('are found among many that name it more often', async () => {
    const engine = await engineWith([...MENTIONS, DEFINITION]);
    for (const q of ['What is Tessera?', 'tessera', 'What is a Tessera'])
      expect(await definedIn(engine, q), q).toEqual(['intro']);
  });

  it('are none where the question asks for more than a name', async () => {
    const engine = await engineWith([DEFINITION]);
    for (const q of ['Who made Tessera?', 'How do I start Tessera?', 'What is Tesserae?', ''])
      expect(await definedIn(engine, q), q).toEqual([]);
  });

  it('are none where a claim denies, plans or supposes what it says, or says it of something else', async () => {
    const engine = await engineWith([
      { id: 'denied', text: 'Tessera is not a build tool for maps.' },
      { id: 'supposed', text: 'If Tessera is a build tool for maps, it needs a disk.' },
      { id: 'other', text: 'The Tessera museum is a large house for maps.' },
    ]);
    expect(await definedIn(engine, 'What is Tessera?')).toEqual([]);
  });

  it('are those of the time that is asked for', async () => {
    const later = { ...DEFINITION, day: '2025-06-01' };
    const engine = await engineWith([...MENTIONS.slice(0, 2), later]);
    expect(await definedIn(engine, 'What is Tessera?', '2025-05-31')).toEqual([]);
    expect(await definedIn(engine, 'What is Tessera?', '2025-06-01')).toEqual(['intro']);
  });

  it('are six at most, of the earliest claims', async () => {
    const KINDS = [
      'build tool',
      'map viewer',
      'tile server',
      'small museum',
      'quiet harbour',
      'night train',
      'red boat',
    ];
    const engine = await engineWith(
      KINDS.map((kind, n) => ({ id: `d${n}`, text: `Tessera is a ${kind} of the year ${2001 + n}.` })),
    );
    expect(await definedIn(engine, 'What is Tessera?')).toHaveLength(6);
  });

  it('rank with the best match of the words, so that they are among the few that are read', async () => {
    const engine = await engineWith([...MENTIONS, DEFINITION]);
    const view = await viewOf(engine, 'docs');
    const request = { q: 'What is Tessera?', lang: 'en', k: 10, view, refuses: () => false };
    const { artefacts } = await retrieve(engine.store, new LatentLane(), request);
    expect(artefacts.map(({ record }) => record.doc_id)).toContain('intro');
  });
});
