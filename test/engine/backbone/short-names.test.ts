import { describe, expect, it } from 'vitest';
import type { CandidateSentence } from '../../../engine/backbone/candidate.ts';
import { rankSentences } from '../../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../../engine/question/read-question.ts';

/** What answers, where each text is a document of its own. */
function answer(q: string, texts: readonly string[], publisher = 'paper.example'): string | null {
  const candidates = texts.map(
    (text, i): CandidateSentence => ({
      id: `s${i}`,
      artefact: `a${i}`,
      title: '',
      text,
      before: [],
      heading: null,
      lang: 'en',
      effectiveAt: `2020-0${i + 1}-01T00:00:00.000Z`,
      retrieval: 1,
      publisher,
    }),
  );
  return rankSentences(readQuestion(q, 'en'), candidates)[0]?.value.text ?? null;
}

const COACH = 'Who coaches Marrow?';
const TOWN = 'Ida Stern has coached Marrow Town since 2016.';

describe('a name in its short form', () => {
  it('is the longer one that the texts use', () => {
    expect(answer(COACH, [TOWN])).toBe('Ida Stern');
  });

  it('goes on in short where a text has given it whole', () => {
    expect(answer(COACH, [TOWN, 'The kit of Marrow Town is new, and Marrow is proud.'])).toBe('Ida Stern');
  });

  it('is nobody’s where two longer ones share it', () => {
    expect(answer(COACH, [TOWN, 'Marrow Rovers have a new kit.'])).toBeNull();
  });

  it('is a place’s where most texts use it by itself', () => {
    const place = ['The market in Marrow is on Fridays.', 'A flood hit Marrow in May.'];
    expect(answer(COACH, [TOWN, ...place])).toBeNull();
  });

  it.each(['Echo', 'Primary', 'Station', 'Council'])('is not the %s that is named after it', (next) => {
    expect(answer('Who leads Marrow?', [`Ida Stern has led the Marrow ${next} since 2016.`])).toBeNull();
  });

  it('is not the version whose number it lacks', () => {
    expect(answer('How many users has Rellon 3?', ['Rellon 3.1 has 400 users.'])).toBeNull();
    expect(answer('How many users has Rellon 3?', ['Rellon 3.0 has 400 users.'])).toBe('400 users');
  });
});

describe('a publisher that bears the asked name', () => {
  const q = 'Who is the managing director of the Norrsund Line?';
  const text = 'Our managing director is Jonas Ek.';

  it('speaks of itself', () => {
    expect(answer(q, [text], 'norrsundline.example')).toBe('Jonas Ek');
    expect(answer(q, [text], 'norrsund-line.example')).toBe('Jonas Ek');
  });

  it.each(['norrsund.example', 'line.example', 'the-norrsundline.example', 'paper.example'])(
    'is not meant by %s',
    (publisher) => {
      expect(answer(q, [text], publisher)).toBeNull();
    },
  );
});
