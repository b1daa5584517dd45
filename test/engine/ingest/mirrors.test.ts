import { describe, expect, onTestFinished, test } from 'vitest';
import type { AnswerView } from '../../../engine/answer/answer.ts';
import { answerOf, ingestInto, jsonLines } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const QUESTION = { corpus: 'sky', q: 'How many moons does Saturn have?' };
const TEXT =
  'Saturn has 62 known moons. Titan, “the largest of them”, is wrapped in orange air that hides lakes of methane. ' +
  'The rings are thin, and most of what they hold is ice. Storms on the planet last for months.';
const HEADER = 'Skip to content. News Sport Weather Shop.';
const FOOTER = 'Share this page. All rights reserved. Cookie settings.';

/** What one publisher alone is worth, and two. */
const ONE_VOICE = 0.6296;
const TWO_VOICES = 0.7059;

interface Copy {
  readonly text: string;
  readonly title?: string;
}

async function stating(copies: readonly Copy[]) {
  const opened = await openEmptyEmbedded();
  onTestFinished(() => opened.dispose());
  const engine = createTestEngine(opened.store);
  const documents = copies.map(({ text, title = 'Saturn' }, index) => ({
    id: `d${index}`,
    text,
    title,
    domain: `d${index}.example`,
    day: `2026-09-0${index + 1}`,
  }));
  for (const one of documents) await ingestInto(engine, 'sky', [jsonLines([one])]);
  return { engine, documents };
}

function confidence({ answer }: AnswerView): number | undefined {
  return answer.claims[0]?.belief?.effective_confidence;
}

describe('a mirror on another domain', () => {
  test.each([
    ['word for word', TEXT],
    ['in capitals', TEXT.toUpperCase()],
    ['with other blanks and line ends', TEXT.replaceAll(' ', '  ').replaceAll('. ', '.\n\n')],
    ['with a menu before it and a notice behind it', `${HEADER} ${TEXT} ${FOOTER}`],
    ['with quotation marks of another language', TEXT.replace('“', '„').replace('”', '“')],
    [
      'with guillemets and typographic dashes',
      TEXT.replace('“', '« ').replace('”', ' »').replaceAll(', ', ' – '),
    ],
    ['with a word changed', TEXT.replace('for months', 'for weeks')],
    ['with letters in compatibility forms', TEXT.replaceAll('fi', 'ﬁ').replaceAll('62', '６２')],
    ['without its last words', TEXT.slice(0, TEXT.lastIndexOf(' last'))],
  ])('%s is no second voice, in belief, set and coverage', async (_, copy) => {
    const { engine } = await stating([{ text: TEXT }, { text: copy }]);
    const view = await answerOf(engine, QUESTION);
    expect(confidence(view)).toBe(ONE_VOICE);
    expect(view.answer.artefacts.map(({ domain }) => domain)).toEqual(['d0.example']);
    const covered = view.answer.claim_clusters.flatMap(({ coverage }) =>
      coverage.map(({ domain }) => domain),
    );
    expect(covered).toEqual(['d0.example']);
  });

  test('is no second voice where ten mirrors repeat it', async () => {
    const copies = Array.from({ length: 9 }, (_, n) => ({ text: `${TEXT} Copied ${n} times.` }));
    const { engine } = await stating(copies);
    expect(confidence(await answerOf(engine, QUESTION))).toBe(ONE_VOICE);
  });

  test('is a voice where it corrects what it repeats, and the verdict says so', async () => {
    const correction = 'Correction of 3 September: that was wrong. Saturn has 145 known moons.';
    const { engine } = await stating([{ text: TEXT }, { text: `${TEXT} ${correction}` }]);
    const { trust } = await answerOf(engine, QUESTION);
    expect(trust.findings_state).toBe('WARN');
    expect(trust.reasons.map(({ code }) => code)).toEqual(['newer_rival']);
  });

  test('makes no quorum: a newer value and its copies warn, and only a second voice fails the answer', async () => {
    const newer = TEXT.replace('62', '82')
      .replace('Titan', 'The giant Titan')
      .replace('Storms', 'Great storms');
    const { engine } = await stating([
      { text: 'Saturn has 62 known moons.' },
      { text: 'The planet Saturn is far away. Saturn has 62 known moons.' },
    ]);
    const first = await answerOf(engine, QUESTION);
    expect(first.trust.findings_state).toBe('PASS');
    const state = async (id: string, day: string, text: string) => {
      const one = { id, day, text, domain: `${id}.example`, title: 'Saturn' };
      await ingestInto(engine, 'sky', [jsonLines([one])]);
      await engine.monitor.catchUp();
      return (await engine.findingsAfter('local', -1, null)).at(-1)?.body;
    };
    expect(await state('news', '2026-09-05', newer)).toMatchObject({ to: 'WARN' });
    expect(await state('copy', '2026-09-06', `${HEADER} ${newer}`)).toMatchObject({ to: 'WARN' });
    expect(await state('shout', '2026-09-07', newer.toUpperCase())).toMatchObject({ to: 'WARN' });
    const own = 'After a long winter of watching, the count is final: Saturn has 82 known moons.';
    expect(await state('other', '2026-09-08', own)).toMatchObject({ to: 'FAIL' });
  });

  test('is distinguished from an independent text that states the same', async () => {
    const own =
      'Astronomers keep counting. Saturn has 62 known moons. Many were found with a telescope on Hawaii, years apart.';
    const { engine } = await stating([{ text: TEXT }, { text: own }]);
    expect(confidence(await answerOf(engine, QUESTION))).toBe(TWO_VOICES);
  });
});
