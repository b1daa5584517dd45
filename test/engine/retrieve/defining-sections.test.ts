/** A question that asks for a thing by its name alone finds the sections that say what the thing is. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { findDefining, namedAlone } from '../../../engine/retrieve/defining-sections.ts';
import { LatentLane } from '../../../engine/retrieve/latent-lane.ts';
import { retrieve } from '../../../engine/retrieve/retrieve.ts';
import type { CorpusView } from '../../../engine/view.ts';
import { ingestInto, jsonLines, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

interface Page {
  readonly id: string;
  readonly text: string;
  readonly day?: string;
  readonly licence?: string;
}

async function engineWith(pages: readonly Page[]): Promise<Engine> {
  const { store } = await openEmptyEmbedded();
  const engine = createTestEngine(store);
  await add(engine, pages);
  return engine;
}

function add(engine: Engine, pages: readonly Page[]) {
  const documents = pages.map(({ id, text, day = '2025-03-01', ...more }) => {
    return { id, domain: `${id}.example`, day, title: `Notes of ${id}`, text, ...more };
  });
  return ingestInto(engine, 'docs', [jsonLines(documents)]);
}

interface Asked {
  readonly view?: CorpusView;
  readonly refuses?: (licence: string) => boolean;
}

/** Document and version of each section. */
async function definedIn(engine: Engine, q: string, asked: Asked = {}): Promise<string[]> {
  const { refuses = () => false } = asked;
  const view = asked.view ?? (await viewOf(engine, 'docs'));
  const found = await findDefining(engine.store, { q, lang: 'en', view, refuses });
  const artefacts = await engine.store.records(
    'artefacts',
    found.map(({ artefact }) => artefact),
  );
  return artefacts.map((one) => `${one?.record.doc_id} ${one?.record.version}`);
}

/** Pages that all name Tessera more often than the one that says what it is. */
const MENTIONS = Array.from({ length: 40 }, (_, n) => ({
  id: `use${n}`,
  text: 'Tessera runs. Start Tessera with a flag, stop Tessera, then start Tessera again.',
}));
const Q = 'What is Tessera?';
const SAID = 'Tessera (a small tile) is a build tool for maps.';
const DEFINITION = {
  id: 'intro',
  text: `Many teams have asked for a short text that one can read in a minute. ${SAID}`,
};

describe('what a question names alone', () => {
  it.each([
    ['What is Vite?', 'en', ['vite']],
    ['vite', 'en', ['vite']],
    ['Who were the Normans?', 'en', ['norman', 'normans']],
    ['What is the Sea of Galilee?', 'en', ['sea of galilee']],
    ['What is Oxbow Lite', 'en', ['oxbow lite']],
    ['¿Qué es Vite?', 'es', ['vite']],
    ['¿Quiénes son los normandos?', 'es', ['normando', 'normandos']],
  ])('%s (%s)', (q, lang, keys) => {
    expect(namedAlone({ q, lang })).toEqual(keys);
  });

  it.each([
    '',
    '???',
    'What is it?',
    'how do I set the port of the dev server of Vite',
    'Where is Tessera?',
    'When was Tessera?',
    'Is it Tessera?',
    'How much is Tessera?',
  ])('is nothing in %j', (q) => {
    expect(namedAlone({ q, lang: 'en' })).toEqual([]);
  });
});

describe('sections that define what is asked for', () => {
  it('are found among many that name it more often', async () => {
    const engine = await engineWith([...MENTIONS, DEFINITION]);
    for (const q of [Q, 'tessera', 'What is a Tessera'])
      expect(await definedIn(engine, q), q).toEqual(['intro 1']);
  });

  it('are none where the question asks for more than a name', async () => {
    const engine = await engineWith([DEFINITION]);
    for (const q of ['Who made Tessera?', 'How do I start Tessera?', 'What is Tesserae?', ''])
      expect(await definedIn(engine, q), q).toEqual([]);
  });

  it.each([
    ['denies it', 'Tessera is not a build tool for maps.'],
    ['supposes it', 'If Tessera is a build tool for maps, it needs a disk.'],
    ['says it of something else', 'The Tessera museum is a large house for maps.'],
    ['says how it is', 'Tessera is free. Tessera is open on Sundays. Tessera is now popular in Norway.'],
    ['says what was done to it', 'Tessera is built by a small team in Norway.'],
  ])('are none in a document that %s', async (_, text) => {
    expect(await definedIn(await engineWith([{ id: 'other', text }]), Q)).toEqual([]);
  });

  it('are those of the time that is asked for', async () => {
    const engine = await engineWith([...MENTIONS.slice(0, 2), { ...DEFINITION, day: '2025-06-01' }]);
    const at = (day: string) => viewOf(engine, 'docs', day);
    expect(await definedIn(engine, Q, { view: await at('2025-05-31') })).toEqual([]);
    expect(await definedIn(engine, Q, { view: await at('2025-06-01') })).toEqual(['intro 1']);
  });

  it('are the same for an older view, however much is said of the thing later', async () => {
    const engine = await engineWith([DEFINITION]);
    const view = await viewOf(engine, 'docs');
    await add(engine, [
      {
        id: 'later',
        text: Array.from({ length: 90 }, (_, n) => `Tessera is a tool of kind ${n}.`).join(' '),
      },
    ]);
    expect(await definedIn(engine, Q, { view })).toEqual(['intro 1']);
    expect((await definedIn(engine, Q))[0]).toBe('intro 1');
  });

  it('are of the newest version of a document that says it again', async () => {
    const engine = await engineWith([DEFINITION]);
    await add(engine, [{ ...DEFINITION, text: `${SAID} It has been revised.`, day: '2025-04-01' }]);
    expect(await definedIn(engine, Q)).toEqual(['intro 2']);
  });

  it('are none of a licence that is refused, however many there are', async () => {
    const KINDS = [
      'build tool',
      'map viewer',
      'tile server',
      'test runner',
      'plain format',
      'file store',
      'red mill',
    ];
    const refused = KINDS.map((kind, n) => {
      return { id: `no${n}`, text: `Tessera is a ${kind} for all.`, licence: 'CC-BY-NC-4.0' };
    });
    const engine = await engineWith([...refused, DEFINITION]);
    const refuses = (licence: string) => licence === 'CC-BY-NC-4.0';
    expect(await definedIn(engine, Q, { refuses })).toEqual(['intro 1']);
    expect(await definedIn(engine, Q)).toHaveLength(6);
  });

  it('are none of a document that was withdrawn, and another one that says it takes its place', async () => {
    const engine = await engineWith([DEFINITION]);
    await add(engine, [{ id: 'other', text: `Some say more. ${SAID} Read on.` }]);
    const [first] = await engine.store.ranges('versions', { corpus: 'docs', by: ['intro'] });
    const artefact = first?.[0]?.record.artefact_id ?? 'a1';
    await engine.withdraw({ artefact, reason: 'wrong', by: null });
    expect(await definedIn(engine, Q)).toEqual(['other 1']);
    await engine.redact({ artefact, reason: 'wrong', by: null });
    expect(await definedIn(engine, Q)).toEqual(['other 1']);
  });

  it('rank before the best match of the words, also where many match as well', async () => {
    const engine = await engineWith([...MENTIONS, DEFINITION]);
    const view = await viewOf(engine, 'docs');
    const request = { q: Q, lang: 'en', k: 10, view, refuses: () => false };
    const { artefacts } = await retrieve(engine.store, new LatentLane(), request);
    expect(artefacts[0]?.record.doc_id).toBe('intro');
  });
});
